#include "addresses/shader_entry.h"

#include <algorithm>

#include "frontend/opcodes.h"

namespace vkperftest {

const SpirvInstruction* entryOf(const SpirvModule& module, const std::string& name) {
    for (const SpirvInstruction& instruction : module.instructions()) {
        if (!is(&instruction, spv::OpEntryPoint)) continue;
        const auto* const text = reinterpret_cast<const char*>(instruction.operands.data() + 2);
        if (name.empty() || name == text) return &instruction;
    }
    return nullptr;
}

std::array<std::uint32_t, 3> workgroupOf(const SpirvModule& module, std::uint32_t function) {
    std::array<std::uint32_t, 3> size{1, 1, 1};
    const auto constant = [&](std::uint32_t id) -> std::uint32_t {
        const SpirvInstruction* const defined = module.definition(id);
        const bool number = is(defined, spv::OpConstant) || is(defined, spv::OpSpecConstant);
        return number ? defined->operands[0] : 1;
    };
    std::uint32_t vector = 0;
    for (const SpirvInstruction& instruction : module.instructions()) {
        const auto operands = instruction.operands;
        const spv::Op opcode = opcodeOf(instruction);
        const bool mode = opcode == spv::OpExecutionMode || opcode == spv::OpExecutionModeId;
        if (mode && operands[0] == function && operands.size() == 5) {
            const auto which = static_cast<spv::ExecutionMode>(operands[1]);
            if (which == spv::ExecutionModeLocalSize) std::copy_n(operands.begin() + 2, 3, size.begin());
            if (which == spv::ExecutionModeLocalSizeId)
                for (std::size_t axis = 0; axis < 3; ++axis) size[axis] = constant(operands[2 + axis]);
        }
        if (opcode == spv::OpDecorate && operands.size() == 3 &&
            static_cast<spv::Decoration>(operands[1]) == spv::DecorationBuiltIn &&
            static_cast<spv::BuiltIn>(operands[2]) == spv::BuiltInWorkgroupSize)
            vector = operands[0];
    }
    if (const SpirvInstruction* const parts = module.definition(vector);
        parts != nullptr && parts->operands.size() == 3)
        for (std::size_t axis = 0; axis < 3; ++axis) size[axis] = constant(parts->operands[axis]);
    for (std::uint32_t& each : size) each = std::clamp(each, 1u, 1024u);
    return size;
}

} // namespace vkperftest
