// What an experiment says.
#pragma once

#include <string>

namespace vkperftest {

// What a finding stands on.
enum class Ground {
    RowTimes,
    HostTimes, // of the CPU that records
    Status,    // no time: what was not measured, and why
};

struct Finding {
    std::string subject;  // what was judged: "ByteAddressBuffer.Load4"
    std::string verdict;  // in a few words, for scripts: "does not share"
    std::string sentence; // with the figures: "it does not: shuffling by hand gains 5.50x"
    Ground ground = Ground::RowTimes;
};

} // namespace vkperftest
