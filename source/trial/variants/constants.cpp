#include <algorithm>
#include <map>

#include "frontend/module_edit.h"
#include "trial/rewrite.h"

namespace vkperftest {

std::vector<std::uint32_t> withConstants(const SpirvModule& module,
                                         std::span<const SpecializedConstant> values) {
    ModuleEdit edit(module);
    std::map<std::uint32_t, const SpecializedConstant*> known; // by result
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (is(&one, spv::OpDecorate) && one.operands[1] == spv::DecorationSpecId) {
            const auto given = std::ranges::find(values, one.operands[2], &SpecializedConstant::id);
            known[one.operands[0]] = given != values.end() ? &*given : nullptr;
            edit.remove(module.indexOf(one));
        }
        if (!known.contains(one.result)) continue;
        const SpecializedConstant* const given = known[one.result];
        SpirvWords constant;
        if (is(&one, spv::OpSpecConstant)) {
            SpirvWords operands = {one.type, one.result};
            operands.insert(operands.end(), one.operands.begin(), one.operands.end());
            if (given != nullptr) operands[2] = static_cast<std::uint32_t>(given->value);
            if (given != nullptr && operands.size() > 3)
                operands[3] = static_cast<std::uint32_t>(given->value >> 32);
            emit(constant, spv::OpConstant, operands);
        } else {
            const bool isTrue = given != nullptr ? given->value != 0 : is(&one, spv::OpSpecConstantTrue);
            emit(constant, isTrue ? spv::OpConstantTrue : spv::OpConstantFalse,
                 SpirvWords{one.type, one.result});
        }
        edit.replace(module.indexOf(one), std::move(constant));
    }
    return edit.words();
}

} // namespace vkperftest
