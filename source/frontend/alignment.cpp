#include "frontend/alignment.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

// Each function's parameters in order, by the function's id.
using FunctionParameters = std::unordered_map<std::uint32_t, std::vector<const SpirvInstruction*>>;

// Finds the variables whose contents can be followed: only plain loads and stores touch them. A cell stands
// for all that one function's or private variable ever holds, in all its parts. A pointer argument and the
// parameter that receives it share one cell.
class MemoryCells {
public:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    MemoryCells(const SpirvModule& module, const FunctionParameters& parameters);

    // The cell that a pointer leads to, as the index of an instruction; kNone for other memory, and for
    // variables that anything but loads and stores may change.
    std::size_t of(std::uint32_t pointer) const;

private:
    std::size_t root(std::uint32_t id) const;
    void unite(std::uint32_t argument, std::uint32_t parameter);
    void forbid(std::uint32_t id);
    void take(const SpirvInstruction& instruction, const FunctionParameters& parameters);
    void passArguments(const SpirvInstruction& call, const FunctionParameters& parameters);

    const SpirvModule* module_;
    mutable std::vector<std::size_t> parents_; // by instruction: a forest; kNone where there is no cell
    std::vector<bool> forbidden_;              // of roots
};

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

FunctionParameters parametersOf(const SpirvModule& module) {
    FunctionParameters parameters;
    std::uint32_t function = 0;
    for (const SpirvInstruction& instruction : module.instructions()) {
        if (opcodeOf(instruction) == spv::Op::OpFunction) function = instruction.result;
        if (opcodeOf(instruction) == spv::Op::OpFunctionParameter)
            parameters[function].push_back(&instruction);
    }
    return parameters;
}

MemoryCells::MemoryCells(const SpirvModule& module, const FunctionParameters& parameters)
    : module_(&module), parents_(module.instructions().size(), kNone),
      forbidden_(module.instructions().size()) {
    const auto instructions = module.instructions();
    for (std::size_t index = 0; index < instructions.size(); ++index) {
        const auto opcode = opcodeOf(instructions[index]);
        const bool cell = opcode == spv::Op::OpVariable || opcode == spv::Op::OpFunctionParameter;
        if (cell && isOwnMemory(module, instructions[index].result)) parents_[index] = index;
    }
    for (const SpirvInstruction& instruction : instructions) take(instruction, parameters);
}

std::size_t MemoryCells::of(std::uint32_t pointer) const {
    const std::size_t found = root(pointer);
    return found == kNone || forbidden_[found] ? kNone : found;
}

std::size_t MemoryCells::root(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    if (!defined) return kNone;
    std::size_t index = module_->indexOf(*defined);
    if (parents_[index] == kNone) return kNone;
    while (parents_[index] != index) {
        parents_[index] = parents_[parents_[index]];
        index = parents_[index];
    }
    return index;
}

void MemoryCells::unite(std::uint32_t argument, std::uint32_t parameter) {
    const std::size_t a = root(argument), b = root(parameter);
    if (a == kNone || b == kNone || a == b) return;
    parents_[a] = b;
    forbidden_[b] = forbidden_[a] || forbidden_[b];
}

void MemoryCells::forbid(std::uint32_t id) {
    if (const std::size_t cell = root(id); cell != kNone) forbidden_[cell] = true;
}

void MemoryCells::take(const SpirvInstruction& instruction, const FunctionParameters& parameters) {
    switch (opcodeOf(instruction)) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpCopyObject:
        parents_[module_->indexOf(instruction)] = root(instruction.operands[0]);
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
    if (leavesPointersAlone(*module_, instruction)) return;
    const bool extended = opcodeOf(instruction) == spv::Op::OpExtInst; // after its set and number
    for (const std::uint32_t word : instruction.operands.subspan(extended ? 2 : 0)) forbid(word);
}

void MemoryCells::passArguments(const SpirvInstruction& call, const FunctionParameters& parameters) {
    const auto function = parameters.find(call.operands[0]);
    if (function == parameters.end()) return;
    const auto arguments = call.operands.subspan(1);
    for (std::size_t number = 0; number < std::min(function->second.size(), arguments.size()); ++number)
        unite(arguments[number], function->second[number]->result);
}

// Passes over all instructions until no value changes. A change loses at least one known bit, so this ends; a
// value needs another pass only if it flows backwards in the module, as through loops and into functions.
class Propagation {
public:
    explicit Propagation(const SpirvModule& module)
        : module_(module), parameters_(parametersOf(module)), cells_(module, parameters_),
          values_(module.instructions().size()) {}

    std::vector<LowBits> run() {
        constexpr int kMostPasses = 200; // real shaders take fewer than ten
        std::vector<LowBits> result(values_.size());
        int passes = 0;
        do {
            if (++passes > kMostPasses) return result; // nothing is known
            changed_ = false;
            for (const SpirvInstruction& one : module_.instructions()) look(one);
        } while (changed_);
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = values_[i].value_or(LowBits{});
        return result;
    }

private:
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

    void look(const SpirvInstruction& instruction) {
        const std::size_t index = module_.indexOf(instruction);
        switch (opcodeOf(instruction)) {
        case spv::Op::OpFunction:
            function_ = index;
            break; // reached by returns
        case spv::Op::OpFunctionParameter:
            break; // reached by calls
        case spv::Op::OpVariable:
            if (instruction.operands.size() > 1) flowToCell(instruction.result, instruction.operands[1]);
            break;
        case spv::Op::OpStore:
            flowToCell(instruction.operands[0], instruction.operands[1]);
            break;
        case spv::Op::OpReturnValue:
            flow(function_, known(instruction.operands[0]));
            break;
        case spv::Op::OpFunctionCall:
            call(index, instruction);
            break;
        case spv::Op::OpLoad: {
            const std::size_t cell = cells_.of(instruction.operands[0]);
            flow(index, cell == MemoryCells::kNone ? LowBits{} : values_[cell]);
            break;
        }
        case spv::Op::OpPhi:
            for (std::size_t number = 0; number < instruction.operands.size(); number += 2)
                flow(index, known(instruction.operands[number]));
            break;
        default:
            if (instruction.result != 0)
                flow(index, transfer(module_, instruction, [this](std::uint32_t id) { return known(id); }));
        }
    }

    void flowToCell(std::uint32_t pointer, std::uint32_t value) {
        if (const std::size_t cell = cells_.of(pointer); cell != MemoryCells::kNone) flow(cell, known(value));
    }

    void call(std::size_t index, const SpirvInstruction& instruction) {
        const SpirvInstruction* function = module_.definition(instruction.operands[0]);
        if (!function) return flow(index, LowBits{});
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

    const SpirvModule& module_;
    FunctionParameters parameters_;
    MemoryCells cells_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
    std::size_t function_ = 0;                   // the last OpFunction
    bool changed_ = false;
};

} // namespace

AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(Propagation(module).run()) {}

LowBits AlignmentAnalysis::of(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
