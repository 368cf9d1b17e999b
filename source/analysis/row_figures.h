// What a row's raw samples say, under each strategy.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analysis/bound.h"
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

} // namespace vkperftest
