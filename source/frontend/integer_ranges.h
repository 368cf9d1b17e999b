// Between which values an integer lies, by what it is computed from.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "frontend/spirv_module.h"

namespace vkperftest {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// None yet if the least is above the largest.
struct Range {
    double least = kInfinity, most = -kInfinity;

    bool isEmpty() const { return least > most; }
    bool operator==(const Range&) const = default;
    // Of the smaller of two numbers, of the larger, and of one that is moved into these bounds.
    Range smaller(Range b) const { return {std::min(least, b.least), std::min(most, b.most)}; }
    Range larger(Range b) const { return {std::max(least, b.least), std::max(most, b.most)}; }
    Range clamped(double from, double to) const { return larger({from, from}).smaller({to, to}); }
};

constexpr Range kAny = {-kInfinity, kInfinity};

inline Range joined(Range a, Range b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

// The type of a number, of a vector's components, or of a matrix's; others unchanged. Null if it is not declared.
const SpirvInstruction* numberOf(const SpirvModule& module, std::uint32_t type);

// As a value of that type: all if it wraps. But what begins below 0 may be meant so, unless it has fewer than 32 bits.
Range rangeFitted(const SpirvModule& module, Range range, std::uint32_t type);

// What arithmetic, or a function of GLSL.std.450, makes of its operands' values; kAny of other instructions. To be fitted.
Range rangeOf(const SpirvModule& module, const SpirvInstruction& one, const std::array<Range, 4>& operands);

} // namespace vkperftest
