// What of a comparison is worth reading.
#pragma once

#include <optional>
#include <vector>

#include "analysis/comparison.h"

namespace vkperftest {

// The slowest change first; changes that have no interval last.
void sortBySlowness(Comparison& comparison);

// FASTER and SLOWER, in the comparison's order. Where nothing is judged, since a side has no repetitions or
// the devices differ, the kMostUnjudged largest changes without a caveat that are beyond the threshold, the
// largest first. None of a run compared with itself. `all`: every change, in the comparison's order.
std::vector<Change> shownChanges(const Comparison& comparison, bool all);

constexpr std::size_t kMostUnjudged = 20;

// The largest change without a caveat, as the factor minus 1 by which the larger value is the larger one; 0
// without any.
double largestDifference(const Comparison& comparison);

// How many times as many epochs the UNCLEAR changes need, in their median, until their intervals, which
// narrow with the square root of that, no longer reach over the threshold. Nothing if none is UNCLEAR or has
// an interval.
std::optional<double> epochsToSettle(const Comparison& comparison);

} // namespace vkperftest
