// How a number differs between the invocations of a workgroup, and what arithmetic does to that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "frontend/opcodes.h"

namespace vkperftest {

// If known, a value that is the same for all invocations, plus `steps` for each step that an invocation lies
// further along x, y and z of the workgroup. If not, `varies` says that it certainly changes along x; then
// invocations agree in its lowest bits, as many as `agree` says.
struct LaneValue {
    bool known = false, varies = false;
    std::uint8_t agree = 0;
    std::array<std::int64_t, 3> steps{};

    bool same() const { return known && steps == std::array<std::int64_t, 3>{}; } // for all invocations
    // Within every subgroup, which lies along x.
    bool differs() const { return known ? steps[0] != 0 : varies; }
    bool operator==(const LaneValue&) const = default;
};

inline constexpr LaneValue kSameLaneValue{.known = true};
inline constexpr LaneValue kUnknownLaneValue{};

// a + factor * b.
LaneValue plus(const LaneValue& a, const LaneValue& b, std::int64_t factor);
// What holds for both.
LaneValue joinLanes(const LaneValue& a, const LaneValue& b);

// Of a component of a compute shader's input.
LaneValue lanesOfInput(spv::BuiltIn input, std::size_t axis, const std::array<std::uint32_t, 3>& workgroup);

struct LaneOperand {
    LaneValue value;
    std::optional<std::int64_t> constant; // if it is one
};

// Of an instruction with at least one operand, whose result is an integer and depends on nothing else.
LaneValue combinedLanes(spv::Op opcode, std::span<const LaneOperand> operands);

} // namespace vkperftest
