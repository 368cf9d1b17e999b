// What a row's raw samples and its controls (cases/controls.h) say, under each strategy; among that, what limits
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

enum class Limiter {
    Limit,   // the most bytes that L1 can deliver, as far as known (analysis/l1_limit.h)
    Loads,   // the loads, in some way that is not known
    Adds,    // the additions and the loop, which the no-load control has, too
    Latency, // a load's latency, since few are in flight
    Unknown, // a control is missing, or what was measured does not decide
};

std::string_view limiterName(Limiter limiter); // "limit", "loads", "adds", "latency", "?"

// True if loads limit the row: faster loads would make it faster.
constexpr bool isOfLoads(Limiter limiter) {
    return limiter == Limiter::Limit || limiter == Limiter::Loads || limiter == Limiter::Latency;
}

// A row below this many times its no-load control's time does little but additions, unless the compiler unrolled the
// no-load control further than the row (madeOtherLoops). That spares the no-load control an iteration's counter, comparison,
// branch and address: at most four operations, beside four additions and four more in place of addresses. So
// a no-load control with the row's own loop would take less than twice as long.
constexpr double kLoadLimited = kOtherKernel, kLoadLimitedOfOtherLoop = 2 * kLoadLimited;

// Shares of a hardware limit. A row that uses more than the second share shows that the true limit is not
// known.
constexpr double kNearLimit = 2 - kOtherPromise, kMostOfLimit = kOtherPromise;

// What is known about a row. Times of controls are divided by the row's time.
struct LimiterEvidence {
    std::optional<PairedRatio> overNoLoads; // the row's time over its no-load control's
    bool otherLoop = false;                 // the no-load control's loop differs
    std::optional<PairedRatio> dependent;
    double inFlight = 1;                  // loads of an iteration
    std::optional<Interval> shareOfLimit; // of what L1 can deliver
    bool hardwareAddresses = false;       // the load takes an index: no instruction forms an address
    bool sumsUp = false;                  // a CPU, where the costs of loads and of additions add up
};

// Why a limiter is unknown.
enum class LimiterDoubt {
    None,        // it is known
    NoLoads,     // a no-load control has no loads to ask about
    Writes,      // nor have stores and atomic operations
    NoControl,   // its no-load control was not measured
    OtherLoop,   // the no-load control is another loop
    FasterAlone, // the dependent control is faster, and its own limit is not known
    Between, // the time over the no-load control's lies between the thresholds, or its interval contains one
};

constexpr bool isAboutLoads(LimiterDoubt doubt) {
    return doubt != LimiterDoubt::NoLoads && doubt != LimiterDoubt::Writes;
}

struct JudgedLimiter {
    Limiter limiter = Limiter::Unknown;
    LimiterDoubt doubt = LimiterDoubt::None;
};

// A limiter is passed or missed by the whole interval (isAtLeast in stats/paired.h).
JudgedLimiter judgeLimiter(const LimiterEvidence& evidence);

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
    bool incomparable = false;    // printed figures with a footnote
    FootnoteEffect footnoteEffect = FootnoteEffect::Unknown; // of that footnote
    std::optional<PairedRatio>
        overNoLoads;        // the row's time over its no-load control's; nothing where there is none
    bool otherLoop = false; // its no-load control's loop differs (madeOtherLoops)
    // If the dependent control is faster (`alone`), the loads that limit the row are the control's: the row does not
    // wait for its own.
    Limiter limiter = Limiter::Unknown;
    LimiterDoubt limiterDoubt = LimiterDoubt::None;
    // Nothing where the control was not measured, or the strategy runs another kernel than the row's own.
    std::optional<PairedRatio>
        overlapGain; // the dependent control's time over the row's: what it costs if loads depend on one another
    std::optional<PairedRatio>
        alone; // the dependent control's ratio, if it is kAgree times as fast as the row
    std::optional<double> shareOfLimit; // of the bytes that L1 can deliver (analysis/l1_limit.h)
    // The time over the time under each strategy, by number (the samples of one visit were taken in one
    // submission): bigger than 1 means that the other is faster. Nothing for strategies that were not
    // measured, and between printed and measured figures.
    std::vector<std::optional<PairedRatio>> timeOver;

    // Nothing for rows that only write, either.
    std::optional<double> loadRate() const {
        return limiterDoubt == LimiterDoubt::Writes ? std::nullopt : loadsPerNanosecond;
    }

    // The ratio that advice and experiments use: some compilers make better code of one load in flight than
    // of four.
    const PairedRatio& best() const { return alone ? *alone : ratio; }
};

struct RowFigures {
    const RowResult* row = nullptr;
    const RowResult* noLoads = nullptr;                     // null: the run holds none
    const RowResult* dependent = nullptr;                   // likewise
    std::vector<std::optional<StrategyFigures>> strategies; // by number; nothing unless measured

    // The figures under that strategy; of a row or control that was measured under a single strategy, the
    // figures under that one (resultUnder). Null unless measured.
    const StrategyFigures* under(std::size_t strategy) const;

    // The time under strategy number `first` over that under number `other`; nothing unless both were
    // measured.
    std::optional<PairedRatio> timeOver(std::size_t first, std::size_t other) const;
};

// The figures of a row or control without those that need its own controls.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// Fills in what the controls show about the row, under each strategy.
void judgeLimiters(const RunResult& run, RowFigures& row, const FiguresOf& figuresOf);

// True if the compiler made different loops of the row and of its no-load control, for example by unrolling one of them
// further: their times differ in more than the loads. Both loops do the same additions. Besides these, the
// row's has its loads, their addresses and waits; the no-load control's has at most one operation for each load. So
// they differ if only one of the codes has a loop, if the no-load control's innermost loop has more instructions than
// the row's, or if the row's has at least four times as many (3.0 times was seen; no row of RADV has more but
// those with a loop around each load). If no code was read, the size that the driver reports for the whole
// code counts: the row's must be at most twice its no-load control's, and the no-load control's at most a quarter more than the
// row's, which hides unrolling by two, but not by four.
//
// Also false if nothing is known; null: no code is known.
bool madeOtherLoops(const CodeDigest* row, const CodeDigest* noLoads);

} // namespace vkperftest
