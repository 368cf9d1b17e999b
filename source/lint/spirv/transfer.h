// One instruction of the alignment analysis: what is known of its result, from what is known of its operands.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "frontend/spirv_module.h"
#include "lint/spirv/low_bits.h"

namespace vkperftest {

// Bits of a number's type, or of a vector's components; 0 for other types.
unsigned componentBits(const SpirvModule& module, std::uint32_t type);

// What an operand's id is known to be; nothing for one that is not reached yet.
using KnownOperand = std::function<std::optional<LowBits>(std::uint32_t id)>;

// For instructions whose result depends on their operands alone; {} (anything) for those that it does not
// know. Nothing where an operand is not reached yet.
std::optional<LowBits> transfer(const SpirvModule& module, const SpirvInstruction& instruction,
                                const KnownOperand& known);

} // namespace vkperftest
