// A SPIR-V module that SPIRV-Tools has validated, as a table of instructions: the one reader of SPIR-V.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#define SPV_ENABLE_UTILITY_CODE // HasResultAndType
#include <spirv/unified1/spirv.hpp>

#include "base/result.h"
#include "frontend/shader_file.h"

namespace vkperftest {

constexpr std::size_t kSpirvHeaderWords = 5;

struct SpirvInstruction {
    spv::Op opcode = spv::OpNop;
    std::uint32_t type = 0;                  // id of the result's type; 0: none
    std::uint32_t result = 0;                // its id; 0: none
    std::span<const std::uint32_t> operands; // words after type and result
    std::uint32_t line = 0, column = 0;      // of the debug line in force, 0: none
    std::uint32_t file = 0;                  // id of its OpString
};

// A literal string among an instruction's words: bytes up to a zero, the lowest of a word first.
std::string literalText(std::span<const std::uint32_t> words);

// False where there is no instruction.
inline bool is(const SpirvInstruction* instruction, spv::Op opcode) {
    return instruction != nullptr && instruction->opcode == opcode;
}

inline bool isArray(const SpirvInstruction& type) {
    return type.opcode == spv::OpTypeArray || type.opcode == spv::OpTypeRuntimeArray;
}

class SpirvModule {
public:
    // Validates the words with SPIRV-Tools before anything else uses them, unless they are `validated`. Fails
    // with the validator's message, if validation takes longer than 5 s, and for modules of more than 16 MiB.
    // Source languages that SPIRV-Tools may not know, which nothing depends on, become Unknown.
    static Result<SpirvModule> read(std::vector<std::uint32_t> words, bool validated = false);

    SpirvModule(SpirvModule&&) = default; // not copied: the instructions point into the words
    SpirvModule& operator=(SpirvModule&&) = default;

    // In the module's order.
    std::span<const SpirvInstruction> instructions() const { return instructions_; }
    std::span<const std::uint32_t> words() const { return words_; }
    // The instruction that defines an id; null if there is none.
    const SpirvInstruction* definition(std::uint32_t id) const;
    // Its place in instructions().
    std::size_t indexOf(const SpirvInstruction& instruction) const {
        return static_cast<std::size_t>(&instruction - instructions_.data());
    }
    std::string name(std::uint32_t id) const { return memberName(id, kWhole); } // OpName's, else ""
    std::string memberName(std::uint32_t structure, std::uint32_t member) const;
    // A decoration's literal, 0 if it has none; nothing if the id, or that member of it, is not decorated.
    std::optional<std::uint32_t> decoration(std::uint32_t id, spv::Decoration kind) const {
        return decoration(id, kWhole, kind);
    }
    std::optional<std::uint32_t> decoration(std::uint32_t structure, std::uint32_t member,
                                            spv::Decoration kind) const;
    std::string text(std::uint32_t id) const; // OpString's, or an OpExtInstImport's name
    std::string entryPoint() const;           // of the first entry point
    Place placeOf(const SpirvInstruction& instruction) const;
    // The source files whose texts the module holds (OpSource), by name.
    std::map<std::string, std::string> sources() const;

private:
    using Member = std::pair<std::uint32_t, std::uint32_t>; // structure and number
    static constexpr std::uint32_t kWhole = ~0u;            // no member

    SpirvModule() = default;

    void indexNamesAndDecorations();
    bool parse(std::string& trouble);
    // Sets file, line and column of all instructions, from OpLine and from the DebugLine of the extended
    // instructions NonSemantic.Shader.DebugInfo.100. A place holds until the next one, or its block's end.
    void attachDebugLines();
    std::vector<std::uint32_t> words_;
    std::vector<SpirvInstruction> instructions_;
    std::vector<std::uint32_t> definitions_; // id → index + 1 of its instruction
    std::map<Member, std::span<const std::uint32_t>> names_;
    std::map<std::pair<Member, std::uint32_t>, std::uint32_t> decorations_; // by member and kind
};

// The type of a value's id; null where there is none.
inline const SpirvInstruction* typeOf(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* defined = module.definition(id);
    return defined != nullptr ? module.definition(defined->type) : nullptr;
}

// The bytes of a SPIR-V file as words in this machine's order, whatever the file's is. A usage error if they
// are not SPIR-V: too short, cut within a word, or without SPIR-V's magic number.
Result<std::vector<std::uint32_t>> spirvWords(std::string_view bytes);

// SPIRV-Tools' first complaint about a module, for Vulkan 1.1 unless the header requires more; empty if it is
// valid. May take minutes for modules that were made for it.
std::string validatorsComplaint(std::span<const std::uint32_t> words);

// Bits of a number's type, or of a vector's components; 0 for other types.
unsigned componentBits(const SpirvModule& module, std::uint32_t type);

} // namespace vkperftest
