// A run's levels, restart by restart: what comparisons are made of.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/enum_table.h"
#include "model/run_result.h"
#include "stats/mixed_model.h"

namespace vkperftest {

// PerfTest's dispatch: 4,096 workgroups of 256 invocations with 256 loads each.
constexpr double kPerfTestLoads = 4096.0 * 256.0 * 256.0;

// Loads, or dispatches, whose time is shown: PerfTest's, or one dispatch of a user's shader.
inline double shownLoads(const RunSettings& settings) {
    return settings.shader ? 1 : kPerfTestLoads;
}

// The time that samples of one program, at least one, show: on a GPU their median; a software driver shares its
// cores, so that only its undisturbed samples count (stats/interval.h).
double levelOf(const RunSettings& settings, std::span<const double> samples);

enum class Metric {
    Time,  // of PerfTest's dispatch, in milliseconds; smaller is faster
    Ratio, // against each run's own baseline; bigger is faster
};

inline constexpr auto kMetricNames = enumTable<Metric, std::string_view>({"time", "ratio"});

// Of each restart: of times levelOf() its samples, of ratios the median of pairs. Empty unless measured with samples.
// `baseline`: of times, that level divided by these ratios, unless it is empty.
Levels restartLevels(const RunSettings& settings, const RowResult& row, std::size_t strategy, Metric metric,
                     const Levels& baseline = {});

// The baseline's level in each restart, in logarithms of nanoseconds a load, if half of the samples on a GPU lie closer
// to their restart's median when each is divided by the baseline's beside it: the clock wanders within restarts then,
// and that takes it out. Empty otherwise.
Levels baselineLevels(const RunResult& run);

// The standard deviation of a software driver's ratio between processes, root mean square over 276 ratios of five
// default runs on an idle machine.
constexpr double kProcessScatter = 0.0042;

// How the logarithm of a software driver's ratio varies from restart to restart, robustly. Freedom 0 on a GPU, and
// for fewer than three restarts.
Scatter restartScatter(const RunSettings& settings, const RowResult& row, std::size_t strategy);

// How far the interval of a software driver's figure reaches at least, a logarithm. `ofRun`: the prior of all rows'
// scatters (fitPrior), which steadies the row's own.
double restartReach(const Scatter& own, const Scatter& ofRun, const RowResult& row);

} // namespace vkperftest
