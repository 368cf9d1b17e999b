#include "frontend/spirv_module.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

#include "base/child_process.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostWords = 4u << 20; // the validator takes seconds for more
constexpr std::uint32_t kDeepestType = 200;  // the validator recurses into types
constexpr std::uint32_t kMostIds = 0x3fffff; // that every implementation must support: the validator's limit

Error invalid(const std::string& cause) {
    return usageError("it is not valid SPIR-V: " + cause, "run spirv-val on it, and compile it again");
}

// The earliest environment that allows the header's version.
spv_target_env environmentFor(std::uint32_t version) {
    if (version >= 0x00010600) return SPV_ENV_VULKAN_1_3;
    if (version >= 0x00010500) return SPV_ENV_VULKAN_1_2;
    if (version >= 0x00010400) return SPV_ENV_VULKAN_1_1_SPIRV_1_4;
    return SPV_ENV_VULKAN_1_1;
}

// The validator's time grows with the cube of the nesting depth of blocks, and with the square of their
// number: a few hundred kilobytes can be made to take minutes. Modules too short for that need no copy of the
// process.
std::string complaintInTime(std::span<const std::uint32_t> words) {
    constexpr std::size_t kShort = 2048; // words
    constexpr std::chrono::seconds kPatience(5);
    if (words.size() <= kShort) return validatorsComplaint(words);
    const auto complaint = runApart([&] { return validatorsComplaint(words); }, kPatience);
    return complaint.ok() ? complaint.value() : "the validator gave up: " + complaint.error().cause;
}

struct DebugPlace {
    std::uint32_t file = 0, line = 0, column = 0;
};

bool endsBlock(spv::Op opcode) {
    constexpr spv::Op kEnds[] = {
        spv::OpBranch,     spv::OpBranchConditional, spv::OpSwitch,      spv::OpKill,
        spv::OpReturn,     spv::OpReturnValue,       spv::OpUnreachable, spv::OpTerminateInvocation,
        spv::OpFunctionEnd};
    return std::ranges::count(kEnds, opcode) > 0;
}

std::uint32_t constantOf(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* defined = module.definition(id);
    return is(defined, spv::OpConstant) ? defined->operands[0] : 0;
}

// Operands: the set, the instruction's number, its own operands. The validator does not check these, so this
// function does.
void takeDebugInstruction(const SpirvModule& module, const SpirvInstruction& instruction, DebugPlace& place) {
    const auto operands = instruction.operands;
    if (module.text(operands[0]) != "NonSemantic.Shader.DebugInfo.100") return;
    if (operands[1] == NonSemanticShaderDebugInfo100DebugNoLine) place = {};
    if (operands[1] != NonSemanticShaderDebugInfo100DebugLine || operands.size() < 7) return;
    const SpirvInstruction* source = module.definition(operands[2]);
    const bool named = is(source, spv::OpExtInst) && source->operands.size() > 2 &&
                       source->operands[1] == NonSemanticShaderDebugInfo100DebugSource;
    place = {named ? source->operands[2] : 0, constantOf(module, operands[3]),
             constantOf(module, operands[5])};
}

} // namespace

Result<SpirvModule> SpirvModule::read(std::vector<std::uint32_t> words, bool validated) {
    if (words.size() < kSpirvHeaderWords) return invalid("it is shorter than a header");
    if (words.size() > kMostWords)
        return usageError(fmt::format("it holds {} MiB of SPIR-V", words.size() * 4 >> 20),
                          "lint reads modules of at most 16 MiB");
    if (words[3] > kMostIds)
        return invalid(fmt::format("its bound of ids, {}, exceeds {}", words[3], kMostIds));
    SpirvModule module;
    module.words_ = std::move(words);
    std::string trouble;
    const bool whole = module.parse(trouble);
    if (trouble.empty() && !validated) trouble = complaintInTime(module.words_);
    if (trouble.empty() && !whole) trouble = "an instruction is cut off";
    if (!trouble.empty()) return invalid(trouble);
    module.attachDebugLines();
    module.indexNamesAndDecorations();
    return module;
}

// A group's decorations precede the instruction that gives them to ids.
void SpirvModule::indexNamesAndDecorations() {
    const auto copy = [&](std::uint32_t group, Member to) {
        const auto first = decorations_.lower_bound({{group, kWhole}, 0});
        const auto last = decorations_.upper_bound({{group, kWhole}, ~0u});
        const std::vector<std::pair<std::pair<Member, std::uint32_t>, std::uint32_t>> shared(first, last);
        for (const auto& [key, literal] : shared) decorations_.try_emplace({to, key.second}, literal);
    };
    const auto decorate = [&](Member to, std::span<const std::uint32_t> kindAndLiteral) {
        const std::uint32_t literal = kindAndLiteral.size() > 1 ? kindAndLiteral[1] : 0;
        decorations_.try_emplace({to, kindAndLiteral[0]}, literal);
    };
    for (const SpirvInstruction& one : instructions_) {
        const auto operands = one.operands;
        if (is(&one, spv::OpName)) names_.try_emplace({operands[0], kWhole}, operands.subspan(1));
        if (is(&one, spv::OpMemberName)) names_.try_emplace({operands[0], operands[1]}, operands.subspan(2));
        if (is(&one, spv::OpDecorate)) decorate({operands[0], kWhole}, operands.subspan(1));
        if (is(&one, spv::OpMemberDecorate)) decorate({operands[0], operands[1]}, operands.subspan(2));
        if (is(&one, spv::OpGroupDecorate))
            for (const std::uint32_t id : operands.subspan(1)) copy(operands[0], {id, kWhole});
        if (is(&one, spv::OpGroupMemberDecorate))
            for (std::size_t i = 1; i + 1 < operands.size(); i += 2)
                copy(operands[0], {operands[i], operands[i + 1]});
        if (is(&one, spv::OpFunction)) break; // all of these precede the code
    }
}

// False if an instruction is cut off. The words need not be valid; `trouble` is what must not reach the
// validator.
bool SpirvModule::parse(std::string& trouble) {
    definitions_.resize(words_[3]);
    std::vector<std::uint32_t> depths(words_[3]); // by id, of types that hold others, which come before them
    for (std::size_t at = kSpirvHeaderWords, length = 0; at < words_.size(); at += length) {
        length = words_[at] >> 16U;
        SpirvInstruction one{.opcode = static_cast<spv::Op>(words_[at] & 0xffffU)};
        bool hasResult = false, hasType = false;
        spv::HasResultAndType(one.opcode, &hasResult, &hasType);
        const std::size_t ids = (hasType ? 1U : 0U) + (hasResult ? 1U : 0U);
        if (length < 1 + ids || length > words_.size() - at) return false;
        if (hasType) one.type = words_[at + 1];
        if (hasResult) one.result = words_[at + ids];
        one.operands = std::span(words_).subspan(at + 1 + ids, length - 1 - ids);
        if (one.opcode == spv::OpSource && length > 1 && words_[at + 1] > spv::SourceLanguageHLSL)
            words_[at + 1] = spv::SourceLanguageUnknown;
        if (one.result >= definitions_.size() && hasResult) {
            trouble = fmt::format("id {} is not below the header's bound", one.result);
            return true;
        }
        if (hasResult) definitions_[one.result] = static_cast<std::uint32_t>(instructions_.size()) + 1;
        if (one.opcode >= spv::OpTypeVoid && one.opcode <= spv::OpTypeFunction) {
            std::uint32_t& depth = depths[one.result];
            for (const std::uint32_t id : one.operands)
                if (id < depths.size()) depth = std::max(depth, depths[id] + 1);
            if (depth > kDeepestType) {
                trouble = fmt::format("its types are nested deeper than {}", kDeepestType);
                return true;
            }
        }
        instructions_.push_back(one);
    }
    return true;
}

void SpirvModule::attachDebugLines() {
    DebugPlace place, function;
    const SpirvInstruction* last = nullptr;
    std::map<std::uint32_t, DebugPlace> merged; // by block: glslang gives what follows `?:` no place
    for (SpirvInstruction& instruction : instructions_) {
        if (instruction.opcode == spv::OpSelectionMerge || instruction.opcode == spv::OpBranch)
            merged.emplace(instruction.operands[0], place);
        if (instruction.opcode == spv::OpLabel && merged.contains(instruction.result))
            place = merged[instruction.result];
        if (instruction.opcode == spv::OpLine) {
            const DebugPlace next{instruction.operands[0], instruction.operands[1], instruction.operands[2]};
            // glslang makes the size of an array by specialization constants where the array is used first.
            const bool ofDeclaration = last != nullptr && last->opcode == spv::OpLine &&
                                       next.file == function.file && next.line < function.line;
            if (!ofDeclaration) place = next;
        }
        const bool begins = is(last, spv::OpLabel) && merged.contains(last->result);
        if (instruction.opcode == spv::OpNoLine && !begins) // which SPIRV-Tools writes there
            place = {};
        else if (instruction.opcode == spv::OpExtInst)
            takeDebugInstruction(*this, instruction, place);
        if (instruction.opcode == spv::OpFunction) function = place;
        last = &instruction;
        instruction.file = place.file;
        instruction.line = place.line;
        instruction.column = place.column;
        if (endsBlock(instruction.opcode)) place = {};
    }
}

const SpirvInstruction* SpirvModule::definition(std::uint32_t id) const {
    if (id >= definitions_.size() || definitions_[id] == 0) return nullptr;
    return &instructions_[definitions_[id] - 1];
}

std::string literalText(std::span<const std::uint32_t> words) {
    std::string text;
    for (const std::uint32_t word : words)
        for (int shift = 0; shift < 32; shift += 8) {
            const char character = static_cast<char>(word >> shift);
            if (character == 0) return text;
            text += character;
        }
    return text;
}

std::string SpirvModule::memberName(std::uint32_t structure, std::uint32_t member) const {
    const auto found = names_.find({structure, member});
    return found == names_.end() ? "" : literalText(found->second);
}

std::optional<std::uint32_t> SpirvModule::decoration(std::uint32_t structure, std::uint32_t member,
                                                     spv::Decoration kind) const {
    const auto found = decorations_.find({{structure, member}, kind});
    return found != decorations_.end() ? std::optional(found->second) : std::nullopt;
}

std::string SpirvModule::text(std::uint32_t id) const {
    const SpirvInstruction* defined = definition(id);
    const bool text = is(defined, spv::OpString) || is(defined, spv::OpExtInstImport);
    return text ? literalText(defined->operands) : "";
}

std::string SpirvModule::entryPoint() const {
    for (const SpirvInstruction& instruction : instructions_)
        if (is(&instruction, spv::OpEntryPoint)) return literalText(instruction.operands.subspan(2));
    return "";
}

std::map<std::string, std::string> SpirvModule::sources() const {
    std::map<std::string, std::string> texts;
    std::string* last = nullptr;
    for (const auto& instruction : instructions_) {
        const auto operands = instruction.operands;
        if (is(&instruction, spv::OpSource) && operands.size() > 3) {
            last = &texts[text(operands[2])];
            *last = literalText(operands.subspan(3));
        } else if (is(&instruction, spv::OpSourceContinued) && last != nullptr) {
            *last += literalText(operands);
        }
        if (is(&instruction, spv::OpFunction)) break; // debug instructions precede all code
    }
    return texts;
}

Place SpirvModule::placeOf(const SpirvInstruction& instruction) const {
    if (instruction.line == 0) return {};
    return {text(instruction.file), instruction.line, instruction.column, 0};
}

Result<std::vector<std::uint32_t>> spirvWords(std::string_view bytes) {
    constexpr std::uint32_t kMagic = 0x07230203, kOtherOrder = 0x03022307;
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    const std::uint32_t magic = words.empty() ? 0 : words[0];
    if (magic != kMagic && magic != kOtherOrder)
        return usageError("it is not SPIR-V: the magic number is missing", "");
    if (words.size() < kSpirvHeaderWords || bytes.size() % sizeof(std::uint32_t) != 0)
        return usageError("the SPIR-V is truncated", "");
    if (magic == kMagic) return words;
    for (std::uint32_t& word : words)
        word = word >> 24U | (word >> 8U & 0xff00U) | (word << 8U & 0xff0000U) | word << 24U;
    return words;
}

std::string validatorsComplaint(std::span<const std::uint32_t> words) {
    std::string complaint;
    spvtools::SpirvTools tools(environmentFor(words[1]));
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
            if (!complaint.empty()) return;
            complaint = message;
            while (complaint.ends_with('\n')) complaint.pop_back();
            std::ranges::replace(complaint, '\n', ' ');
        });
    spvtools::ValidatorOptions options;
    options.SetSkipBlockLayout(true); // HLSL's and scalar layouts are not allowed everywhere, but can be read
    options.SetAllowLocalSizeId(true);
    options.SetFriendlyNames(false); // naming all ids takes as long as all the rest
    if (tools.Validate(words.data(), words.size(), options)) return "";
    return complaint.empty() ? "the validator rejects it" : complaint;
}

unsigned componentBits(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* found = module.definition(type);
    if (is(found, spv::OpTypeVector)) found = module.definition(found->operands[0]);
    return is(found, spv::OpTypeInt) || is(found, spv::OpTypeFloat) ? found->operands[0] : 0;
}

} // namespace vkperftest
