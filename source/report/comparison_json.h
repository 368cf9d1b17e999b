// A comparison as JSON, for programs.
#pragma once

#include <string>

#include "analysis/comparison.h"

namespace vkperftest {

struct SideName {
    std::string name; // as the user gave it
    std::string device;
};

// One object: the two sides, metric, threshold, counts, cautions, changes, uncompared.
std::string comparisonToJson(const Comparison& comparison, const SideName& base, const SideName& now);

} // namespace vkperftest
