#include "addresses/used_components.h"

#include <algorithm>
#include <span>

#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

// Each component of its result depends on the same components of its operands alone.
bool byComponent(const SpirvModule& module, const SpirvInstruction& instruction) {
    const SpirvInstruction* const type = module.definition(instruction.type);
    if (!is(type, spv::OpTypeVector)) return false;
    const spv::Op opcode = opcodeOf(instruction);
    const bool matrix = opcode >= spv::OpVectorTimesMatrix && opcode <= spv::OpDot;
    return opcode == spv::OpPhi || (!matrix && opcode >= spv::OpConvertFToU &&
                                    opcode <= spv::OpFwidthCoarse && opcode != spv::OpBitcast);
}

bool sameSize(const SpirvModule& module, std::uint32_t id, const SpirvInstruction& instruction) {
    const SpirvInstruction* const type = typeOf(module, id);
    const SpirvInstruction* const result = module.definition(instruction.type);
    return is(type, spv::OpTypeVector) && type->operands[1] == result->operands[1];
}

} // namespace

std::span<const std::uint32_t> valuesIn(const SpirvInstruction& instruction) {
    const auto operands = instruction.operands;
    const auto first = [&](std::size_t count) { return operands.first(std::min(count, operands.size())); };
    switch (opcodeOf(instruction)) {
    case spv::OpLoad:
    case spv::OpSwitch:
    case spv::OpBranchConditional:
    case spv::OpCompositeExtract:
        return first(1);
    case spv::OpStore:
    case spv::OpVectorShuffle:
    case spv::OpCompositeInsert:
        return first(2);
    case spv::OpExtInst:
        return operands.subspan(2);
    case spv::OpLabel:
    case spv::OpBranch:
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge:
        return {};
    default:
        return operands;
    }
}

UsedComponents usedComponents(const SpirvModule& module) {
    UsedComponents used;
    std::size_t begin = 0;
    const auto instructions = module.instructions();
    while (begin < instructions.size() && opcodeOf(instructions[begin]) != spv::OpFunction) ++begin;
    for (bool changed = true; changed;) {
        changed = false;
        const auto use = [&](std::uint32_t id, std::uint32_t components) {
            std::uint32_t& known = used[id];
            changed = changed || (known | components) != known;
            known |= components;
        };
        for (std::size_t i = instructions.size(); i-- > begin;) { // uses mostly come after what they use
            const SpirvInstruction& instruction = instructions[i];
            const auto operands = instruction.operands;
            const spv::Op opcode = opcodeOf(instruction);
            if (opcode == spv::OpCompositeExtract && operands.size() == 2) {
                use(operands[0], 1u << std::min(operands[1], 31u));
            } else if (opcode == spv::OpVectorShuffle) {
                const SpirvInstruction* const type = typeOf(module, operands[0]);
                const std::uint32_t count = type != nullptr ? type->operands[1] : 0;
                for (const std::uint32_t number : operands.subspan(2)) {
                    if (number < count) use(operands[0], 1u << number);
                    if (number >= count && number < 32) use(operands[1], 1u << (number - count));
                }
            } else if (byComponent(module, instruction)) {
                const auto found = used.find(instruction.result);
                if (found == used.end()) continue; // nobody uses it, as far as is known
                const std::uint32_t needed = found->second;
                for (const std::uint32_t id : valuesIn(instruction))
                    use(id, sameSize(module, id, instruction) ? needed : ~0u);
            } else {
                for (const std::uint32_t id : valuesIn(instruction)) use(id, ~0u);
            }
        }
    }
    return used;
}

ComponentSpan usedSpan(const UsedComponents& used, std::uint32_t id, std::uint32_t components) {
    const auto found = used.find(id);
    const std::uint32_t bits = found == used.end() ? 0 : found->second;
    ComponentSpan span;
    for (std::uint32_t k = 0; k < components; ++k) {
        if ((bits >> k & 1) == 0) continue;
        if (span.count == 0) span.first = k;
        span.count = k - span.first + 1;
    }
    return span;
}

} // namespace vkperftest
