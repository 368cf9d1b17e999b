// A small uniform buffer as push constants.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "frontend/layouts.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kMostPushed = 128; // bytes that every device offers

// Empty if it can. Numbers of 8 and 16 bits need other features in push constants.
std::string whyNot(const SpirvModule& module, const StorageBuffer& buffer) {
    constexpr std::uint32_t kWord = 4;
    const BlockLayout layout = LayoutReader(module).block(buffer.structure);
    if (buffer.array) return "is an array of buffers";
    if (layout.bytes == 0 || layout.bytes > kMostPushed || layout.stride != 0)
        return fmt::format("does not have 1 to {} bytes", kMostPushed);
    const auto narrow = [](const ScalarField& field) { return field.bytes < kWord; };
    return std::ranges::any_of(layout.fields, narrow) ? "has numbers of 8 or 16 bits" : "";
}

} // namespace

Result<std::string> asPushConstants(TrialShader& shader, const VariantInput& input) {
    const SpirvModule& module = input.module;
    const auto isPushed = [](const SpirvInstruction& one) {
        return is(&one, spv::OpVariable) && one.operands[0] == spv::StorageClassPushConstant;
    };
    if (std::ranges::any_of(module.instructions(), isPushed))
        return doesNotApply("it has push constants already");
    std::string why = "it has no uniform buffer"; // of the last one
    for (const StorageBuffer& buffer : storageBuffersOf(module, DescriptorKind::UniformBuffer)) {
        const std::string cause = whyNot(module, buffer);
        const Result<PointersInto> pointers = pointersInto(module, {buffer});
        if (!cause.empty() || !pointers.ok() || pointers.value().size() < 2) {
            why = !cause.empty()  ? buffer.name + " " + cause
                  : pointers.ok() ? buffer.name + " is used as a whole, or not at all"
                                  : pointers.error().cause;
            continue;
        }
        ModuleEdit edit(module);
        for (std::size_t i = 0; i < module.instructions().size(); ++i) {
            const SpirvInstruction& one = module.instructions()[i];
            const bool place = is(&one, spv::OpDecorate) && one.operands[0] == buffer.variable;
            if (place || one.result == buffer.variable) edit.remove(i);
        }
        edit.declareVariable(buffer.structure, buffer.variable, spv::StorageClassPushConstant);
        retype(module, edit, pointers.value(), spv::StorageClassPushConstant);
        shader.shader.words = edit.words();
        shader.shader.pushConstantBytes = (LayoutReader(module).block(buffer.structure).bytes + 3) / 4 * 4;
        if (const TrialResource* const resource = input.resourceAt(buffer.set, buffer.binding))
            shader.pushed = resource->content;
        shader.pushed.resize(shader.shader.pushConstantBytes);
        return std::string();
    }
    return doesNotApply(why);
}

} // namespace vkperftest
