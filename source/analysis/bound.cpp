#include "analysis/bound.h"

#include <algorithm>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// True if instructions alone cannot make the row take that long.
bool isFarAboveFloor(const BoundEvidence& evidence) {
    const double sameLoop = evidence.sumsUp              ? kLoadBound
                            : evidence.hardwareAddresses ? kLoadBoundOfOtherLoop
                                                         : kFarAboveFloor;
    const double far = evidence.otherLoop ? std::max(sameLoop, kLoadBoundOfOtherLoop) : sameLoop;
    return isAtLeast(*evidence.overFloor, far) == true;
}

bool isNearLimit(const BoundEvidence& evidence) {
    const std::optional<Interval>& share = evidence.shareOfLimit;
    return share && share->low >= kNearLimit && share->high <= kMostOfLimit;
}

// The bound of a row that instructions do not limit.
Bound ofLoads(const BoundEvidence& evidence) {
    if (isNearLimit(evidence)) return Bound::Limit;
    const bool waits = evidence.inFlight > 1 && evidence.serial &&
                       isAtLeast(*evidence.serial, kWaits * evidence.inFlight) == true;
    return waits ? Bound::Latency : Bound::Loads;
}

JudgedBound doubtful(BoundDoubt doubt) {
    return {Bound::Unknown, doubt};
}

// The bound of a row that is not far above its floor and whose heavier twin shows nothing.
JudgedBound byFloor(const BoundEvidence& evidence, BoundDoubt doubt) {
    if (evidence.otherLoop) return doubtful(doubt == BoundDoubt::Between ? BoundDoubt::OtherLoop : doubt);
    const bool near = isAtLeast(*evidence.overFloor, kLoadBound) == false;
    return near ? JudgedBound{Bound::Adds} : doubtful(doubt);
}

// Why the heavier twin shows nothing; None if it does.
BoundDoubt heavierDoubt(const BoundEvidence& evidence) {
    if (evidence.sumsUp) return BoundDoubt::Between;
    if (evidence.otherHeavier) return BoundDoubt::OtherHeavier;
    if (!evidence.heavier) return BoundDoubt::NoHeavier;
    const std::optional<PairedRatio>& price = evidence.moreWork;
    return price && price->interval && price->interval->low > 0 ? BoundDoubt::None : BoundDoubt::NoPrice;
}

// What the heavier twin shows; the price of its arithmetic is known.
JudgedBound byHeavier(const BoundEvidence& evidence) {
    const Interval price = *evidence.moreWork->interval;
    if (isAtLeast(*evidence.heavier, 1 + kShown * price.high) == true) {
        if (isFarAboveFloor(evidence)) return doubtful(BoundDoubt::Contradiction);
        const bool near = !evidence.otherLoop && isAtLeast(*evidence.overFloor, kLoadBound) == false;
        return {near ? Bound::Adds : Bound::Issue};
    }
    if (isFarAboveFloor(evidence)) return {ofLoads(evidence)};
    if (isAtLeast(*evidence.heavier, 1 + kHidden * price.low) == false)
        return evidence.scalarUnits ? doubtful(BoundDoubt::ScalarUnits) : JudgedBound{ofLoads(evidence)};
    return doubtful(BoundDoubt::Between);
}

} // namespace

std::string_view boundName(Bound bound) {
    constexpr auto kNames =
        enumTable<Bound, std::string_view>({"limit", "loads", "issue", "adds", "latency", "?"});
    return kNames[bound];
}

bool isOfLoads(Bound bound) {
    return bound == Bound::Limit || bound == Bound::Loads || bound == Bound::Latency;
}

bool isOfInstructions(Bound bound) {
    return bound == Bound::Issue || bound == Bound::Adds;
}

JudgedBound judgeBound(const BoundEvidence& evidence) {
    const auto judge = [&]() -> JudgedBound {
        if (!evidence.overFloor) return doubtful(BoundDoubt::NoFloor);
        const BoundDoubt doubt = heavierDoubt(evidence);
        if (doubt == BoundDoubt::None) return byHeavier(evidence);
        return isFarAboveFloor(evidence) ? JudgedBound{ofLoads(evidence)} : byFloor(evidence, doubt);
    };
    const JudgedBound judged = judge();
    return judged.bound == Bound::Unknown && isNearLimit(evidence) ? JudgedBound{Bound::Limit} : judged;
}

} // namespace vkperftest
