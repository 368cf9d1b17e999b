// What limits a row: its loads, the instructions around them, or a known limit of the hardware. Derived from
// the row, its twins (cases/controls.h) and known limits.
//
// A bound is passed or missed by the whole interval (isAtLeast in stats/paired.h).
#pragma once

#include <optional>
#include <string_view>

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
bool isOfLoads(Bound bound);

// True if instructions limit the row.
bool isOfInstructions(Bound bound);

// A row below this many times its floor's time does little but additions. The floor's one operation in place
// of a load makes less difference than that, and so do kernels with the same operations on lavapipe (17 % was
// seen).
constexpr double kLoadBound = 1.25;

// The same if the compiler unrolled the floor further than the row (analysis/controls.h). That spares the
// floor an iteration's counter, comparison, branch and address: at most four operations, beside four
// additions and four more in place of addresses. So a floor with the row's own loop would take less than
// twice as long.
constexpr double kLoadBoundOfOtherLoop = 2 * kLoadBound;

// No driver's code for a row has this many times its floor's instructions. NVK's code for raw Load4 has the
// most: 21.75 a load. On an H100, whose driver needs as many, that row takes 4.4 times as long as its floor,
// and only instructions limit it.
constexpr double kFarAboveFloor = 5;

// Shares of a hardware limit. A row that uses more than the second share shows that the true limit is not
// known.
constexpr double kNearLimit = 0.95, kMostOfLimit = 1.05;

// A row with N loads in flight waits for their latency if its serial twin takes at least this share of N
// times as long: then each load takes its latency, whatever else is in flight.
constexpr double kWaits = 0.9;

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

inline bool isAboutLoads(BoundDoubt doubt) {
    return doubt != BoundDoubt::NoLoads && doubt != BoundDoubt::Writes;
}

struct JudgedBound {
    Bound bound = Bound::Unknown;
    BoundDoubt doubt = BoundDoubt::None;
};

JudgedBound judgeBound(const BoundEvidence& evidence);

} // namespace vkperftest
