// One instruction of the alignment analysis: what is known about its result, given its operands.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "addresses/low_bits.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// Bits of a number's type, or of a vector's components; 0 for other types.
unsigned componentBits(const SpirvModule& module, std::uint32_t type);

// What is known about the operand with this id; nothing if it has not been reached yet.
using KnownOperand = std::function<std::optional<LowBits>(std::uint32_t id)>;

// For instructions whose result depends only on their operands; LowBits{} (anything) for all others. Nothing
// if an operand has not been reached yet.
std::optional<LowBits> transfer(const SpirvModule& module, const SpirvInstruction& instruction,
                                const KnownOperand& known);

} // namespace vkperftest
