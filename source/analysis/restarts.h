// A run's levels, restart by restart: what comparisons are made of.
#pragma once

#include <cstddef>
#include <span>

#include "model/run_result.h"
#include "stats/mixed_model.h"

namespace vkperftest {

// PerfTest's dispatch: 4,096 workgroups of 256 invocations with 256 loads each.
constexpr double kPerfTestLoads = 4096.0 * 256.0 * 256.0;

// Loads, or dispatches, whose time is shown: PerfTest's, or one dispatch of a user's shader.
inline double shownLoads(const RunSettings& settings) {
    return settings.shader ? 1 : kPerfTestLoads;
}

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

// Of each restart of a row under a strategy: of times levelOf() its samples, of ratios the median of pairs. Empty unless the
// strategy was measured with samples.
Levels restartLevels(const RunSettings& settings, const RowResult& row, std::size_t strategy, Metric metric);

// How far a software driver's ratios may be off because of where code and data lay, and of what the machine
// did meanwhile: by how much they vary from restart to restart, when everything on the device was recreated. Of
// two quiet runs of 138 rows on lavapipe 22.3.6, 98.9 % of the intervals hold the other run's figure with
// these factors, and 94.5 % by their samples alone; beside three busy loops 99.6 %.

// An interval reaches at least so many standard errors to either side, on a logarithmic scale: of how all
// rows scatter, and of how this row does. Single rows switch between two levels, as Buffer<R16f>.Load in the
// stored results of lavapipe, 1.28 in four restarts and 1.40 in four.
constexpr double kRestartScatters = 4, kOwnRestartScatters = 2;

// What no restart of a process shows: the standard deviation of a ratio between processes, root mean square
// over 276 ratios of five default runs on the idle machine. An interval reaches two of them further, since
// it is to hold what another process finds, too.
constexpr double kProcessScatter = 0.0042;

// The standard deviation by which the logarithm of a ratio varies between restarts: the median over all rows'
// figures, since single restarts may be disturbed from end to end. Each by its median absolute deviation. 0 on
// a GPU, and without figures of at least three restarts.
double restartScatter(const RunResult& run);

// The least reach of the interval of a row or a control, a logarithm: smaller for more restarts. 0 if the run's
// `scatter`, of restartScatter(), is.
double restartReach(const RunSettings& settings, const RowResult& row, double scatter);

} // namespace vkperftest
