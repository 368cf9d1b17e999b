// Is NEW slower than BASE, row by row, and how sure is that?
//
// A row's level is the mean over its epochs of the logarithm of the epoch's own level
// (analysis/epochs.h); an epoch is a stretch of a run between two re-creations of everything on the
// device (run/runner.h), or one process of several. The scatter is taken from epochs, not samples, since
// samples of one epoch share its accidents of memory and time. A few epochs estimate a row's variance badly,
// so each side's is moderated by all its rows' variances (stats/scatter.h). The change's 95 % interval is
// Student's, with Welch's freedom. Times of two runs also differ because the machine does: the baseline's
// scatter from epoch to epoch is added for each run. On a software driver, single epochs may be disturbed
// from end to end; so there the levels and scatters of ratios come from the runs' figures and their intervals
// (analysis/figures.h), and a change must exceed what processes differ by, and show in the undisturbed
// samples (analysis/noise.h), too. Of 15 default runs of lavapipe 22.3.6 beside none, one and three busy
// loops, 60 pairs had no false verdict, all rows made twice as slow were found, and 98 % of the rows made 10
// % slower whose intervals are within +-3 %. False alarms over all rows of a pair of files are limited by
// Benjamini and Hochberg's method (1995).
//
// A change that all rows share (analysis/change_estimate.h) has a verdict of its own; verdicts on rows are about
// the change beyond it. Noise widens the intervals (analysis/noise.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/change_estimate.h"
#include "analysis/figures.h"
#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

std::string_view metricName(Metric metric); // "time"

std::string_view verdictName(Verdict verdict); // "FASTER"
bool isChanged(Verdict verdict);               // FASTER or SLOWER

struct CompareSettings {
    std::optional<Metric> metric; // nothing: ratios, unless one device was measured with two baselines
    double threshold = 0.03;      // the smallest change that matters: 3 % from 1 / 1.03 to 1.03 times
    // Epoch i of one run was measured next to epoch i of the other: changes are formed pair by pair.
    bool interleaved = false;
};

// One row under one strategy.
struct Change {
    std::string name;
    std::string strategy;
    double base = 0;                  // milliseconds or ratio
    double now = 0;                   // likewise
    double change = 0;                // now / base - 1
    std::optional<Interval> interval; // 95 %, of the change; nothing unless both sides are repeated
    Verdict verdict = Verdict::Unknown;
    bool isBaseline = false;    // whose ratio is 1 by definition
    bool kernelDiffers = false; // the SPIR-V is not the same
    // Why a printed figure cannot be compared with the other side's, a clause; empty if it can, or if both
    // have the same.
    std::string caveat;
    // What the driver's compiler made of it.
    std::string baseLoads, nowLoads; // "4 × buffer_load_dword"; empty: not known
    std::optional<bool> sameCode;    // nothing: not known (isa/summary.h)
    std::string whyCodeUnknown;      // "in BASE: …"; empty if it is known
};

struct Uncompared {
    std::string name;
    std::string strategy;
    bool byNow = false; // NEW lacks the figure, as far as is known; otherwise BASE
    // Status::Measured: it was published as a ratio alone. Nothing: the side lacks the row, or the strategy.
    std::optional<Unmeasured> why;
};

struct Comparison {
    Metric metric = Metric::Time;
    double threshold = 0;
    bool interleaved = false;
    std::vector<Change> changes; // in BASE's order
    std::optional<double>
        baselineChange; // of its time; nothing where devices or baselines differ, or one was not measured
    // The change that all rows share in the metric, which verdicts on rows exclude. By time it is the change
    // of everything if that is FASTER or SLOWER: a change that may not exist is not excluded.
    std::optional<double> commonChange;
    std::optional<Everything> everything; // the times of all rows and of the baseline changed alike
    // How the devices differ (deviceDifference), in which case nothing is judged; empty if they do not, or if
    // the sides took turns.
    std::string otherDevice;
    std::string noise;                  // clauses: which sides are not good, and why; empty if both are
    std::string whyUnjudged;            // if devices do not differ, a clause; empty if rows are judged
    bool sameRun = false;               // both hold the same samples, or are the same printed table
    std::vector<Uncompared> uncompared; // rows or strategies that only one side has measured
    std::vector<std::string> cautions;  // what else differs: sentences without a full stop

    bool repeated() const; // whether any change has an interval
    bool judged()
        const; // whether verdicts mean anything: repeated, on one device, by one clock if times are compared
    // True if a row has this verdict, or, by time, everything has it.
    bool holds(Verdict verdict) const;
    // True if nothing is known of any row: all are UNCLEAR, or not judged. False for a run and itself.
    bool blind() const;
};

// A usage error if nothing can be compared, or if ratios refer to different baselines.
Result<Comparison> compareRuns(const RunResult& base, const RunResult& now, const CompareSettings& settings);

// The same for runs that are already analysed, since analysing costs more than comparing.
Result<Comparison> compareRuns(const RunFigures& base, const RunFigures& now,
                               const CompareSettings& settings);

// Of the figures that can be compared: those without a caveat.
struct VerdictCounts {
    std::size_t all = 0, faster = 0, slower = 0, same = 0, unclear = 0;
};
VerdictCounts countVerdicts(const Comparison& comparison);

// The changes of a comparison that are worth reading.

// The slowest change first; changes that have no interval last.
void sortBySlowness(Comparison& comparison);

// FASTER and SLOWER, in the comparison's order. If nothing is judged, since a side has no repetitions or the
// devices differ: the kMostUnjudged largest changes beyond the threshold without a caveat, the largest first.
// None if a run is compared with itself. `all`: every change, in the comparison's order.
std::vector<Change> shownChanges(const Comparison& comparison, bool all);

constexpr std::size_t kMostUnjudged = 20;

// The largest change without a caveat, as the quotient of the larger and the smaller value, minus 1; 0
// without any.
double largestDifference(const Comparison& comparison);

// The factor, in the median of the UNCLEAR changes, by which the number of epochs must grow until the
// interval no longer crosses the threshold. Intervals narrow with the square root of that number. Nothing if
// no UNCLEAR change has an interval.
std::optional<double> epochsToSettle(const Comparison& comparison);

} // namespace vkperftest
