// Figures derived from a run's raw samples.
#pragma once

#include <optional>
#include <vector>

#include "model/run_result.h"
#include "stats/paired.h"

namespace vkperftest {

// PerfTest's dispatch: 4,096 workgroups of 256 invocations with 256 loads each.
constexpr double kPerfTestLoads = 4096.0 * 256.0 * 256.0;

struct StrategySummary {
    PairedRatio ratio; // against the baseline; bigger is faster
    // Of PerfTest's dispatch, scaled from the median sample (of a software driver the undisturbed level);
    // printed figures as printed, or nothing.
    std::optional<double> milliseconds;
    std::optional<double> loadsPerNanosecond; // nothing for printed figures: their loads are not known
    bool imprecise = false;      // the interval missed the run's goal; printed figures have no goal
    bool minimaDisagree = false; // the ratio of the minima is more than 2 % off
    bool incomparable = false;   // printed figures with a caveat
    std::optional<PairedRatio>
        overFloor; // the row's time over its floor's (analysis/load_bound.h); nothing without one
    std::optional<bool> loadBound; // nothing: not known
};

// The row of that name; null if there is none.
const RowResult* findRow(const RunResult& run, std::string_view name);

// Indices of the samples that count: all of them, but of a software driver's only the undisturbed ones.
std::vector<std::size_t> countedSamples(const RunResult& run, const std::vector<double>& nanoseconds);

// The share of the rows' samples that do not count.
double disturbedShare(const RunResult& run);

// The strategy's ratio against the baseline: the median of the pairs' ratios; of a software driver the ratio
// of the undisturbed levels, the baseline's from the time in which the row was sampled. Nothing unless it was
// measured.
std::optional<PairedRatio> ratioToBaseline(const RunResult& run, const RowResult& row, std::size_t strategy);

// Nothing unless the strategy was measured.
std::optional<StrategySummary> summarize(const RunResult& run, const RowResult& row, std::size_t strategy);

// The time under strategy number `first` over that under number `other`, sample by sample (the samples of one
// visit were taken in one submission), of a software driver level by level, or of printed figures: bigger than
// 1 means that `other` is faster. Nothing unless both were measured.
std::optional<PairedRatio> strategyOver(const RunResult& run, const RowResult& row, std::size_t first,
                                        std::size_t other);

// Whether the row is the one that all ratios refer to, under the strategy they refer to: 1.000 by definition.
bool isBaseline(const RunResult& run, const RowResult& row, std::size_t strategy);

// Strategies in the rows, counted by status.
struct StatusCounts {
    std::size_t measured = 0;
    std::size_t unsupported = 0;
    std::size_t failed = 0;
    std::size_t notMeasured = 0;
};
StatusCounts countStatus(const RunResult& run);

} // namespace vkperftest
