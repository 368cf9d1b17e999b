#include "lint/spirv/alignment.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "lint/spirv/opcodes.h"
#include "lint/spirv/transfer.h"

namespace vkperftest {
namespace {

// Each function's parameters in order, by the function's id.
using Parameters = std::unordered_map<std::uint32_t, std::vector<const SpirvInstruction*>>;

Parameters parametersOf(const SpirvModule& module) {
    Parameters parameters;
    std::uint32_t function = 0;
    for (const SpirvInstruction& instruction : module.instructions()) {
        if (opcodeOf(instruction) == spv::Op::OpFunction) function = instruction.result;
        if (opcodeOf(instruction) == spv::Op::OpFunctionParameter)
            parameters[function].push_back(&instruction);
    }
    return parameters;
}

bool holdsCell(const SpirvModule& module, const SpirvInstruction& instruction) {
    const SpirvInstruction* type = module.definition(instruction.type);
    if (!is(type, spv::Op::OpTypePointer)) return false;
    const auto storage = static_cast<spv::StorageClass>(type->operands[0]);
    return storage == spv::StorageClass::Function || storage == spv::StorageClass::Private;
}

// True if no word passes a pointer on: all are names, types and literals, or are handled elsewhere.
bool leavesPointersAlone(const SpirvModule& module, const SpirvInstruction& instruction) {
    const auto opcode = opcodeOf(instruction);
    if (opcode < spv::Op::OpFunction || opcode == spv::Op::OpDecorate || opcode == spv::Op::OpMemberDecorate)
        return opcode != spv::Op::OpExtInst || module.text(instruction.operands[0]) != "GLSL.std.450";
    constexpr spv::Op kOthers[] = {spv::Op::OpFunction,         spv::Op::OpFunctionParameter,
                                   spv::Op::OpVariable,         spv::Op::OpLoad,
                                   spv::Op::OpCompositeExtract, spv::Op::OpCompositeInsert,
                                   spv::Op::OpVectorShuffle,    spv::Op::OpLoopMerge,
                                   spv::Op::OpSelectionMerge,   spv::Op::OpSwitch,
                                   spv::Op::OpNoLine,           spv::Op::OpModuleProcessed,
                                   spv::Op::OpExecutionModeId,  spv::Op::OpDecorateId};
    return std::ranges::count(kOthers, opcode) > 0;
}

// Finds the variables whose contents can be followed: only plain loads and stores touch them. A cell stands
// for all that one function's or private variable ever holds, in all its parts. A pointer argument and the
// parameter that receives it share one cell.
class MemoryCells {
public:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    MemoryCells(const SpirvModule& module, const Parameters& parameters)
        : module_(module), parents_(module.instructions().size(), kNone),
          forbidden_(module.instructions().size()) {
        const auto instructions = module.instructions();
        for (std::size_t index = 0; index < instructions.size(); ++index) {
            const auto opcode = opcodeOf(instructions[index]);
            const bool cell = opcode == spv::Op::OpVariable || opcode == spv::Op::OpFunctionParameter;
            if (cell && holdsCell(module, instructions[index])) parents_[index] = index;
        }
        for (const SpirvInstruction& instruction : instructions) take(instruction, parameters);
    }

    // The cell that a pointer leads to, as the index of an instruction; kNone for other memory, and for
    // variables that anything but loads and stores may change.
    std::size_t of(std::uint32_t pointer) const {
        const std::size_t found = root(pointer);
        return found == kNone || forbidden_[found] ? kNone : found;
    }

private:
    std::size_t root(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        if (!defined) return kNone;
        std::size_t index = module_.indexOf(*defined);
        if (parents_[index] == kNone) return kNone;
        while (parents_[index] != index) {
            parents_[index] = parents_[parents_[index]];
            index = parents_[index];
        }
        return index;
    }

    void unite(std::uint32_t argument, std::uint32_t parameter) {
        const std::size_t a = root(argument), b = root(parameter);
        if (a == kNone || b == kNone || a == b) return;
        parents_[a] = b;
        forbidden_[b] = forbidden_[a] || forbidden_[b];
    }

    void forbid(std::uint32_t id) {
        if (const std::size_t cell = root(id); cell != kNone) forbidden_[cell] = true;
    }

    void take(const SpirvInstruction& instruction, const Parameters& parameters) {
        switch (opcodeOf(instruction)) {
        case spv::Op::OpAccessChain:
        case spv::Op::OpInBoundsAccessChain:
        case spv::Op::OpCopyObject:
            parents_[module_.indexOf(instruction)] = root(instruction.operands[0]);
            return;
        case spv::Op::OpStore:
            forbid(instruction.operands[1]);
            return; // a pointer that is itself stored
        case spv::Op::OpFunctionCall:
            passArguments(instruction, parameters);
            return;
        default:
            break;
        }
        if (leavesPointersAlone(module_, instruction)) return;
        const bool extended = opcodeOf(instruction) == spv::Op::OpExtInst; // after its set and number
        for (const std::uint32_t word : instruction.operands.subspan(extended ? 2 : 0)) forbid(word);
    }

    void passArguments(const SpirvInstruction& call, const Parameters& parameters) {
        const auto function = parameters.find(call.operands[0]);
        if (function == parameters.end()) return;
        const auto arguments = call.operands.subspan(1);
        for (std::size_t number = 0; number < std::min(function->second.size(), arguments.size()); ++number)
            unite(arguments[number], function->second[number]->result);
    }

    const SpirvModule& module_;
    mutable std::vector<std::size_t> parents_; // by instruction: a forest; kNone where there is no cell
    std::vector<bool> forbidden_;              // of roots
};

// Passes over the module until nothing changes: two or three for most modules, one more per level of nested
// loops. Values that still change after the last pass are given up, which bounds the time.
constexpr int kMostPasses = 12;

class Passes {
public:
    explicit Passes(const SpirvModule& module)
        : module_(module), parameters_(parametersOf(module)), cells_(module, parameters_),
          values_(module.instructions().size()) {}

    std::vector<LowBits> run() {
        for (int pass = 0; pass < kMostPasses; ++pass) {
            changed_ = false;
            passOnce();
            if (!changed_) return taken();
        }
        givenUp_ = true; // where paths meet, values are unknown now; one pass derives the rest
        std::fill(values_.begin(), values_.end(), std::nullopt);
        passOnce();
        return taken();
    }

private:
    std::vector<LowBits> taken() const {
        std::vector<LowBits> result;
        result.reserve(values_.size());
        for (const auto& value : values_) result.push_back(value.value_or(LowBits{}));
        return result;
    }

    std::optional<LowBits> known(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        return defined ? values_[module_.indexOf(*defined)] : LowBits{};
    }

    void flow(std::size_t index, std::optional<LowBits> value) {
        if (!value) return;
        std::optional<LowBits>& old = values_[index];
        if (old) value = join(*old, *value);
        if (old == value) return;
        old = value;
        changed_ = true;
    }

    void passOnce() {
        const auto instructions = module_.instructions();
        for (std::size_t index = 0; index < instructions.size(); ++index) {
            const SpirvInstruction& instruction = instructions[index];
            switch (opcodeOf(instruction)) {
            case spv::Op::OpFunction:
                function_ = index;
                break;
            case spv::Op::OpVariable:
                if (instruction.operands.size() > 1) flowToCell(instruction.result, instruction.operands[1]);
                break;
            case spv::Op::OpStore:
                flowToCell(instruction.operands[0], instruction.operands[1]);
                break;
            case spv::Op::OpReturnValue:
                flow(function_, known(instruction.operands[0]));
                break;
            case spv::Op::OpFunctionParameter:
                if (givenUp_) flow(index, LowBits{});
                break;
            case spv::Op::OpFunctionCall:
                call(index, instruction);
                break;
            case spv::Op::OpLoad:
                flow(index, loaded(instruction.operands[0]));
                break;
            case spv::Op::OpPhi:
                phi(index, instruction.operands);
                break;
            default:
                if (instruction.result != 0)
                    flow(index,
                         transfer(module_, instruction, [this](std::uint32_t id) { return known(id); }));
            }
        }
    }

    void flowToCell(std::uint32_t pointer, std::uint32_t value) {
        if (const std::size_t cell = cells_.of(pointer); cell != MemoryCells::kNone) flow(cell, known(value));
    }

    std::optional<LowBits> loaded(std::uint32_t pointer) const {
        const std::size_t cell = cells_.of(pointer);
        return cell == MemoryCells::kNone || givenUp_ ? LowBits{} : values_[cell];
    }

    void call(std::size_t index, const SpirvInstruction& instruction) {
        const SpirvInstruction* function = module_.definition(instruction.operands[0]);
        if (!function || givenUp_) return flow(index, LowBits{});
        const auto parameters = parameters_.find(function->result);
        const auto arguments = instruction.operands.subspan(1);
        const std::size_t count = parameters == parameters_.end() ? 0 : parameters->second.size();
        for (std::size_t number = 0; number < std::min(count, arguments.size()); ++number) {
            const SpirvInstruction& parameter = *parameters->second[number];
            const std::size_t place = module_.indexOf(parameter);
            // The contents behind a pointer flow through stores, not here.
            if (cells_.of(parameter.result) != place) flow(place, known(arguments[number]));
        }
        flow(index, values_[module_.indexOf(*function)]);
    }

    void phi(std::size_t index, std::span<const std::uint32_t> operands) {
        if (givenUp_) return flow(index, LowBits{});
        for (std::size_t number = 0; number < operands.size(); number += 2)
            flow(index, known(operands[number]));
    }

    const SpirvModule& module_;
    Parameters parameters_;
    MemoryCells cells_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
    std::size_t function_ = 0;
    bool changed_ = false;
    bool givenUp_ = false;
};

} // namespace

AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(Passes(module).run()) {}

LowBits AlignmentAnalysis::of(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
