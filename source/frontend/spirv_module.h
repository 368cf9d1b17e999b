// A SPIR-V module that SPIRV-Tools has found valid, as a table of instructions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "frontend/place.h"
#include "frontend/spirv_instruction.h"

namespace vkperftest {

class SpirvModule {
public:
    // Checks the words with SPIRV-Tools' validator (Vulkan 1.1 unless the header asks for more) before
    // anything else reads them. Fails with the validator's sentence, where it takes longer than 5 s, and for
    // modules of more than 16 MiB. Words in the other byte order are turned.
    static Result<SpirvModule> read(std::vector<std::uint32_t> words);

    SpirvModule(SpirvModule&&) = default; // not copied: the instructions point into the words
    SpirvModule& operator=(SpirvModule&&) = default;

    // In the module's order.
    std::span<const SpirvInstruction> instructions() const { return instructions_; }
    std::span<const std::uint32_t> words() const { return words_; }
    // The instruction that defines an id; null for an id that none defines.
    const SpirvInstruction* definition(std::uint32_t id) const;
    // Its place in instructions().
    std::size_t indexOf(const SpirvInstruction& instruction) const {
        return static_cast<std::size_t>(&instruction - instructions_.data());
    }
    std::string name(std::uint32_t id) const; // OpName's, else ""
    std::string text(std::uint32_t id) const; // OpString's, or an OpExtInstImport's name
    std::string entryPoint() const;           // of the first entry point
    Place placeOf(const SpirvInstruction& instruction) const;

private:
    SpirvModule() = default;

    std::vector<std::uint32_t> words_;
    std::vector<SpirvInstruction> instructions_;
    std::vector<std::uint32_t> definitions_; // id → index + 1 of its instruction
    std::unordered_map<std::uint32_t, std::span<const std::uint32_t>> names_;
};

} // namespace vkperftest
