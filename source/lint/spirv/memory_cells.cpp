#include "lint/spirv/memory_cells.h"

#include <algorithm>

#include "lint/spirv/opcodes.h"

namespace vkperftest {
namespace {

bool holdsCell(const SpirvModule& module, const SpirvInstruction& instruction) {
    const SpirvInstruction* type = module.definition(instruction.type);
    if (!is(type, spv::Op::OpTypePointer)) return false;
    const auto storage = static_cast<spv::StorageClass>(type->operands[0]);
    return storage == spv::StorageClass::Function || storage == spv::StorageClass::Private;
}

// Words of these are names, types and literals, or are looked at elsewhere: none of them hands a pointer on.
bool leavesPointersAlone(const SpirvModule& module, const SpirvInstruction& instruction) {
    const auto opcode = opcodeOf(instruction);
    if (opcode < spv::Op::OpFunction || opcode == spv::Op::OpDecorate || opcode == spv::Op::OpMemberDecorate)
        return opcode != spv::Op::OpExtInst || module.text(instruction.operands[0]) != "GLSL.std.450";
    switch (opcode) {
    case spv::Op::OpFunction:
    case spv::Op::OpFunctionParameter:
    case spv::Op::OpVariable:
    case spv::Op::OpLoad:
    case spv::Op::OpCompositeExtract:
    case spv::Op::OpCompositeInsert:
    case spv::Op::OpVectorShuffle:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpSwitch:
    case spv::Op::OpNoLine:
    case spv::Op::OpModuleProcessed:
    case spv::Op::OpExecutionModeId:
    case spv::Op::OpDecorateId:
        return true;
    default:
        return false;
    }
}

} // namespace

MemoryCells::MemoryCells(const SpirvModule& module, const Parameters& parameters)
    : module_(&module), parents_(module.instructions().size(), kNone),
      forbidden_(module.instructions().size()) {
    const auto instructions = module.instructions();
    for (std::size_t index = 0; index < instructions.size(); ++index) {
        const auto opcode = opcodeOf(instructions[index]);
        const bool cell = opcode == spv::Op::OpVariable || opcode == spv::Op::OpFunctionParameter;
        if (cell && holdsCell(module, instructions[index])) parents_[index] = index;
    }
    for (const SpirvInstruction& instruction : instructions) take(instruction, parameters);
}

std::size_t MemoryCells::of(std::uint32_t pointer) const {
    const SpirvInstruction* defined = module_->definition(pointer);
    if (!defined) return kNone;
    const std::size_t found = root(module_->indexOf(*defined));
    return found == kNone || forbidden_[found] ? kNone : found;
}

std::size_t MemoryCells::root(std::size_t index) const {
    if (parents_[index] == kNone) return kNone;
    while (parents_[index] != index) {
        parents_[index] = parents_[parents_[index]];
        index = parents_[index];
    }
    return index;
}

void MemoryCells::unite(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a == kNone || b == kNone || a == b) return;
    parents_[a] = b;
    forbidden_[b] = forbidden_[a] || forbidden_[b];
}

void MemoryCells::forbid(std::uint32_t id) {
    const SpirvInstruction* defined = module_->definition(id);
    if (!defined) return;
    if (const std::size_t cell = root(module_->indexOf(*defined)); cell != kNone) forbidden_[cell] = true;
}

void MemoryCells::take(const SpirvInstruction& instruction, const Parameters& parameters) {
    switch (opcodeOf(instruction)) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpCopyObject:
        if (const SpirvInstruction* base = module_->definition(instruction.operands[0]))
            parents_[module_->indexOf(instruction)] = root(module_->indexOf(*base));
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
    const bool extended = opcodeOf(instruction) == spv::Op::OpExtInst; // behind its set and number
    for (const std::uint32_t word : instruction.operands.subspan(extended ? 2 : 0)) forbid(word);
}

void MemoryCells::passArguments(const SpirvInstruction& call, const Parameters& parameters) {
    const auto function = parameters.find(call.operands[0]);
    if (function == parameters.end()) return;
    const auto arguments = call.operands.subspan(1);
    for (std::size_t number = 0; number < std::min(function->second.size(), arguments.size()); ++number)
        if (const SpirvInstruction* argument = module_->definition(arguments[number]))
            unite(module_->indexOf(*argument), module_->indexOf(*function->second[number]));
}

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

} // namespace vkperftest
