// Which loads are fastest on a device, and on most of several devices.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "answers/choice.h"

namespace vkperftest {

// What `advise` says of a file, in the form that can be counted over devices.
struct FastestLoads {
    // The fastest kinds of load for a number of bytes under a pattern, and all kinds that were compared.
    struct Load {
        std::uint32_t bytes = 0;
        Pattern pattern = Pattern::Uniform;
        std::vector<std::string> kinds, compared;
    };
    std::vector<Load> loads; // empty: the file says nothing about which load to use
    std::array<std::string, kChoiceBytes.size()> texts; // fastestText() of each size
};

// Nothing for the suites of experiments, whose rows answer other questions.
FastestLoads fastestLoads(const RunFigures& figures);

// The kinds that are among the fastest for that size on the largest share of the devices that measured them:
// "raw: 12 of 17 (uniform)". What fewer than half of the devices measured does not count.
std::string mostOftenFastest(std::span<const FastestLoads* const> devices, std::uint32_t bytes);

// A sentence on the row whose ratio differs most between the devices; empty if no row is on two.
struct NamedDevice {
    std::string name;
    const RunFigures* figures = nullptr;
};
std::string largestDifference(std::span<const NamedDevice> devices);

} // namespace vkperftest
