// Between the levels of two runs and the verdict on their change (results/comparison.h says how).
#pragma once

#include <optional>
#include <vector>

#include "results/comparison.h"
#include "stats/moderated.h"

namespace vkperftest {

// The change of one row's log level, and how it scatters.
struct Estimate {
    double base = 0; // log levels
    double now = 0;
    Scatter scatter;   // of an epoch's level, or of a pair's difference
    double weight = 0; // variance of the change, in units of the scatter's
    bool repeated = false;
};

// Nothing if one of the strategies has no level in this metric, or if interleaved runs have no epoch in common.
std::optional<Estimate> estimateChange(const RowResult& base, std::size_t baseStrategy, const RowResult& now,
                                       std::size_t nowStrategy, Metric metric, bool interleaved);

// How much the machine's speed differs from one run to the next: as much as within each, from epoch to epoch. Infinite
// if that cannot be told.
Scatter machineScatter(const RunResult& base, const RunResult& now);

// Gives every change whose estimate (at the same index) is repeated its interval and its verdict. `machine` is added to
// the variance of each change.
void judgeChanges(Comparison& comparison, const std::vector<Estimate>& estimates, const Scatter& machine);

} // namespace vkperftest
