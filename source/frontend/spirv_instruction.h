// One instruction of a SPIR-V module.
#pragma once

#include <cstdint>
#include <span>

namespace vkperftest {

struct SpirvInstruction {
    std::uint16_t opcode = 0;
    std::uint32_t type = 0;                  // id of the result's type; 0: none
    std::uint32_t result = 0;                // its id; 0: none
    std::span<const std::uint32_t> operands; // words behind type and result
    std::uint32_t line = 0, column = 0;      // of the debug line in force, 0: none
    std::uint32_t file = 0;                  // id of its OpString
};

} // namespace vkperftest
