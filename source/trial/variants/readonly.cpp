// What is only read, declared so.
#include <utility>

#include "frontend/access_origin.h"
#include "trial/variants/storage_buffers.h"
#include "trial/variants/variants.h"

namespace vkperftest {
namespace {

bool isStorageImage(const SpirvModule& module, const SpirvInstruction& variable) {
    constexpr std::size_t kSampled = 5; // operand
    constexpr std::uint32_t kStorage = 2;
    const SpirvInstruction& type = heldBy(module, variable);
    return variable.operands[0] == spv::StorageClassUniformConstant && is(&type, spv::OpTypeImage) &&
           type.operands[kSampled] == kStorage;
}

} // namespace

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
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (!is(&one, spv::OpVariable) || !isStorageImage(module, one)) continue;
        const std::pair place(module.decoration(one.result, spv::DecorationDescriptorSet).value_or(0),
                              module.decoration(one.result, spv::DecorationBinding).value_or(0));
        if (!input.written.contains(place) && !module.decoration(one.result, spv::DecorationNonWritable))
            decorate(one.result, spv::DecorationNonWritable);
    }
    if (!changed) return doesNotApply("it declares already what it only reads");
    rewrite.words = edit.words();
    return rewrite;
}

} // namespace vkperftest
