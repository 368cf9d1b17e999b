// What is known about integers' lowest bits, and what SPIR-V instructions do to that knowledge.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

struct LowBits;

// The lowest `known` bits of a value.
LowBits lowBits(std::uint64_t value, unsigned known);

// Stands for all v with v ≡ value (mod 2^known), where value < 2^known: any value if known = 0, exactly one
// if known is the width of the type. All operators are sound for integers that wrap.
struct LowBits {
    unsigned known = 0; // 0…64
    std::uint64_t value = 0;

    bool operator==(const LowBits&) const = default;
    LowBits operator+(LowBits b) const { return lowBits(value + b.value, std::min(known, b.known)); }
    LowBits operator-(LowBits b) const { return lowBits(value - b.value, std::min(known, b.known)); }
    // (a + 2^k u)(b + 2^m v) = ab + 2^k ub + 2^m va + 2^(k+m) uv
    LowBits operator*(LowBits b) const {
        return lowBits(value * b.value, std::min({known + b.zeros(), b.known + zeros(), 64u}));
    }
    LowBits operator~() const { return lowBits(~value, known); }
    LowBits operator^(LowBits b) const { return lowBits(value ^ b.value, std::min(known, b.known)); }
    LowBits operator|(LowBits b) const { return ~(~*this & ~b); }
    LowBits operator&(LowBits b) const; // a bit is also known where one of the two is known to lack it
    LowBits operator<<(unsigned bits) const {
        return bits < 64 ? lowBits(value << bits, std::min(known + bits, 64u)) : LowBits();
    }
    LowBits operator>>(unsigned bits) const { // the bits shifted in are unknown
        return bits < known ? lowBits(value >> bits, known - bits) : LowBits();
    }
    // Of a division that truncates: a less a multiple of the divisor, which has at least the divisor's zeros.
    LowBits operator%(LowBits divisor) const { return lowBits(value, std::min(known, divisor.zeros())); }
    // Zero bits below the lowest one that is set or unknown.
    unsigned zeros() const { return value == 0 ? known : static_cast<unsigned>(std::countr_zero(value)); }
};

// The largest power of two that certainly divides the value, at most 2^63.
inline std::uint64_t alignmentOf(LowBits bits) {
    return 1ull << std::min(bits.zeros(), 63u);
}

// What holds for a and for b.
LowBits join(LowBits a, LowBits b);

// No more bits than such a number has.
LowBits fitted(const SpirvModule& module, LowBits value, std::uint32_t type);

// What is known about the operand with this id; nothing if it has not been reached yet.
using KnownOperand = std::function<std::optional<LowBits>(std::uint32_t id)>;

// For constants and arithmetic; LowBits{} (anything) for all others. Nothing if an operand has not been reached yet.
// The result may have more bits than its type.
std::optional<LowBits> transfer(const SpirvModule& module, const SpirvInstruction& instruction,
                                const KnownOperand& known);

// What is known about every integer that a module computes. Results hold for every invocation, at all times; for
// vectors and structures, for every number in them; for functions' and private variables, for everything ever stored
// to them. Specialization constants have the module's own values: a pipeline that sets others is another shader to the
// compiler. Inputs, push constants and the contents of buffers and images can be anything. Nothing is known in modules
// whose values flow backwards through hundreds of functions.
class AlignmentAnalysis {
public:
    explicit AlignmentAnalysis(const SpirvModule& module) : AlignmentAnalysis(module, {}) {}

    // The same of the invocations in whose numbers, in the dispatch and in the workgroup, each part is this one.
    AlignmentAnalysis(const SpirvModule& module, LowBits invocation);

    // Nothing is known about ids that are not integers, and about code that never runs.
    LowBits of(std::uint32_t id) const { return known(id).value_or(LowBits{}); }

private:
    std::optional<LowBits> known(std::uint32_t id) const;

    const SpirvModule* module_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
};

} // namespace vkperftest
