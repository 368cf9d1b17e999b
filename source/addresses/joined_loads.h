// Loads of one loop that are one load in the end: of equal places, and of neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "addresses/control_flow.h"
#include "addresses/lane_arithmetic.h"
#include "addresses/low_bits.h"
#include "addresses/shader_load.h"

namespace vkperftest {

// What one instruction of the module accesses.
struct FoundLoad {
    ShaderLoad load;
    std::size_t block = 0, instruction = 0;
    std::uint32_t variable = 0;
    std::uint64_t key = 0;   // equal for equal places; 0: it equals none
    bool known = false;      // something outside of its loop loads it, too
    std::int64_t period = 0; // bytes after which the loop leads to the same place again; 0: never
    // Part of a buffer, at `symbol + begin`; it may be joined with others of the same symbol.
    bool joins = false;
    std::uint64_t symbol = 0;
    std::int64_t begin = 0;
    LowBits low = lowBits(0, 64); // of the byte offset
    LaneValue place;
};

// The place within the period, which may be 0.
std::int64_t inPeriod(std::int64_t place, std::int64_t period);

// In the instructions' order. Loads that run in every iteration are joined across blocks, others within
// theirs.
std::vector<ShaderLoad> joinedLoads(std::vector<FoundLoad> found, const ControlFlow& flow,
                                    const std::array<std::uint32_t, 3>& workgroup);

} // namespace vkperftest
