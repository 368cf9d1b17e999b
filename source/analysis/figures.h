// What a row's raw samples say, under each strategy.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/bound.h"
#include "analysis/estimator.h"
#include "analysis/quality.h"
#include "model/run_result.h"
#include "stats/paired.h"

namespace vkperftest {

// A serial twin at least this many times as fast as its row counts in the row's place.
constexpr double kFasterAlone = 1.02;

// A twin that was measured under one strategy also serves others under which the row takes as long, within
// this factor.
constexpr double kAlike = 1.02;

// One row under one strategy, measured or printed.
struct StrategyFigures {
    PairedRatio ratio; // against the baseline; bigger is faster
    // What PerfTest's dispatch would take, scaled from the level of the samples; for printed figures as
    // printed, or nothing.
    std::optional<double> milliseconds;
    std::optional<double> loadsPerNanosecond; // nothing for printed figures: their loads are not known
    // Of one unit (SM, CU); nothing where clocks or units are not known (analysis/core_clock.h). The bytes
    // are those that the loads bring from L1 (bytesOfLoad).
    std::optional<double> loadsPerClock, bytesPerClock;
    std::size_t countedSamples = 0;
    bool isBaseline = false;      // what all ratios refer to: 1.000 by definition
    bool imprecise = false;       // the interval missed the run's goal; printed figures have no goal
    bool fastestDisagree = false; // the ratio by the fastest samples is more than 2 % off
    bool incomparable = false;    // printed figures with a caveat
    CaveatEffect caveatEffect = CaveatEffect::Unknown; // of that caveat
    std::optional<PairedRatio> overFloor; // the row's time over its floor's; nothing where there is none
    bool otherLoop = false;               // its floor's loop differs (analysis/controls.h)
    // If the serial twin is faster (`alone`), the loads that limit the row are the twin's: the row does not
    // wait for its own.
    Bound bound = Bound::Unknown;
    BoundDoubt boundDoubt = BoundDoubt::None;
    // Nothing where the twin was not measured, or the strategy runs another kernel than the row's own.
    std::optional<PairedRatio>
        serialGain; // the serial twin's time over the row's: what it costs if loads depend on one another
    std::optional<PairedRatio>
        alone; // the serial twin's ratio, if it is kFasterAlone times as fast as the row
    std::optional<double> shareOfLimit; // of the bytes that L1 can deliver (analysis/l1_limit.h)
    // The time over the time under each strategy, by number (the samples of one visit were taken in one
    // submission): bigger than 1 means that the other is faster. Nothing for strategies that were not
    // measured, and between printed and measured figures.
    std::vector<std::optional<PairedRatio>> timeOver;

    // Nothing for rows that only write, either.
    std::optional<double> loadRate() const {
        return boundDoubt == BoundDoubt::Writes ? std::nullopt : loadsPerNanosecond;
    }

    // The ratio that advice and experiments use: some compilers make better code of one load in flight than
    // of four.
    const PairedRatio& best() const { return alone ? *alone : ratio; }
};

struct RowFigures {
    const RowResult* row = nullptr;
    const RowResult* floor = nullptr;                       // null: the run holds none
    const RowResult* serial = nullptr;                      // likewise
    std::vector<std::optional<StrategyFigures>> strategies; // by number; nothing unless measured

    // The figures under that strategy; of a row or twin that was measured under a single strategy, the
    // figures under that one (resultUnder). Null unless measured.
    const StrategyFigures* under(std::size_t strategy) const;

    // The time under strategy number `first` over that under number `other`; nothing unless both were
    // measured.
    std::optional<PairedRatio> timeOver(std::size_t first, std::size_t other) const;
};

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
    std::vector<RowFigures> rows, twins; // in the run's order
    RowFigures nullRow;                  // without strategies where the run has none
    StatusCounts counts;                 // of the rows
    double disturbedShare = 0;           // of the rows' samples: those that were disturbed
    double baselineDrift = 0;          // relative, from the first third of the baseline's series to the last
    std::optional<RunQuality> quality; // nothing where nothing was measured, or the figures are printed

    // `row` is a row, a twin or the null row of the run.
    const RowFigures& of(const RowResult& row) const;

    // Among rows and twins; null if it is not there.
    const RowFigures* find(std::string_view name) const;
};

// Intervals include the scatter between epochs (analysis/epochs.h). `widening` is the factor by which
// their ends move farther out: 1.05 for a run that something disturbed by 5 %. Quotients and bounds are made
// of these intervals.
RunFigures analyse(const RunResult& run, double widening = 1);

// The figures of one row, twin or null row while the run goes on, at the cost of that row alone. Its
// intervals come from its own samples; the other rows may still widen them.
RowFigures analyseRow(const RunResult& run, const RowResult& row);

// The ratio alone, of a strategy that was measured; for callers that ask after every sample.
PairedRatio ratioToBaseline(const RowResult& row, std::size_t strategy);

// True if all rows, twins, ways of recording and windows that were planned were measured or unsupported.
bool isWhole(const RunFigures& figures);

// The linear row that delivers the most bytes a nanosecond, for comparison with the limit of L1.
struct MostBytes {
    const RowResult* row = nullptr;
    std::string_view strategy;
    double loadsPerNanosecond = 0;
    double bytesPerNanosecond = 0;
};

// Nothing without such a row, where the timer is wrong, and for software drivers. Refers to the run.
std::optional<MostBytes> mostBytes(const RunFigures& figures);

} // namespace vkperftest
