// What is known about an integer's lowest bits, and what a SPIR-V instruction does to that knowledge.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "frontend/spirv_module.h"

namespace vkperftest {

// Stands for all v with v ≡ value (mod 2^known), where value < 2^known: any value if known = 0, exactly one
// if known is the width of the type. All functions are sound for integers that wrap.
struct LowBits {
    unsigned known = 0; // 0…64
    std::uint64_t value = 0;

    bool operator==(const LowBits&) const = default;
};

// The lowest `known` bits of a value.
LowBits lowBits(std::uint64_t value, unsigned known);

// The largest power of two that certainly divides the value, at most 2^63.
std::uint64_t alignmentOf(LowBits bits);

// What holds for a and for b.
LowBits join(LowBits a, LowBits b);

LowBits sum(LowBits a, LowBits b);
LowBits difference(LowBits a, LowBits b);
LowBits product(LowBits a, LowBits b);
LowBits bitwiseAnd(LowBits a, LowBits b);
LowBits bitwiseOr(LowBits a, LowBits b);
LowBits bitwiseXor(LowBits a, LowBits b);
LowBits complement(LowBits a);
LowBits shiftedLeft(LowBits a, unsigned bits);
LowBits shiftedRight(LowBits a, unsigned bits); // the bits shifted in are unknown
LowBits remainder(LowBits a, LowBits divisor);  // of a division that truncates

// Bits of a number's type, or of a vector's components; 0 for other types.
unsigned componentBits(const SpirvModule& module, std::uint32_t type);

// No more bits than such a number has.
LowBits fitted(const SpirvModule& module, LowBits value, std::uint32_t type);

// What is known about the operand with this id; nothing if it has not been reached yet.
using KnownOperand = std::function<std::optional<LowBits>(std::uint32_t id)>;

// For constants and arithmetic; LowBits{} (anything) for all others. Nothing if an operand has not been reached yet.
// The result may have more bits than its type.
std::optional<LowBits> transfer(const SpirvModule& module, const SpirvInstruction& instruction,
                                const KnownOperand& known);

} // namespace vkperftest
