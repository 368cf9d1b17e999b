// What a run's raw samples and controls (cases/controls.h) say of each row, under each strategy; among that, what
// limits it: a unit with a known rate, its loads in another way, or the instructions around them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/restarts.h"
#include "analysis/thresholds.h"
#include "analysis/unit_rates.h"
#include "base/enum_table.h"
#include "model/run_result.h"
#include "stats/interval.h"

namespace vkperftest {

enum class Limiter {
    Unit,         // a unit that does as much as its known rate allows (analysis/unit_rates.h)
    Loads,        // the loads, in some way that is not known
    Latency,      // a load's latency, since few are in flight
    Instructions, // the additions and the loop, or the instructions that form addresses and issue loads
    Unknown,      // a control is missing, or what was measured does not decide
};

// A row below the first of these times its no-load control's time does little but additions. Without loads and
// addresses, the control may need half as many instructions: so from the second on, a row with addresses that
// hardware forms does more. A shader's own addresses cost more: raw Load4 takes 4.4 times its control's time on an
// H100, and bytes that it takes from words 5.7 times.
constexpr double kLoadLimited = kOtherKernel, kFarByHardware = 2 * kLoadLimited, kFar = 6 * kLoadLimited;

// What is known about a row: its time over others.
struct LimiterEvidence {
    std::optional<PairedRatio> overNoLoads;    // over its no-load control's
    std::optional<PairedRatio> overSameKernel; // over that of one with its instructions at other addresses
    std::optional<PairedRatio> overUnit;       // over that of its busiest unit
    bool unitIsWhole = false;                  // UnitTime::isWhole
    std::optional<PairedRatio> dependent;      // the dependent control's time over the row's
    double inFlight = 1;                       // loads of an iteration
    bool hardwareAddresses = false;            // a texture or constants: no instruction forms an address
    bool sumsUp = false;                       // a CPU, where the costs of loads and of additions add up
};

// The first that applies; each is passed or missed by a whole interval (isAtLeast):
//   the unit      the row takes as long as it, within kAtUnit
//   loads         it takes kFar times as long as its no-load control (kFarByHardware if hardware forms its addresses,
//                 kLoadLimited on a CPU), or kOtherKernel times as long as its instructions at other addresses
//   instructions  it takes less than kLoadLimited times as long as its control, or kOtherKernel times as long as its
//                 busiest unit, beside which nothing else of its loads takes time
Limiter judgeLimiter(const LimiterEvidence& evidence);

// One row under one strategy, measured or printed.
struct StrategyFigures {
    PairedRatio ratio; // against the baseline; bigger is faster
    // What PerfTest's dispatch would take, scaled from the level of the samples; for printed figures as
    // printed, or nothing.
    std::optional<double> milliseconds;
    // Nothing where the loads are not known, as of printed figures, or are not the row's: a row that only writes, or
    // whose lanes share the loads.
    std::optional<double> loadsPerNanosecond;
    // Of one core (SM, CU); nothing where clocks or cores are not known (analysis/core_clock.h). Clocks: for a
    // load of one subgroup, as measured and as the busiest unit needs.
    std::optional<double> loadsPerClock, clocks;
    std::optional<UnitTime> unit;
    std::size_t countedSamples = 0;
    bool isBaseline = false; // what all ratios refer to: 1.000 by definition
    bool imprecise = false;  // the interval missed the run's goal; printed figures have no goal
    std::optional<FootnoteEffect> footnote; // of printed figures that cannot be compared
    std::optional<PairedRatio> overNoLoads; // the row's time over its no-load control's, if there is one
    // Of the dependent control if that is faster (`alone`): the row does not wait for its own loads.
    // Nothing of no-load controls, rows that write or whose lanes share loads, users' shaders, printed figures.
    std::optional<Limiter> limiter;
    // The dependent control's time over the row's, what it costs if loads depend on one another; nothing where it
    // was not measured, or the strategy runs another kernel. And the control's ratio, if it is kAgree times as
    // fast as the row.
    std::optional<PairedRatio> overlapGain, alone;
    // The time over the time under each strategy, by number: bigger than 1 means that the other is faster. Nothing
    // for strategies that were not measured.
    std::vector<std::optional<PairedRatio>> timeOver;

    std::string_view limiterName() const; // the unit's, or "loads", "latency", "instructions", "?"
    bool isOfLoads() const;               // faster loads would make it faster

    // That advice and experiments use: some compilers make better code of one load in flight than of four.
    const PairedRatio& best() const { return alone ? *alone : ratio; }
    std::optional<double> bestClocks() const; // likewise
    std::optional<double> overUnit() const;   // the clocks as measured over those of the busiest unit
};

struct RowFigures {
    const RowResult* row = nullptr;
    const RowResult* noLoads = nullptr;                     // null: the run holds none
    const RowResult* dependent = nullptr;                   // likewise
    std::vector<std::optional<StrategyFigures>> strategies; // by number; nothing unless measured and possible
    bool isImpossible = false; // faster than the hardware under a strategy, which therefore has no figures

    // Under that strategy; of a row or control that was measured under a single one, under that. Null unless
    // measured.
    const StrategyFigures* under(std::size_t strategy) const;

    // The time under strategy number `first` over that under number `other`; nothing unless both were
    // measured.
    std::optional<PairedRatio> timeOver(std::size_t first, std::size_t other) const;
};

// How much a run was disturbed, by itself. The bounds were chosen on 68 runs of lavapipe beside up to three busy
// loops and compilers, and on GPUs. Of a quiet run of lavapipe, 9 % of the samples are disturbed, 2 % of the figures
// are wider than +-3 %; of GPUs none.
enum class Grade {
    Good,
    Noisy,     // many samples were disturbed, or many intervals are wide
    Disturbed, // most samples were disturbed, or most intervals are wide
};

inline constexpr auto kGradeNames = enumTable<Grade, std::string_view>({"good", "noisy", "disturbed"});

// What a run shows of itself. The baseline, 1 by definition, is not among its figures.
struct QualityFacts {
    std::string impossible = {};          // rows, in words; empty if there are none
    double setAside = 0;                  // share of the samples that were disturbed
    std::optional<PairedRatio> aaControl; // the baseline against itself; nothing if it was not measured
    std::vector<PairedRatio> ratios;      // of all figures; of windows, the times
    double wide = 0.06;                   // an interval that is wider than this, relative, is wide
};

struct RunQuality {
    Grade grade = Grade::Good;
    std::vector<std::string> reasons; // why it is not good, a clause each, the worst first
    double wideShare = 0;             // of the figures: with a wide interval, or without one
};

// By how much the A/A control is off beyond what its own interval allows for; 0 up to 2 %.
double aaControlError(const PairedRatio& aaControl);

RunQuality judgeQuality(const QualityFacts& facts);

// What a run's raw samples say: every figure that reports, experiments and comparisons with known GPUs use.

// Strategies in the rows, counted by status.
struct StatusCounts {
    std::size_t measured = 0;
    std::size_t unsupported = 0;
    std::size_t failed = 0;
    std::size_t notMeasured = 0;
};

// Refers to the run, which must outlive it unchanged.
struct RunFigures {
    const RunResult* run = nullptr;
    std::vector<RowFigures> rows, controls; // in the run's order
    RowFigures aaControl;                   // without strategies where the run has none
    StatusCounts counts;                    // of the rows
    double disturbedShare = 0;              // of the rows' samples: those that were disturbed
    std::optional<RunQuality> quality;      // nothing where nothing was measured, or the figures are printed

    // `row` is a row, a control or the A/A control of the run.
    const RowFigures& of(const RowResult& row) const;

    // Among rows and controls; null if it is not there.
    const RowFigures* find(std::string_view name) const;
};

// Fills in what its controls show about a row of the figures, under each strategy.
void judgeLimiters(const RunFigures& figures, RowFigures& row);

// An interval reaches as far at least as restarts scatter (restartReach) and as the A/A control is off
// (aaControlError).
RunFigures analyse(const RunResult& run);

// Rows of the run that take less time than the hardware needs (kPossible): "x and 3 more take less time than …"; empty if
// there are none.
std::string impossibleRows(const RunResult& run);

// The ratio alone, of a strategy that was measured; for callers that ask after every sample.
PairedRatio ratioToBaseline(const RowResult& row, std::size_t strategy);

// True if all rows, controls, ways of recording and windows that were planned were measured or unsupported.
bool isWhole(const RunFigures& figures);

} // namespace vkperftest
