// What a row's raw samples and its twins (cases/controls.h) say, under each strategy; among that, what limits
// the row: its loads, the instructions around them, or a known limit of the hardware.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/thresholds.h"
#include "model/run_result.h"
#include "stats/paired.h"

namespace vkperftest {

enum class Bound {
    Limit,   // the most bytes that L1 can deliver, as far as known (analysis/l1_limit.h)
    Loads,   // the loads, in some way that is not known
    Adds,    // the additions and the loop, which the floor has, too
    Latency, // a load's latency, since few are in flight
    Unknown, // a twin is missing, or what was measured does not decide
};

std::string_view boundName(Bound bound); // "limit", "loads", "adds", "latency", "?"

// True if loads limit the row: faster loads would make it faster.
constexpr bool isOfLoads(Bound bound) {
    return bound == Bound::Limit || bound == Bound::Loads || bound == Bound::Latency;
}

// A row below this many times its floor's time does little but additions, unless the compiler unrolled the
// floor further than the row (madeOtherLoops). That spares the floor an iteration's counter, comparison,
// branch and address: at most four operations, beside four additions and four more in place of addresses. So
// a floor with the row's own loop would take less than twice as long.
constexpr double kLoadBound = kOtherKernel, kLoadBoundOfOtherLoop = 2 * kLoadBound;

// Shares of a hardware limit. A row that uses more than the second share shows that the true limit is not
// known.
constexpr double kNearLimit = 2 - kOtherPromise, kMostOfLimit = kOtherPromise;

// What is known about a row. Times of twins are divided by the row's time.
struct BoundEvidence {
    std::optional<PairedRatio> overFloor; // the row's time over its floor's
    bool otherLoop = false;               // the floor's loop differs
    std::optional<PairedRatio> serial;
    double inFlight = 1;                  // loads of an iteration
    std::optional<Interval> shareOfLimit; // of what L1 can deliver
    bool hardwareAddresses = false;       // the load takes an index: no instruction forms an address
    bool sumsUp = false;                  // a CPU, where the costs of loads and of additions add up
};

// Why a bound is unknown.
enum class BoundDoubt {
    None,        // it is known
    NoLoads,     // a floor has no loads to ask about
    Writes,      // nor have stores and atomic operations
    NoFloor,     // no floor was measured
    OtherLoop,   // the floor is another loop
    FasterAlone, // the serial twin is faster, and its own limit is not known
    Between,     // the time over the floor's lies between the thresholds, or its interval contains one
};

constexpr bool isAboutLoads(BoundDoubt doubt) {
    return doubt != BoundDoubt::NoLoads && doubt != BoundDoubt::Writes;
}

struct JudgedBound {
    Bound bound = Bound::Unknown;
    BoundDoubt doubt = BoundDoubt::None;
};

// A bound is passed or missed by the whole interval (isAtLeast in stats/paired.h).
JudgedBound judgeBound(const BoundEvidence& evidence);

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
    bool otherLoop = false;               // its floor's loop differs (madeOtherLoops)
    // If the serial twin is faster (`alone`), the loads that limit the row are the twin's: the row does not
    // wait for its own.
    Bound bound = Bound::Unknown;
    BoundDoubt boundDoubt = BoundDoubt::None;
    // Nothing where the twin was not measured, or the strategy runs another kernel than the row's own.
    std::optional<PairedRatio>
        serialGain; // the serial twin's time over the row's: what it costs if loads depend on one another
    std::optional<PairedRatio> alone;   // the serial twin's ratio, if it is kAgree times as fast as the row
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

// The figures of a row or twin without those that need its own twins.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// Fills in what the twins show about the row, under each strategy.
void judgeBounds(const RunResult& run, RowFigures& row, const FiguresOf& figuresOf);

// True if the compiler made different loops of the row and of its floor, for example by unrolling one of them
// further: their times differ in more than the loads. Both loops do the same additions. Besides these, the
// row's has its loads, their addresses and waits; the floor's has at most one operation for each load. So
// they differ if only one of the codes has a loop, if the floor's innermost loop has more instructions than
// the row's, or if the row's has at least four times as many (3.0 times was seen; no row of RADV has more but
// those with a loop around each load). If no code was read, the size that the driver reports for the whole
// code counts: the row's must be at most twice its floor's, and the floor's at most a quarter more than the
// row's, which hides unrolling by two, but not by four.
//
// Also false if nothing is known; null: no code is known.
bool madeOtherLoops(const CodeDigest* row, const CodeDigest* floor);

} // namespace vkperftest
