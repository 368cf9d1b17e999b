// A run's levels, epoch by epoch: what comparisons are made of.
#pragma once

#include <map>

#include "analysis/comparison.h"

namespace vkperftest {

using EpochLevels = std::map<std::size_t, double>; // logarithms by epoch

class RunLevels {
public:
    explicit RunLevels(const RunResult& run); // which must outlive it

    // The median of the epoch's samples, of a software driver the level of its undisturbed ones: of
    // milliseconds (of PerfTest's dispatch), or of the ratio to the baseline, paired or, on a software
    // driver, against the baseline's level of the epoch. Empty unless the strategy was measured with samples.
    EpochLevels of(const RowResult& row, std::size_t strategy, Metric metric) const;

    // Of the baseline, in nanoseconds a load.
    const EpochLevels& baseline() const { return baseline_; }

private:
    const RunResult& run_;
    EpochLevels baseline_;
};

} // namespace vkperftest
