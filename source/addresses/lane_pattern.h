// Which places the invocations of a workgroup access together.
#pragma once

#include <array>
#include <cstdint>

namespace vkperftest {

struct LaneValue;

// Which place an invocation accesses, seen from its neighbour.
enum class LanePattern : std::uint8_t {
    Same,
    Different, // not the same place for all; more is not known
    Next,      // right behind it; for textures: a texel further along x, and a row along y
    Unknown,
};

// Of places in a buffer, of elements with so many bytes (0: their size is not known); a subgroup's
// invocations lie along x, if there are enough of them.
LanePattern patternInBuffer(const LaneValue& place, std::uint32_t bytes,
                            const std::array<std::uint32_t, 3>& workgroup);

// Of texels in a texture with at least two dimensions.
LanePattern patternInTexture(const LaneValue& x, const LaneValue& y,
                             const std::array<std::uint32_t, 3>& workgroup);

} // namespace vkperftest
