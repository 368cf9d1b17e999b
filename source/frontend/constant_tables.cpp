#include "frontend/constant_tables.h"

#include <cstddef>
#include <unordered_set>

#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

bool isConstantId(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* const defined = module.definition(id);
    return defined != nullptr && isConstant(*defined);
}

// The function's or private variable that a pointer leads to through access chains alone; 0: none.
std::uint32_t variableOf(const SpirvModule& module, std::uint32_t pointer) {
    const SpirvInstruction* const begin = chainBegin(module, pointer);
    return is(begin, spv::OpVariable) && isOwnMemory(module, begin->result) ? begin->result : 0;
}

} // namespace

std::unordered_map<std::uint32_t, std::uint32_t> constantTables(const SpirvModule& module) {
    std::unordered_map<std::uint32_t, std::uint32_t> tables;
    std::unordered_set<std::uint32_t> others;
    const auto take = [&](std::uint32_t variable, std::uint32_t value) {
        const auto [known, isNew] = tables.emplace(variable, value);
        if (!isConstantId(module, value) || (!isNew && known->second != value)) others.insert(variable);
    };
    for (const SpirvInstruction& one : module.instructions()) {
        const spv::Op opcode = opcodeOf(one);
        if (opcode == spv::OpVariable) {
            if (isOwnMemory(module, one.result) && one.operands.size() > 1) take(one.result, one.operands[1]);
        } else if (opcode == spv::OpStore) {
            const std::uint32_t variable = variableOf(module, one.operands[0]);
            if (variable == one.operands[0])
                take(variable, one.operands[1]);
            else
                others.insert(variable);
        } else if (opcode == spv::OpFunctionCall || opcode == spv::OpExtInst || opcode == spv::OpCopyMemory ||
                   opcode == spv::OpCopyObject) {
            for (const std::uint32_t id : one.operands) others.insert(variableOf(module, id));
        }
    }
    std::erase_if(tables, [&](const auto& table) { return others.contains(table.first); });
    return tables;
}

} // namespace vkperftest
