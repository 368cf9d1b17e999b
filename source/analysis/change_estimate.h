// From the levels of two runs to the verdict on their change (analysis/comparison.h says how).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "analysis/epoch_levels.h"
#include "analysis/verdict.h"
#include "stats/interval.h"
#include "stats/paired.h"
#include "stats/scatter.h"

namespace vkperftest {

// How the levels of one side scatter, or the differences of interleaved pairs.
struct Part {
    Scatter scatter;         // of one level
    double weight = 0;       // variance of the change, in units of the scatter's
    bool byInterval = false; // by that of the level's figure, which allows for what rows have in common
};

// The change of one row's log level.
struct Estimate {
    double base = 0; // log levels
    double now = 0;
    // BASE's and NEW's part, whose numbers and scatters may differ, or one part for pairs; empty unless both
    // sides have two epochs, or there are two pairs.
    std::vector<Part> parts;
    // The same change (now - base) found in other ways (leastAgreed, analysis/noise.h); empty: there are
    // none.
    std::vector<double> witnesses = {};
};

// One strategy of one row of a run.
struct Level {
    const RunLevels& levels; // of the run
    const RowResult& row;
    std::size_t strategy;
};

// Nothing if a side has no level in this metric, or if interleaved runs have no epoch in common.
std::optional<Estimate> estimateChange(const Level& base, const Level& now, Metric metric, bool interleaved);

// Replaces one side of an estimate, `level` (a logarithm) and its `part`, by the figure and its interval,
// which allow for epochs that are disturbed from end to end, and for rows that switch between two levels: a
// row whose variance is larger than the other rows would moderate it to keeps its own. The epochs' freedom
// stays. Nothing changes without an interval.
void restOnInterval(const PairedRatio& ratio, double& level, Part& part);

// How much the machine's speed differs from one run to the next: as much as from epoch to epoch within each
// run. Infinite if that is not known. `sharing`: how many epochs of each side count as one
// (Judging::epochsSharing).
Scatter machineScatter(const RunLevels& base, const RunLevels& now,
                       const std::array<double, 2>& sharing = {1, 1});

// How well the baseline's change is known from pairs of epochs; infinite likewise.
Scatter pairedScatter(const RunLevels& base, const RunLevels& now, double sharing = 1);

// The smallest of a logarithm and its values found in other ways; 0 if their signs contradict one another.
double leastAgreed(double log, const std::vector<double>& others);

struct JudgedChange {
    std::optional<Interval> interval; // 95 %, of now / base - 1; nothing unless the estimate is repeated
    Verdict verdict = Verdict::Unknown;
};

// How much a ratio on a software driver differs from process to process beyond what one process's epochs
// show. Of five default runs of lavapipe 22.3.6 on two idle cores, the coefficient of variation is 0.35 %
// in the median over 276 ratios and 0.71 % at the 95th percentile, which is rounded up here.
constexpr double kSoftwareRunScatter = 0.008;

struct Judging {
    Metric metric = Metric::Ratio;
    double threshold = 0.03;
    Scatter machine;  // added to the variance of each change
    double noise = 0; // likewise, as a standard deviation that is known (analysis/noise.h)
    // By part: how many epochs share what disturbs them (analysis/noise.h). 1: each is by itself.
    std::array<double, 2> epochsSharing = {1, 1};
    double betweenRuns = 0; // deviation of each run's level; FASTER and SLOWER must exceed it
    double common = 0;      // logarithm of the change that verdicts exclude
};

// One for each estimate.
std::vector<JudgedChange> judgeChanges(const std::vector<Estimate>& estimates, const Judging& how);

} // namespace vkperftest
