#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>
#include <spirv/unified1/spirv.hpp>

#include "frontend/spirv_module.h"

namespace vkperftest {
namespace {

struct DebugPlace {
    std::uint32_t file = 0, line = 0, column = 0;
};

bool endsBlock(spv::Op opcode) {
    switch (opcode) {
    case spv::OpBranch:
    case spv::OpBranchConditional:
    case spv::OpSwitch:
    case spv::OpKill:
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpUnreachable:
    case spv::OpTerminateInvocation:
    case spv::OpFunctionEnd:
        return true;
    default:
        return false;
    }
}

std::uint32_t constantOf(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* defined = module.definition(id);
    return defined && static_cast<spv::Op>(defined->opcode) == spv::OpConstant ? defined->operands[0] : 0;
}

// Operands: the set, the instruction's number, its own. The validator does not look into them, so all is checked.
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

} // namespace vkperftest
