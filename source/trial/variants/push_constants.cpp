// A small uniform buffer as push constants.
#include <algorithm>

#include "frontend/access_origin.h"
#include "frontend/layouts.h"
#include "trial/variants/storage_buffers.h"
#include "trial/variants/variants.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kMostPushed = 128; // bytes that every device offers

// Numbers of 8 and 16 bits need other features in push constants.
bool fits(const BlockLayout& layout) {
    constexpr std::uint32_t kWord = 4;
    return layout.bytes > 0 && layout.bytes <= kMostPushed && layout.stride == 0 &&
           std::ranges::none_of(layout.fields, [](const ScalarField& field) { return field.bytes < kWord; });
}

} // namespace

Result<Rewrite> asPushConstants(const RewriteInput& input) {
    const SpirvModule& module = input.module;
    StorageBuffer found;
    PointersInto pointers;
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (!is(&one, spv::OpVariable)) continue;
        if (one.operands[0] == spv::StorageClassPushConstant)
            return doesNotApply("it has push constants already");
        const StorageBuffer buffer{.variable = one.result, .structure = heldBy(module, one).result};
        if (found.variable != 0 || one.operands[0] != spv::StorageClassUniform ||
            isStorageBuffer(module, one) || typeOf(module, one.result)->operands[1] != buffer.structure ||
            !fits(LayoutReader(module).block(buffer.structure)))
            continue;
        Result<PointersInto> its = pointersInto(module, {buffer});
        if (!its.ok() || its.value().size() < 2) continue; // it is used as a whole, or not at all
        found = buffer;
        pointers = std::move(its).value();
    }
    if (found.variable == 0) return doesNotApply("it has no uniform buffer of up to 128 bytes");
    ModuleEdit edit(module);
    for (std::size_t i = 0; i < module.instructions().size(); ++i) {
        const SpirvInstruction& one = module.instructions()[i];
        const bool place = is(&one, spv::OpDecorate) && one.operands[0] == found.variable;
        if (place || one.result == found.variable) edit.remove(i);
    }
    edit.declareVariable(
        edit.declared(spv::OpTypePointer, 0, {spv::StorageClassPushConstant, found.structure}),
        found.variable, spv::StorageClassPushConstant);
    retype(module, edit, pointers, spv::StorageClassPushConstant);
    const DescriptorPlace place = descriptorPlace(module, found.variable);
    return Rewrite{.words = edit.words(),
                   .pushConstantBytes = (LayoutReader(module).block(found.structure).bytes + 3) / 4 * 4,
                   .pushed = std::pair(place.first.value_or(0), place.second.value_or(0))};
}

} // namespace vkperftest
