// What is only read, declared so.
#include <utility>

#include "trial/variants/storage_buffers.h"

namespace vkperftest {
Result<Rewrite> declaredReadOnly(const RewriteInput& input) {
    const SpirvModule& module = input.module;
    ModuleEdit edit(module);
    Rewrite rewrite;
    bool changed = false;
    const auto decorate = [&](std::uint32_t variable, spv::Decoration decoration) {
        edit.decorate({variable, static_cast<std::uint32_t>(decoration)});
        changed = true;
    };
    for (const StorageBuffer& one : storageBuffersOf(module)) {
        if (!input.written.contains({one.set, one.binding}) &&
            !isDecorated(module, one, spv::DecorationNonWritable))
            decorate(one.variable, spv::DecorationNonWritable);
        if (one.alone && !isDecorated(module, one, spv::DecorationRestrict) &&
            !module.decoration(one.variable, spv::DecorationAliased)) {
            decorate(one.variable, spv::DecorationRestrict);
            rewrite.assumption = "no two bindings share memory";
        }
    }
    for (const DescriptorKind kind : {DescriptorKind::StorageImage, DescriptorKind::StorageTexels})
        for (const StorageBuffer& one : storageBuffersOf(module, kind))
            if (!input.written.contains({one.set, one.binding}) &&
                !module.decoration(one.variable, spv::DecorationNonWritable))
                decorate(one.variable, spv::DecorationNonWritable);
    if (!changed) return doesNotApply("it declares already what it only reads");
    rewrite.words = edit.words();
    return rewrite;
}

} // namespace vkperftest
