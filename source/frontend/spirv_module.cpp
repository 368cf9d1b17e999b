#include "frontend/spirv_module.h"

#include <algorithm>
#include <array>
#include <atomic>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>
#include <spirv/unified1/spirv.hpp>

#include "frontend/compiled_shader.h"
#include "frontend/spirv_validation.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostWords = 4u << 20; // the validator takes seconds for more
constexpr std::uint32_t kDeepestType = 200;  // the validator recurses into types

Error invalid(const std::string& cause) {
    return {ErrorKind::Usage, "it is not valid SPIR-V: " + cause,
            "run spirv-val on it, and compile it again"};
}

// Which ids an instruction has before its operands, by its opcode, as SPIRV-Tools' parser has told: to ask
// that again for every module takes longer than all other reading. 0: not known yet.
enum : std::uint8_t { kKnown = 1, kHasType = 2, kHasResult = 4 };
constexpr std::size_t kMostOpcodes = 8192;
std::array<std::atomic<std::uint8_t>, kMostOpcodes> idsOfOpcodes;

struct Parsing {
    std::span<const std::uint32_t> words;
    std::size_t at = kSpirvHeaderWords;
    std::vector<SpirvInstruction> instructions;
    std::vector<std::uint32_t> definitions;
    std::vector<std::uint32_t> typeDepths; // by id, of types that hold others
    std::string complaint;                 // about what the parser accepts
};

// What a type is made of; not all are types.
std::span<const std::uint32_t> idsInType(const SpirvInstruction& instruction) {
    const std::span<const std::uint32_t> operands = instruction.operands;
    if (operands.empty()) return {};
    switch (static_cast<spv::Op>(instruction.opcode)) {
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeImage:
    case spv::OpTypeSampledImage:
    case spv::OpTypeRuntimeArray:
        return operands.first(1);
    case spv::OpTypePointer:
        return operands.last(1);
    case spv::OpTypeArray:
    case spv::OpTypeStruct:
    case spv::OpTypeFunction:
        return operands;
    default:
        return {};
    }
}

// Types come after what they are made of, so one look at each is enough.
void noteTypeDepth(Parsing& parsing, const SpirvInstruction& instruction) {
    std::uint32_t& depth = parsing.typeDepths[instruction.result];
    for (const std::uint32_t id : idsInType(instruction)) {
        if (id < parsing.typeDepths.size()) depth = std::max(depth, parsing.typeDepths[id] + 1);
    }
    if (depth > kDeepestType)
        parsing.complaint = fmt::format("its types are nested deeper than {}", kDeepestType);
}

void startParsing(Parsing& parsing, std::uint32_t bound) {
    parsing.definitions.resize(bound);
    parsing.typeDepths.resize(bound);
}

void addInstruction(Parsing& parsing, std::uint16_t opcode, std::uint8_t ids, std::size_t length) {
    std::span<const std::uint32_t> operands = parsing.words.subspan(parsing.at + 1, length - 1);
    parsing.at += length;
    SpirvInstruction instruction;
    instruction.opcode = opcode;
    const auto take = [&](std::uint32_t& id) {
        id = operands[0];
        operands = operands.subspan(1);
    };
    if ((ids & kHasType) != 0) take(instruction.type);
    if ((ids & kHasResult) != 0) take(instruction.result);
    instruction.operands = operands;
    if (instruction.result >= parsing.definitions.size())
        parsing.complaint = fmt::format("id {} is not below the header's bound", instruction.result);
    else if (instruction.result != 0) {
        parsing.definitions[instruction.result] = static_cast<std::uint32_t>(parsing.instructions.size()) + 1;
        noteTypeDepth(parsing, instruction);
    }
    parsing.instructions.push_back(instruction);
}

spv_result_t takeHeader(void* user, spv_endianness_t, std::uint32_t, std::uint32_t, std::uint32_t,
                        std::uint32_t bound, std::uint32_t) {
    startParsing(*static_cast<Parsing*>(user), bound);
    return SPV_SUCCESS;
}

spv_result_t takeInstruction(void* user, const spv_parsed_instruction_t* parsed) {
    auto& parsing = *static_cast<Parsing*>(user);
    const auto ids = static_cast<std::uint8_t>(kKnown | (parsed->type_id != 0 ? kHasType : 0) |
                                               (parsed->result_id != 0 ? kHasResult : 0));
    if (parsed->opcode < kMostOpcodes) idsOfOpcodes[parsed->opcode].store(ids, std::memory_order_relaxed);
    addInstruction(parsing, parsed->opcode, ids, parsed->num_words);
    return parsing.complaint.empty() ? SPV_SUCCESS : SPV_REQUESTED_TERMINATION;
}

// Parses valid words whose opcodes are all known; false for others.
bool parseValidated(Parsing& parsing) {
    startParsing(parsing, parsing.words[3]);
    while (parsing.at < parsing.words.size()) {
        const std::uint32_t first = parsing.words[parsing.at];
        const auto opcode = static_cast<std::uint16_t>(first & 0xffffU);
        const std::size_t length = first >> 16U;
        const std::uint8_t ids =
            opcode < kMostOpcodes ? idsOfOpcodes[opcode].load(std::memory_order_relaxed) : 0;
        const std::size_t least = 1U + (ids & kHasType) / kHasType + (ids & kHasResult) / kHasResult;
        if (ids == 0 || length < least || length > parsing.words.size() - parsing.at) return false;
        addInstruction(parsing, opcode, ids, length);
        if (!parsing.complaint.empty()) break;
    }
    return true;
}

// Returns SPIRV-Tools' complaint; empty if it has none.
std::string parse(Parsing& parsing) {
    spvtools::Context context(environmentFor(parsing.words[1]));
    std::string refusal = "it cannot be parsed";
    context.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&,
                                   const char* message) { refusal = withoutLineEnds(message); });
    const spv_result_t parsed = spvBinaryParse(context.CContext(), &parsing, parsing.words.data(),
                                               parsing.words.size(), takeHeader, takeInstruction, nullptr);
    if (!parsing.complaint.empty()) return parsing.complaint;
    return parsed == SPV_SUCCESS ? "" : refusal;
}

// A literal string: bytes up to a zero, the lowest of a word first.
std::string literal(std::span<const std::uint32_t> words) {
    std::string text;
    for (const std::uint32_t word : words)
        for (int shift = 0; shift < 32; shift += 8) {
            const char character = static_cast<char>(word >> shift);
            if (character == 0) return text;
            text += character;
        }
    return text;
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
    return defined && static_cast<spv::Op>(defined->opcode) == spv::OpConstant ? defined->operands[0] : 0;
}

// Operands: the set, the instruction's number, its own operands. The validator does not check these, so this
// function does.
void takeDebugInstruction(const SpirvModule& module, const SpirvInstruction& instruction, DebugPlace& place) {
    const auto operands = instruction.operands;
    if (module.text(operands[0]) != "NonSemantic.Shader.DebugInfo.100") return;
    if (operands[1] == NonSemanticShaderDebugInfo100DebugNoLine) place = {};
    if (operands[1] != NonSemanticShaderDebugInfo100DebugLine || operands.size() < 7) return;
    const SpirvInstruction* source = module.definition(operands[2]);
    const bool named = source && static_cast<spv::Op>(source->opcode) == spv::OpExtInst &&
                       source->operands.size() > 2 &&
                       source->operands[1] == NonSemanticShaderDebugInfo100DebugSource;
    place = {named ? source->operands[2] : 0, constantOf(module, operands[3]),
             constantOf(module, operands[5])};
}

} // namespace

Result<SpirvModule> SpirvModule::read(std::vector<std::uint32_t> words, bool validated) {
    if (words.size() < kSpirvHeaderWords) return invalid("it is shorter than a header");
    if (words.size() > kMostWords)
        return Error{ErrorKind::Usage, fmt::format("it holds {} MiB of SPIR-V", words.size() * 4 >> 20),
                     "lint reads modules of at most 16 MiB"};
    turnSpirv(words);
    forgetNewLanguages(words);
    constexpr std::uint32_t kMostIds =
        0x3fffff; // what every implementation must support, and the validator's limit
    if (words[3] > kMostIds)
        return invalid(fmt::format("its bound of ids, {}, exceeds {}", words[3], kMostIds));

    SpirvModule module;
    module.words_ = std::move(words);
    Parsing parsing{.words = module.words_};
    if (!validated || !parseValidated(parsing)) {
        parsing = {.words = module.words_};
        parsing.complaint = parse(parsing);
    }
    if (!parsing.complaint.empty()) return invalid(parsing.complaint);
    const std::string complaint = validated ? "" : complaintInTime(module.words_);
    if (!complaint.empty()) return invalid(complaint);

    module.instructions_ = std::move(parsing.instructions);
    module.definitions_ = std::move(parsing.definitions);
    module.attachDebugLines();
    for (const SpirvInstruction& instruction : module.instructions_)
        if (static_cast<spv::Op>(instruction.opcode) == spv::OpName)
            module.names_.try_emplace(instruction.operands[0], instruction.operands.subspan(1));
    return module;
}

void SpirvModule::attachDebugLines() {
    DebugPlace place;
    for (SpirvInstruction& instruction : instructions_) {
        const auto opcode = static_cast<spv::Op>(instruction.opcode);
        if (opcode == spv::OpLine)
            place = {instruction.operands[0], instruction.operands[1], instruction.operands[2]};
        else if (opcode == spv::OpNoLine)
            place = {};
        else if (opcode == spv::OpExtInst)
            takeDebugInstruction(*this, instruction, place);
        instruction.file = place.file;
        instruction.line = place.line;
        instruction.column = place.column;
        if (endsBlock(opcode)) place = {};
    }
}

const SpirvInstruction* SpirvModule::definition(std::uint32_t id) const {
    if (id >= definitions_.size() || definitions_[id] == 0) return nullptr;
    return &instructions_[definitions_[id] - 1];
}

std::string SpirvModule::name(std::uint32_t id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? "" : literal(found->second);
}

std::string SpirvModule::text(std::uint32_t id) const {
    const SpirvInstruction* defined = definition(id);
    if (!defined) return "";
    const auto opcode = static_cast<spv::Op>(defined->opcode);
    const bool text = opcode == spv::OpString || opcode == spv::OpExtInstImport;
    return text ? literal(defined->operands) : "";
}

std::string SpirvModule::entryPoint() const {
    for (const SpirvInstruction& instruction : instructions_)
        if (static_cast<spv::Op>(instruction.opcode) == spv::OpEntryPoint)
            return literal(instruction.operands.subspan(2));
    return "";
}

std::map<std::string, std::string> SpirvModule::sources() const {
    std::map<std::string, std::string> texts;
    std::string* last = nullptr;
    for (const SpirvInstruction& instruction : instructions_) {
        const auto opcode = static_cast<spv::Op>(instruction.opcode);
        const auto operands = instruction.operands;
        if (opcode == spv::OpSource && operands.size() > 3) {
            last = &texts[text(operands[2])];
            *last = literal(operands.subspan(3));
        } else if (opcode == spv::OpSourceContinued && last) {
            *last += literal(operands);
        }
        if (opcode == spv::OpFunction) break; // debug instructions precede all code
    }
    return texts;
}

Place SpirvModule::placeOf(const SpirvInstruction& instruction) const {
    if (instruction.line == 0) return {};
    return {text(instruction.file), instruction.line, instruction.column, 0};
}

} // namespace vkperftest
