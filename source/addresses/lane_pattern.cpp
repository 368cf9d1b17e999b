#include "addresses/lane_pattern.h"

#include "addresses/lane_arithmetic.h"

namespace vkperftest {

LanePattern patternInBuffer(const LaneValue& place, std::uint32_t bytes,
                            const std::array<std::uint32_t, 3>& workgroup) {
    constexpr std::uint32_t kSubgroup = 64; // the widest
    const auto [x, y, z] = workgroup;
    const std::int64_t step = place.steps[0];
    const bool inRow = x >= kSubgroup || (y == 1 && z == 1) ||
                       (place.steps[1] == step * x && (z == 1 || place.steps[2] == step * x * y));
    if (place.known && inRow && bytes != 0 && step == bytes) return LanePattern::Next;
    if (place.differs()) return LanePattern::Different;
    return place.same() ? LanePattern::Same : LanePattern::Unknown;
}

LanePattern patternInTexture(const LaneValue& x, const LaneValue& y,
                             const std::array<std::uint32_t, 3>& workgroup) {
    if (x.known && y.known && x.steps[0] == 1 && x.steps[1] == 0 && y.steps[0] == 0 &&
        (workgroup[1] == 1 || y.steps[1] == 1))
        return LanePattern::Next;
    if (x.differs() || y.differs()) return LanePattern::Different;
    return x.same() && y.same() ? LanePattern::Same : LanePattern::Unknown;
}

} // namespace vkperftest
