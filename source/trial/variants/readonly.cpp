// What is only read, declared so.
#include <utility>

#include "trial/variants/storage_buffers.h"

namespace vkperftest {
Result<std::string> declaredReadOnly(TrialShader& shader, const VariantInput& input) {
    const SpirvModule& module = input.module;
    ModuleEdit edit(module);
    std::string assumption;
    bool changed = false;
    const auto decorate = [&](std::uint32_t variable, spv::Decoration decoration) {
        edit.decorate({variable, static_cast<std::uint32_t>(decoration)});
        changed = true;
    };
    for (const StorageBuffer& one : storageBuffersOf(module)) {
        if (!input.isWritten(one.set, one.binding) && !isDecorated(module, one, spv::DecorationNonWritable))
            decorate(one.variable, spv::DecorationNonWritable);
        if (one.alone && !isDecorated(module, one, spv::DecorationRestrict) &&
            !module.decoration(one.variable, spv::DecorationAliased)) {
            decorate(one.variable, spv::DecorationRestrict);
            assumption = "no two bindings share memory";
        }
    }
    for (const DescriptorKind kind : {DescriptorKind::StorageImage, DescriptorKind::StorageTexels})
        for (const StorageBuffer& one : storageBuffersOf(module, kind))
            if (!input.isWritten(one.set, one.binding) &&
                !module.decoration(one.variable, spv::DecorationNonWritable))
                decorate(one.variable, spv::DecorationNonWritable);
    if (!changed) return doesNotApply("it declares already what it only reads");
    shader.shader.words = edit.words();
    return assumption;
}

} // namespace vkperftest
