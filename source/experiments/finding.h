// What an experiment says.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    std::string sentence; // with the figures: "not shared: a hand-written shuffle is 5.50x as fast"
    Ground ground = Ground::RowTimes;
    // What findings of other subjects may have in common with it: the sentence with "{}" for its figure, or without
    // its details. Empty: the sentence alone.
    std::string pattern = {};
    std::optional<double> figure = {};
};

// A finding whose sentence is the pattern with the figure, of two decimals, for "{}".
Finding findingWith(std::string subject, std::string_view verdict, std::string pattern, double figure);

// What an experiment has to say of a run.
struct Answer {
    std::string conclusion; // what was found and what to do about it, a sentence
    std::vector<Finding> findings;
};

// Findings that say the same, told once.
struct ToldTogether {
    std::string
        subjects; // "ByteAddressBuffer.Load2 (1.29x), Load3 (1.44x)"; without figures where they are alike
    std::string verdict;
    std::string sentence; // "not shared: a hand-written shuffle is 1.29 to 1.44x as fast"
};

// Findings of one verdict and pattern, each where its first one stands.
std::vector<ToldTogether> tellTogether(std::span<const Finding> findings);

// "ByteAddressBuffer.Load2, Load3, StructuredBuffer<float4>.Load": what a name has in common with the one before it, up
// to a full stop or the last blank, is left out. Where names hold commas, those that share nothing are parted by
// semicolons: "inside L1, stride 20, 24; outside L1, stride 24".
std::string namesTogether(std::span<const std::string> names);

// "1.29 to 3.70", or one figure if both look alike. At least one.
std::string rangeOf(std::span<const double> figures, int decimals);

} // namespace vkperftest
