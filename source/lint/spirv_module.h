// A SPIR-V module that SPIRV-Tools has found valid, as a table of instructions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/finding.h"

namespace vkperftest {

struct SpirvInstruction {
    std::uint16_t opcode = 0;
    std::uint32_t type = 0;                  // id of the result's type; 0: none
    std::uint32_t result = 0;                // its id; 0: none
    std::span<const std::uint32_t> operands; // words behind type and result
    std::uint32_t line = 0, column = 0;      // of the debug line in force, 0: none
    std::uint32_t file = 0;                  // id of its OpString
};

class SpirvModule {
public:
    // Checks the words with SPIRV-Tools' validator (Vulkan 1.1 unless the header asks for more) before anything else reads
    // them. Fails with the validator's sentence.
    static Result<SpirvModule> read(std::vector<std::uint32_t> words);

    std::span<const SpirvInstruction> instructions() const { return instructions_; }
    std::span<const std::uint32_t> words() const { return words_; }
    // The instruction that defines an id; null for an id that none defines.
    const SpirvInstruction* definition(std::uint32_t id) const;
    std::string name(std::uint32_t id) const; // OpName's, else ""
    std::string text(std::uint32_t id) const; // OpString's
    std::string entryPoint() const;           // of the first entry point
    Place placeOf(const SpirvInstruction& instruction) const;

private:
    std::vector<std::uint32_t> words_;
    std::vector<SpirvInstruction> instructions_;
    std::vector<std::uint32_t> definitions_; // id → index + 1 of its instruction
};

} // namespace vkperftest
