// Is NEW slower than BASE, row by row, and how sure is that?
//
// A row is judged by its own time for a load, in ticks of a clock that no shader compiler touches (core_clock.h): no
// row is the reference of a verdict, and no common change is subtracted. The mixed model (stats/mixed_model.h) makes
// a change and its scatter of the levels of restarts; the interval that is printed decides. A row whose samples have
// two levels is as uncertain as these lie apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/core_clock.h"
#include "analysis/restarts.h"
#include "analysis/verdict.h"
#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

std::string_view verdictName(Verdict verdict); // "FASTER"

// Noisier runs have UNCLEAR rows: who asks for slower rows must not be told that a third more time is the same.
inline constexpr double kMostDecided = 0.1;

struct CompareSettings {
    std::optional<Metric> metric; // nothing: times of one device, ratios of printed tables and of two devices
    // Nothing: kOtherRun, or what the runs can decide, up to kMostDecided.
    std::optional<double> threshold;
    // Restart i of one run was measured next to restart i of the other: changes are formed pair by pair.
    bool interleaved = false;
};

// One row under one strategy.
struct Change {
    std::string name;
    std::optional<LoadKind> kind; // nothing: this version does not have the row
    std::string strategy;
    double base = 0;                  // milliseconds or ratio
    double now = 0;                   // likewise
    double change = 0;                // now / base - 1, of times in ticks of the reference clock
    std::optional<Interval> interval; // of change (changeIntervals); nothing unless both sides are repeated
    Verdict verdict = Verdict::Unknown;
    // By how much the upper level is above the lower one, of a side whose samples have two.
    std::optional<double> baseStep, nowStep;
    bool kernelDiffers = false; // the SPIR-V is not the same
    // Why a printed figure cannot be compared with the other side's, a clause; empty if it can, or if both
    // have the same.
    std::string footnote;
    // What the driver's compiler made of it.
    std::string baseLoads, nowLoads; // "4 × buffer_load_dword"; empty: not known
    std::optional<bool> sameCode;    // nothing: not known (isa/summary.h), or the devices differ
};

struct Uncompared {
    std::string name;
    std::string strategy;
    bool byNow = false; // NEW lacks the figure, as far as is known; otherwise BASE
    // Status::Measured: it was published as a ratio alone. Nothing: the side lacks the row, or the strategy.
    std::optional<Unmeasured> why;
};

// A change that three of four figures share, give or take the threshold; where the machine's speed is not known, the
// direction alone, and then nothing is judged.
struct Shift {
    std::size_t figures = 0;
    double change = 0; // of all figures, in the median
    Interval interval; // 95 %
};

struct Comparison {
    Metric metric = Metric::Time;
    double threshold = 0; // from which change on a figure is faster or slower
    double decidable = 0; // the smallest by which most unchanged figures are the same; 0 without intervals
    bool interleaved = false;
    ReferenceClock clock = ReferenceClock::None; // of both runs; of times
    double clockChange = 0;                      // of its rate
    std::optional<Shift> shift;                  // beyond kOtherRun
    std::vector<Change> changes;                 // in BASE's order
    // How the devices differ, in which case nothing is judged; empty if they do not, or if the sides took turns.
    std::string otherDevice;
    std::string whyUnjudged;            // if devices do not differ, a clause; empty if rows are judged
    std::vector<Uncompared> uncompared; // rows or strategies that only one side has measured
    std::vector<std::string> cautions;  // what else differs: sentences without a full stop

    bool repeated() const; // whether any change has an interval
    // Whether verdicts mean anything: repeated, on one device, by one clock if times are compared.
    bool judged() const;
    // Figures that can be compared, since they have no footnote: of that verdict; nothing: of any.
    std::size_t count(std::optional<Verdict> verdict = {}) const;
    // True if nothing is known of any row: all are UNCLEAR, or not judged.
    bool blind() const;
};

// A usage error if nothing can be compared, or if ratios refer to different baselines.
Result<Comparison> compareRuns(const RunResult& base, const RunResult& now, const CompareSettings& settings);

// FASTER and SLOWER, in the comparison's order; if nothing is judged, the five largest changes beyond the
// threshold.
std::vector<Change> mainChanges(const Comparison& comparison);

// The largest change without a footnote, as a factor minus 1.
double largestDifference(const Comparison& comparison);

} // namespace vkperftest
