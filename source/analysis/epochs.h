// A run's levels, epoch by epoch: what comparisons are made of.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>

#include "model/run_result.h"

namespace vkperftest {

// PerfTest's dispatch: 4,096 workgroups of 256 invocations with 256 loads each.
constexpr double kPerfTestLoads = 4096.0 * 256.0 * 256.0;

// The time that samples of one program show, all > 0 and at least one: on a GPU their median. A software
// driver shares its cores with everything else, so only its undisturbed samples count (stats/paired.h).
// Ratios are made of pairs on all devices.
double levelOf(const RunSettings& settings, std::span<const double> samples);

// How many of the samples count for it.
std::size_t countedSamples(const RunSettings& settings, std::span<const double> samples);

enum class Metric {
    Time,  // of PerfTest's dispatch, in milliseconds; smaller is faster
    Ratio, // against each run's own baseline; bigger is faster
};

using EpochLevels = std::map<std::size_t, double>; // logarithms by epoch

class RunLevels {
public:
    explicit RunLevels(const RunResult& run); // which must outlive it

    // Times: levelOf each epoch's samples; ratios: medians of pairs. Empty unless the strategy was measured
    // with samples.
    EpochLevels of(const RowResult& row, std::size_t strategy, Metric metric) const;

    // The baseline's levels, of nanoseconds a load.
    const EpochLevels& baseline() const { return baseline_; }

private:
    const RunSettings& settings_;
    EpochLevels baseline_;
};

// How far a software driver's ratios may be off because of where code and data lay, and of what the machine
// did meanwhile: by how much they vary from epoch to epoch, when everything on the device was recreated. Of
// two quiet runs of 138 rows on lavapipe 22.3.6, 98.9 % of the intervals hold the other run's figure with
// these factors, and 94.5 % by their samples alone; beside three busy loops 99.6 %.

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
