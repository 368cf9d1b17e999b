// From the levels of two runs to the verdict on their change (analysis/comparison.h says how).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analysis/restarts.h"
#include "analysis/run_differences.h"
#include "analysis/thresholds.h"
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
    // sides have two restarts, or there are two pairs.
    std::vector<Part> parts;
    // The same change (now - base) found in other ways (leastAgreed, analysis/comparison.h); empty: there are
    // none.
    std::vector<double> witnesses = {};
};

// One strategy of one row of a run.
struct Level {
    const RunLevels& levels; // of the run
    const RowResult& row;
    std::size_t strategy;
};

// Nothing if a side has no level in this metric, or if interleaved runs have no restart in common.
std::optional<Estimate> estimateChange(const Level& base, const Level& now, Metric metric, bool interleaved);

// Replaces one side of an estimate, `level` (a logarithm) and its `part`, by the figure and its interval,
// which allow for restarts that are disturbed from end to end, and for rows that switch between two levels: a
// row whose variance is larger than the other rows would moderate it to keeps its own. The restarts' freedom
// stays. Nothing changes without an interval.
void restOnInterval(const PairedRatio& ratio, double& level, Part& part);

// How much the machine's speed differs from one run to the next: as much as from restart to restart within each
// run. Infinite if that is not known. `sharing`: how many restarts of each side count as one
// (Judging::restartsSharing).
Scatter machineScatter(const RunLevels& base, const RunLevels& now,
                       const std::array<double, 2>& sharing = {1, 1});

// How well the baseline's change is known from pairs of restarts; infinite likewise.
Scatter pairedScatter(const RunLevels& base, const RunLevels& now, double sharing = 1);

// The smallest of a logarithm and its values found in other ways; 0 if their signs contradict one another.
double leastAgreed(double log, const std::vector<double>& others);

struct JudgedChange {
    std::optional<Interval> interval; // 95 %, of now / base - 1; nothing unless the estimate is repeated
    Verdict verdict = Verdict::Unknown;
};

// How much a ratio on a software driver differs from process to process beyond what one process's restarts
// show. Of five default runs of lavapipe 22.3.6 on two idle cores, the coefficient of variation is 0.35 %
// in the median over 276 ratios and 0.71 % at the 95th percentile, which is rounded up here.
constexpr double kSoftwareRunScatter = 0.008;

struct Judging {
    Metric metric = Metric::Ratio;
    double threshold = kOtherRun;
    Scatter machine;  // added to the variance of each change
    double noise = 0; // likewise, as a standard deviation that is known (analysis/comparison.h)
    // By part: how many restarts share what disturbs them (analysis/comparison.h). 1: each is by itself.
    std::array<double, 2> restartsSharing = {1, 1};
    double betweenRuns = 0; // deviation of each run's level; FASTER and SLOWER must exceed it
    double common = 0;      // logarithm of the change that verdicts exclude
};

// One for each estimate.
std::vector<JudgedChange> judgeChanges(const std::vector<Estimate>& estimates, const Judging& how);

// The change that all rows and the baseline share.

// The logarithm of the change that all rows and the baseline share; nothing if they share none. `logs`:
// logarithms of the changes of all rows but the baseline's own; `baseline`: that of the baseline's time;
// `bound`: that of the smallest change that matters.
//
// If the whole machine became slower, the rows' times change like the baseline's. If only the baseline did,
// the rows' ratios change like it, since all are formed with it. So in either metric the rows' median and the
// baseline's change must exceed the bound and lie within it of one another, and three of four rows must lie
// within it of the median.
std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound);

// The verdict that the times of all rows and of the baseline changed by one factor, in both metrics.

struct Everything {
    double change = 0;                  // of the time: now / base - 1
    std::optional<Interval> interval;   // 95 %, of that; nothing unless the baseline is repeated
    Verdict verdict = Verdict::Unknown; // FASTER or SLOWER if the interval lies beyond the threshold
    Cause cause = Cause::Unknown;       // by findCause
    std::vector<ComparedCondition>
        conditions;          // likewise: settings that differ and, unless in turns, the machine
    bool sameDriver = false; // likewise

    bool differsIn(Condition condition) const;
};

// The change of one figure's time.
struct TimeChange {
    std::string row;                    // strategies of one row count as one witness
    double log = 0;                     // of now / base, restart by restart
    std::vector<double> witnesses = {}; // Estimate::witnesses, of the time
};

// Fewer rows than this may have changed independently.
constexpr std::size_t kFewestOfEverything = 5;

// Nothing unless the rows' median is a common change (analysis/change_estimate.h). Its size is the smallest
// that any way finds (leastAgreed). `times`: of all figures but those of the baseline's row; the result is
// nothing for fewer than kFewestOfEverything rows. `baseline`, `bound`: as for commonChange.
//
// `machine`: how well the baseline's change is known: from its pairs if the sides took turns (pairedScatter),
// otherwise from how far its level wandered within each run (machineScatter). The interval combines that with
// the noise of both runs and the difference between runs, both from `how`.
std::optional<Everything> everythingChanged(const std::vector<TimeChange>& times, double baseline,
                                            double bound, const Scatter& machine, const Judging& how);

// Fills in what made everything change. If the timers differ, there is no verdict.
void findCause(Everything& everything, const RunResult& base, const RunResult& now, bool otherKernels,
               bool inTurns);

} // namespace vkperftest
