// What limits a row: its loads, the instructions around them, or a known limit of the hardware. Figured out
// from the row, its twins (cases/twins.h) and known limits.
//
// The heavier twin decides between loads and instructions. It does more arithmetic beside each load. Where
// instructions limit the row, it takes longer by what that arithmetic costs; where loads do, the arithmetic
// is hidden behind them. What it costs, the heavier floor shows: a loop that nothing but its instructions
// limits. Nothing needs to be known of the driver's code: an address that takes ten instructions shows as
// well as one that takes none. The arithmetic is the lanes' own. AMD's GPUs load and address through scalar
// units where all lanes read one element: that it is hidden says nothing of those units.
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
    Issue,   // the instructions around the loads, such as those that form addresses
    Adds,    // the additions and the loop, which the floor has, too
    Latency, // a load's latency, since few are in flight
    Unknown, // a twin is missing, or what was measured does not decide
};

std::string_view boundName(Bound bound); // "limit", "loads", "issue", "adds", "latency", "?"

// Whether the row's time is that of its loads: faster ones would make it faster.
bool isOfLoads(Bound bound);

// Whether it is that of its instructions.
bool isOfInstructions(Bound bound);

// A row under this many times its floor does little but additions. The floor's one operation in place of a
// load makes less of a difference, and so do kernels of the same operations on lavapipe (17 % were seen).
constexpr double kLoadBound = 1.25;

// The same where the compiler unrolled the floor further than the row (analysis/same_loop.h): that spares it
// the counter, the comparison, the branch and the address of an iteration, at most four operations beside
// four additions and four more that stand in for addresses. So the row's own floor takes less than twice as
// long.
constexpr double kLoadBoundOfOtherLoop = 2 * kLoadBound;

// No driver's code has this many times the instructions of its floor. NVK's for raw Load4 have most: 21.75 a
// load; on an H100, whose driver needs as many, the row takes 4.4 times its floor, and nothing but
// instructions limits it.
constexpr double kFarAboveFloor = 5;

// Of what more arithmetic costs: a row that takes longer by less than the first share hides some of it, so
// something else limits the row; by more than the second one, its instructions do. Between the two, loads and
// instructions limit the row about alike.
constexpr double kHidden = 0.6, kShown = 0.8;

// Of a hardware limit. A row that takes more than the second share shows that the limit is not known.
constexpr double kNearLimit = 0.95, kMostOfLimit = 1.05;

// A row whose serial twin takes this share of as many times as long as the row has loads in flight waits for
// them: each of its loads has its latency to itself, whatever else is in flight.
constexpr double kWaits = 0.9;

// What is known of a row. Times of twins are divided by the row's.
struct BoundEvidence {
    std::optional<PairedRatio> overFloor; // the row's time over its floor's
    bool otherLoop = false;               // than the floor's
    std::optional<PairedRatio> heavier;   // nothing: not measured, or the compiler made another loop of it
    bool otherHeavier = false;            // it was measured, and is another loop
    std::optional<PairedRatio> moreWork;  // what its arithmetic costs where nothing hides it
    std::optional<PairedRatio> serial;
    double inFlight = 1;                  // loads of an iteration
    std::optional<Interval> shareOfLimit; // of what L1 can deliver
    bool hardwareAddresses = false;       // the load takes an index: no instruction forms an address
    bool scalarUnits = false;             // they may load and form addresses (AMD's, uniform addresses)
    bool sumsUp = false;                  // a CPU, where the costs of loads and of additions add up
};

// Why a bound is unknown.
enum class BoundDoubt {
    None,          // it is known
    NoLoads,       // there are none to ask about: a floor
    NoFloor,       // no floor was measured
    OtherLoop,     // the floor is another loop
    NoHeavier,     // no heavier twin was measured
    OtherHeavier,  // the heavier twin is another loop
    NoPrice,       // what its arithmetic costs was not measured, or not surely anything
    ScalarUnits,   // it hides lanes' arithmetic, but scalar units may do the rest
    Contradiction, // it pays for more arithmetic, though it is far above its floor
    FasterAlone,   // the serial twin is faster, and what limits that one is not known
    Between,       // the intervals hold a threshold, or the arithmetic is hidden in part
};

struct JudgedBound {
    Bound bound = Bound::Unknown;
    BoundDoubt doubt = BoundDoubt::None;
};

JudgedBound judgeBound(const BoundEvidence& evidence);

} // namespace vkperftest
