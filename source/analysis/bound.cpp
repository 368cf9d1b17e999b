#include "analysis/bound.h"

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// So far that instructions alone cannot make the row as long.
bool isFarAboveFloor(const BoundEvidence& evidence) {
    const double sameLoop = evidence.sumsUp              ? kLoadBound
                            : evidence.hardwareAddresses ? kLoadBoundOfOtherLoop
                                                         : kFarAboveFloor;
    const double far = evidence.otherLoop ? std::max(sameLoop, kLoadBoundOfOtherLoop) : sameLoop;
    return isAtLeast(*evidence.overFloor, far) == true;
}

bool isNearLimit(const BoundEvidence& evidence) {
    const double share = evidence.shareOfLimit.value_or(0);
    return share >= kNearLimit && share <= kMostOfLimit;
}

// Of a row that instructions do not limit.
Bound ofLoads(const BoundEvidence& evidence) {
    if (isNearLimit(evidence)) return Bound::Limit;
    const bool waits = evidence.inFlight > 1 && evidence.serial &&
                       isAtLeast(*evidence.serial, kWaits * evidence.inFlight) == true;
    return waits ? Bound::Latency : Bound::Loads;
}

// Of one that its floor does not put beyond doubt; of CPUs, and of rows without a heavier twin.
Bound byFloor(const BoundEvidence& evidence) {
    if (isNearLimit(evidence)) return Bound::Limit;
    const bool near = isAtLeast(*evidence.overFloor, kLoadBound) == false;
    return near && !evidence.otherLoop ? Bound::Adds : Bound::Unknown;
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

Bound judgeBound(const BoundEvidence& evidence) {
    if (!evidence.overFloor) return Bound::Unknown;
    if (isFarAboveFloor(evidence)) return ofLoads(evidence);
    if (evidence.sumsUp || !evidence.heavier || evidence.moreWork <= 0) return byFloor(evidence);
    if (isAtLeast(*evidence.heavier, 1 + kShown * evidence.moreWork) == true)
        return evidence.overFloor->median < kLoadBound ? Bound::Adds : Bound::Issue;
    if (isAtLeast(*evidence.heavier, 1 + kHidden * evidence.moreWork) == false) return ofLoads(evidence);
    return isNearLimit(evidence) ? Bound::Limit : Bound::Unknown;
}

} // namespace vkperftest
