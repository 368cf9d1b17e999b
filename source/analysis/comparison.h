// Is NEW slower than BASE, row by row, and how sure is that?
//
// A row's level is the mean over its epochs of the logarithm of the epoch's own level
// (analysis/epoch_levels.h); an epoch is a stretch of a run between two re-creations of everything on the
// device (run/runner.h), or one process of several. Epochs, not samples, are what the scatter is taken from:
// samples of one epoch share its accidents of memory and time. Few epochs tell a row's variance badly, so
// each side's is moderated by all its rows' variances (stats/moderated.h); the change's 95 % interval is
// Student's, with Welch's freedom. Times of two runs also differ as the machine does: the baseline's scatter
// from epoch to epoch is added for each run. Over all rows of a pair of files false alarms are held down as
// Benjamini and Hochberg do it (1995).
//
// What all rows did alike (analysis/everything.h) is a verdict of its own: those of rows are about what is
// beyond it. Noise widens the intervals (analysis/noise.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/change_estimate.h"
#include "analysis/everything.h"
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
    // Epoch number i of one run was taken next to epoch number i of the other: changes are formed pair by
    // pair.
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
    Verdict verdict = Verdict::Unclear;
    bool isBaseline = false;    // which says nothing of ratios: its own is 1
    bool kernelDiffers = false; // the SPIR-V is not the same
    // Why a printed figure cannot be compared with the other side's, a clause; empty if it can, or if both
    // have it.
    std::string caveat;
    // What the driver's compiler made of it.
    std::string baseLoads, nowLoads; // "4 × buffer_load_dword"; empty: not known
    std::optional<bool> sameCode;    // nothing: it cannot be told (isa/summary.h)
    std::string whyCodeUnknown;      // "in BASE: …"; empty if it can be told
};

struct Uncompared {
    std::string name;
    std::string strategy;
    bool byNow = false; // NEW has no figure of it, as far as is known; otherwise BASE
    // Status::Measured: it was published as a ratio alone. Nothing: there is no such row, or not under the
    // strategy.
    std::optional<Unmeasured> why;
};

struct Comparison {
    Metric metric = Metric::Time;
    double threshold = 0;
    bool interleaved = false;
    std::vector<Change> changes; // in BASE's order
    std::optional<double>
        baselineChange; // of its time; nothing where devices or baselines differ, or one was not measured
    // In the metric, of all rows alike: what verdicts on rows leave out. By time it is the change of
    // everything if that is FASTER or SLOWER: what may not be there cannot be left out.
    std::optional<double> commonChange;
    std::optional<Everything> everything; // the times of all rows and of the baseline changed alike
    // In what way the devices differ (deviceDifference), which leaves nothing to judge; empty in turns, and
    // if they do not.
    std::string otherDevice;
    std::string noise;                  // clauses: which sides are not good, and why; empty if both are
    std::string whyUnjudged;            // if devices do not differ, a clause; empty if rows are judged
    bool sameRun = false;               // both hold the same samples, or are the same printed table
    std::vector<Uncompared> uncompared; // rows or strategies that only one side has measured
    std::vector<std::string> cautions;  // what else differs: sentences without a full stop

    bool repeated() const; // whether any change has an interval
    bool judged()
        const; // whether verdicts mean anything: repeated, on one device, by one clock if times are compared
    // Whether a row came out so; by time everything, too.
    bool holds(Verdict verdict) const;
    // Whether nothing is known of any row: all are UNCLEAR, or they are not judged. Not of a run and itself.
    bool blind() const;
};

// A usage error if nothing can be compared, or if ratios refer to different baselines.
Result<Comparison> compareRuns(const RunResult& base, const RunResult& now, const CompareSettings& settings);

// The same of runs that are analysed already, which costs more than to compare them.
Result<Comparison> compareRuns(const RunFigures& base, const RunFigures& now,
                               const CompareSettings& settings);

// Of the figures that can be compared: those without a caveat.
struct VerdictCounts {
    std::size_t all = 0, faster = 0, slower = 0, same = 0, unclear = 0;
};
VerdictCounts countVerdicts(const Comparison& comparison);

} // namespace vkperftest
