// A small uniform buffer as push constants.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/layouts.h"
#include "trial/variants/storage_buffers.h"
#include "trial/variants/variants.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kMostPushed = 128; // bytes that every device offers

// Empty if it can. Numbers of 8 and 16 bits need other features in push constants.
std::string whyNot(const SpirvModule& module, const SpirvInstruction& variable, const StorageBuffer& buffer) {
    constexpr std::uint32_t kWord = 4;
    const BlockLayout layout = LayoutReader(module).block(buffer.structure);
    if (typeOf(module, variable.result)->operands[1] != buffer.structure) return "is an array of buffers";
    if (layout.bytes == 0 || layout.bytes > kMostPushed || layout.stride != 0)
        return fmt::format("does not have 1 to {} bytes", kMostPushed);
    const auto narrow = [](const ScalarField& field) { return field.bytes < kWord; };
    return std::ranges::any_of(layout.fields, narrow) ? "has numbers of 8 or 16 bits" : "";
}

} // namespace

Result<Rewrite> asPushConstants(const RewriteInput& input) {
    const SpirvModule& module = input.module;
    StorageBuffer found;
    PointersInto pointers;
    std::string why = "it has no uniform buffer"; // of the last one
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (!is(&one, spv::OpVariable)) continue;
        if (one.operands[0] == spv::StorageClassPushConstant)
            return doesNotApply("it has push constants already");
        if (found.variable != 0 || one.operands[0] != spv::StorageClassUniform ||
            isStorageBuffer(module, one))
            continue;
        StorageBuffer buffer{.variable = one.result,
                             .structure = heldBy(module, one).result,
                             .set = module.decoration(one.result, spv::DecorationDescriptorSet).value_or(0),
                             .binding = module.decoration(one.result, spv::DecorationBinding).value_or(0)};
        buffer.name =
            fmt::format("'{}'", module.name(module.name(one.result).empty() ? buffer.structure : one.result));
        if (const std::string cause = whyNot(module, one, buffer); !cause.empty()) {
            why = buffer.name + " " + cause;
            continue;
        }
        Result<PointersInto> its = pointersInto(module, {buffer});
        if (!its.ok() || its.value().size() < 2) {
            why = its.ok() ? buffer.name + " is used as a whole, or not at all" : its.error().cause;
            continue;
        }
        found = buffer;
        pointers = std::move(its).value();
    }
    if (found.variable == 0) return doesNotApply(why);
    ModuleEdit edit(module);
    for (std::size_t i = 0; i < module.instructions().size(); ++i) {
        const SpirvInstruction& one = module.instructions()[i];
        const bool place = is(&one, spv::OpDecorate) && one.operands[0] == found.variable;
        if (place || one.result == found.variable) edit.remove(i);
    }
    edit.declareVariable(found.structure, found.variable, spv::StorageClassPushConstant);
    retype(module, edit, pointers, spv::StorageClassPushConstant);
    return Rewrite{.words = edit.words(),
                   .pushConstantBytes = (LayoutReader(module).block(found.structure).bytes + 3) / 4 * 4,
                   .pushed = std::pair(found.set, found.binding)};
}

} // namespace vkperftest
