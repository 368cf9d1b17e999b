// The loads of data in a kernel's code, by what they look like, to compare mixed loads with the rows of their
// kinds.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "isa/summary.h"

namespace vkperftest {

// Instructions by bits, by whether they are scalar, and by whether they stand in an innermost loop.
using LoadsByForm = std::map<std::tuple<std::uint32_t, bool, bool>, double>;

// `scalarsAreData`: also those that the parser takes for loads of descriptors because they are scalar.
inline void addLoads(const LoadSummary& summary, double share, LoadsByForm& loads,
                     bool scalarsAreData = false) {
    for (const LoadCount& entry : summary.loads) {
        const bool scalar = entry.load.source == LoadSource::Descriptor && entry.load.scalar;
        if (entry.load.source == LoadSource::Data || (scalar && scalarsAreData))
            loads[{entry.load.bits, entry.load.scalar, entry.innermost}] +=
                share * static_cast<double>(entry.count);
    }
}

} // namespace vkperftest
