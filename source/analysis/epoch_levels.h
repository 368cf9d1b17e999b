// A run's levels, epoch by epoch: what comparisons are made of.
#pragma once

#include <map>

#include "analysis/estimator.h"
#include "model/run_result.h"

namespace vkperftest {

enum class Metric {
    Time,  // of PerfTest's dispatch, in milliseconds; smaller is faster
    Ratio, // against each run's own baseline; bigger is faster
};

using EpochLevels = std::map<std::size_t, double>; // logarithms by epoch

class RunLevels {
public:
    explicit RunLevels(const RunResult& run); // which must outlive it

    // Times: what the run's estimator makes of each epoch's samples; ratios: medians of pairs. Empty unless
    // the strategy was measured with samples.
    EpochLevels of(const RowResult& row, std::size_t strategy, Metric metric) const;

    // The baseline's levels, of nanoseconds a load.
    const EpochLevels& baseline() const { return baseline_; }

private:
    const Estimator& estimator_;
    EpochLevels baseline_;
};

} // namespace vkperftest
