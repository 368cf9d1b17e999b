// The changes of a comparison that are worth reading.
#pragma once

#include <optional>
#include <vector>

#include "analysis/comparison.h"

namespace vkperftest {

// The slowest change first; changes that have no interval last.
void sortBySlowness(Comparison& comparison);

// FASTER and SLOWER, in the comparison's order. If nothing is judged, since a side has no repetitions or the
// devices differ: the kMostUnjudged largest changes beyond the threshold without a caveat, the largest first.
// None if a run is compared with itself. `all`: every change, in the comparison's order.
std::vector<Change> shownChanges(const Comparison& comparison, bool all);

constexpr std::size_t kMostUnjudged = 20;

// The largest change without a caveat, as the quotient of the larger and the smaller value, minus 1; 0
// without any.
double largestDifference(const Comparison& comparison);

// The factor, in the median of the UNCLEAR changes, by which the number of epochs must grow until the
// interval no longer crosses the threshold. Intervals narrow with the square root of that number. Nothing if
// no UNCLEAR change has an interval.
std::optional<double> epochsToSettle(const Comparison& comparison);

} // namespace vkperftest
