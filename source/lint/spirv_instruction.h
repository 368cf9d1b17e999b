// One instruction of a SPIR-V module.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace vkperftest {

struct SpirvInstruction {
    std::uint16_t opcode = 0;
    std::uint32_t type = 0;                  // id of the result's type; 0: none
    std::uint32_t result = 0;                // its id; 0: none
    std::span<const std::uint32_t> operands; // words behind type and result
    std::uint32_t line = 0, column = 0;      // of the debug line in force, 0: none
    std::uint32_t file = 0;                  // id of its OpString
};

// The instruction that defines an id; null for an id that none defines.
using SpirvDefinition = std::function<const SpirvInstruction*(std::uint32_t id)>;

// A literal string among an instruction's words, up to its zero.
std::string literalString(std::span<const std::uint32_t> words);

} // namespace vkperftest
