// What is known about the lowest bits of every integer that a module computes.
#pragma once

#include <cstdint>
#include <vector>

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

// Results hold for every invocation, at all times; for vectors and structures, for every number in them.
// Specialization constants have the module's own values: a pipeline that sets others is another shader to the
// compiler. Inputs, push constants, what calls return, and the contents of all variables, buffers and images can
// be anything.
class AlignmentAnalysis {
public:
    explicit AlignmentAnalysis(const SpirvModule& module);

    // Nothing is known about ids that are not integers, and about code that never runs.
    LowBits of(std::uint32_t id) const;

private:
    const SpirvModule* module_;
    std::vector<LowBits> values_; // by instruction
};

} // namespace vkperftest
