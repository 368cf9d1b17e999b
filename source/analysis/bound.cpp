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

} // namespace

std::string_view boundName(Bound bound) {
    constexpr auto kNames = enumTable<Bound, std::string_view>({"limit", "loads", "adds", "latency", "?"});
    return kNames[bound];
}

bool isOfLoads(Bound bound) {
    return bound == Bound::Limit || bound == Bound::Loads || bound == Bound::Latency;
}

bool isOfInstructions(Bound bound) {
    return bound == Bound::Adds;
}

JudgedBound judgeBound(const BoundEvidence& evidence) {
    const auto judge = [&]() -> JudgedBound {
        if (!evidence.overFloor) return doubtful(BoundDoubt::NoFloor);
        if (isFarAboveFloor(evidence)) return {ofLoads(evidence)};
        if (evidence.otherLoop) return doubtful(BoundDoubt::OtherLoop);
        const bool near = isAtLeast(*evidence.overFloor, kLoadBound) == false;
        return near ? JudgedBound{Bound::Adds} : doubtful(BoundDoubt::Between);
    };
    const JudgedBound judged = judge();
    return judged.bound == Bound::Unknown && isNearLimit(evidence) ? JudgedBound{Bound::Limit} : judged;
}

} // namespace vkperftest
