// A run's levels, epoch by epoch: what comparisons are made of.
#pragma once

#include <map>
#include <optional>

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

// How far a software driver's ratios may be off because of where code and data lay, and of what the machine
// did meanwhile: by how much they vary from epoch to epoch, when everything on the device was recreated.
//
// Measured on lavapipe 22.3.6, on two cores of a busy host, in seven runs of 138 rows, compared in pairs (275
// figures each). "Quiet" runs had nothing beside them but a loop of the lowest priority, like
// base/cores.h. The factors below were chosen on the same runs.
//
// | intervals that hold the other run's figure | samples alone | with the scatter between epochs         |
// |--------------------------------------------|---------------|-----------------------------------------|
// | two quiet runs                             | 94.5 %        | 98.9 %                                  |
// | two runs beside three busy loops           | 99.3 %        | 99.6 %                                  |
// | three runs without a busy core             | 93.8 %        | 97.5 %                                  |
// | beside three busy loops and quiet          | 90.5 %        | 94.5 %                                  |

// An interval reaches at least so many standard errors to either side, on a logarithmic scale: of how all
// rows scatter, and of how this row does. Single rows switch between two levels, as Buffer<R16f>.Load in the
// stored results of lavapipe, 1.28 in four epochs and 1.40 in four.
constexpr double kEpochScatters = 4, kOwnEpochScatters = 2;

// What no epoch of a process shows: the standard deviation of a ratio between processes, root mean square
// over 276 ratios of five default runs on the idle machine. An interval reaches two of them further, since
// it is to hold what another process finds, too.
constexpr double kProcessScatter = 0.0042;

class EpochScatter {
public:
    explicit EpochScatter(const RunResult& run); // which must outlive it

    // The standard deviation by which the logarithm of a ratio varies between epochs: the median over all
    // rows' figures, since single epochs may be disturbed from end to end. Each by its median absolute
    // deviation. 0 on a GPU, and without figures of at least three epochs.
    double ofRun() const { return scatter_; }

    // The least reach of the interval of a row or a twin, a logarithm: smaller for more epochs. 0 if the
    // run's scatter is.
    double reach(const RowResult& row) const;

private:
    std::optional<RunLevels> levels_; // of a software driver
    double scatter_ = 0;
};

} // namespace vkperftest
