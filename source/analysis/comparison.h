// Is NEW slower than BASE, row by row, and how sure is that?
//
// A row's level is the mean over its restarts of the logarithm of the restart's own level (analysis/restarts.h); an
// restart is a stretch of a run between two re-creations of everything on the device (run/plan.h), or one
// process of several. The scatter is taken from restarts, not samples, since samples of one restart share its
// accidents of memory and time. A few restarts estimate a row's variance badly, so each side's is moderated by
// all its rows' variances (stats/scatter.h). The change's 95 % interval is Student's, with Welch's freedom.
// Times of two runs also differ because the machine does: the baseline's scatter from restart to restart is added
// for each run. False alarms over all rows of a pair of files are limited by Benjamini and Hochberg's method
// (1995). A change that all rows share (analysis/change_estimate.h) has a verdict of its own; verdicts on
// rows are about the change beyond it.
//
// Noise widens intervals and demands more witnesses; it hides nothing (docs/comparing.md has the tests of
// these rules):
// - The A/A control is the baseline against itself. If it is off by more than its own interval allows, any other
//   row may be off by as much, so that this error is added to the uncertainty of every change.
// - If more than half of a software driver's samples are disturbed, all samples of a restart, and of the next
//   one, may be disturbed. So where restarts are compared (times, and drivers in turns), a row's restarts are
//   assumed to scatter at least as much as the restarts of all rows do on average, and two restarts count as one.
// - A change from or to such a run, and every change of a ratio between runs of software drivers, must also
//   show in all samples at once, and in the fastest samples: beside other work, single rows take 10 to 20 %
//   longer in most restarts of a process. The smallest of these changes counts, or none if they contradict one
//   another.
// - Single restarts of a software driver may be disturbed from end to end, so there the levels and scatters of
//   ratios come from the runs' figures and their intervals (analysis/figures.h), and a change must exceed
//   what processes differ by.
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

// What a comparison allows for if a run is noisy or disturbed (analysis/quality.h).

// The standard deviation by which the logarithm of each ratio of the run may be off, by its A/A control; 0 for a
// good run.
double aaControlNoise(const RunFigures& run);

// How many restarts of the run count as one; 1 unless more than half of its samples were disturbed.
double restartsSharing(const RunFigures& run);

// One strategy of one row of a run.
struct Measured {
    const StrategyFigures& figures;
    const RowResult& row;
    const StrategyResult& result; // of the row
};

// The logarithm of one figure's change, found in other ways than restart by restart (Estimate::witnesses): by all
// samples at once, and by the fastest ones: of ratios the fastest pairs, and each program's undisturbed ones.
std::vector<double> witnessesOf(const Measured& base, const Measured& now, Metric metric);

// "NEW is noisy (40 % of the samples were disturbed)": of the sides that are not good; empty if both are.
std::string noisySides(const RunFigures& base, const RunFigures& now);

std::string_view metricName(Metric metric); // "time"

std::string_view verdictName(Verdict verdict); // "FASTER"
bool isChanged(Verdict verdict);               // FASTER or SLOWER

struct CompareSettings {
    std::optional<Metric> metric; // nothing: ratios, unless one device was measured with two baselines
    double threshold = kOtherRun; // the smallest change that matters: 3 % from 1 / 1.03 to 1.03 times
    // Restart i of one run was measured next to restart i of the other: changes are formed pair by pair.
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
    std::string footnote;
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

// Of the figures that can be compared: those without a footnote.
struct VerdictCounts {
    std::size_t all = 0, faster = 0, slower = 0, same = 0, unclear = 0;
};
VerdictCounts countVerdicts(const Comparison& comparison);

// The slowest change first; changes that have no interval last.
void sortBySlowness(Comparison& comparison);

// FASTER and SLOWER, in the comparison's order. If nothing is judged, since a side has no repetitions or the
// devices differ: the kMostUnjudged largest changes beyond the threshold without a footnote, the largest first.
// None if a run is compared with itself. `all`: every change, in the comparison's order.
std::vector<Change> shownChanges(const Comparison& comparison, bool all);

constexpr std::size_t kMostUnjudged = 20;

// The largest change without a footnote, as the quotient of the larger and the smaller value, minus 1; 0
// without any.
double largestDifference(const Comparison& comparison);

// The factor, in the median of the UNCLEAR changes, by which the number of restarts must grow until the
// interval no longer crosses the threshold. Intervals narrow with the square root of that number. Nothing if
// no UNCLEAR change has an interval.
std::optional<double> restartsToSettle(const Comparison& comparison);

} // namespace vkperftest
