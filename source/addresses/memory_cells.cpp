#include "addresses/memory_cells.h"

#include <algorithm>

#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

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

} // namespace

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

} // namespace vkperftest
