// Between the levels of two runs and the verdict on their change (analysis/comparison.h says how).
#pragma once

#include <optional>
#include <vector>

#include "analysis/comparison.h"
#include "analysis/epoch_levels.h"
#include "stats/moderated.h"

namespace vkperftest {

// How the levels of one side scatter, or the differences of interleaved pairs.
struct Part {
    Scatter scatter;   // of one level
    double weight = 0; // variance of the change, in units of the scatter's
};

// The change of one row's log level.
struct Estimate {
    double base = 0; // log levels
    double now = 0;
    // BASE's and NEW's, which may differ in number and in scatter, or that of their pairs alone; empty unless
    // both sides have two epochs, pairs two.
    std::vector<Part> parts;
};

// One strategy of one row of a run.
struct Figure {
    const RunLevels& levels; // of the run
    const RowResult& row;
    std::size_t strategy;
};

// Nothing if one of them has no level in this metric, or if interleaved runs have no epoch in common.
std::optional<Estimate> estimateChange(const Figure& base, const Figure& now, Metric metric,
                                       bool interleaved);

// How much the machine's speed differs from one run to the next: as much as within each, from epoch to epoch.
// Infinite if that cannot be told.
Scatter machineScatter(const RunLevels& base, const RunLevels& now);

// Gives every change whose estimate (at the same index) is repeated its interval and its verdict. `machine`
// is added to the variance of each change.
void judgeChanges(Comparison& comparison, const std::vector<Estimate>& estimates, const Scatter& machine);

} // namespace vkperftest
