// A comparison as JSON, for programs.
#pragma once

#include <string>

#include "results/comparison.h"

namespace vkperftest {

// One object: metric, threshold, counts, cautions, changes, uncompared. `base` and `now` name the two sides.
std::string comparisonToJson(const Comparison& comparison, const std::string& base, const std::string& now);

} // namespace vkperftest
