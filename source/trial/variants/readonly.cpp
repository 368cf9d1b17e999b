// What is only read, declared so.
#include <algorithm>
#include <optional>
#include <set>

#include "frontend/access_origin.h"
#include "trial/variants/storage_buffers.h"
#include "trial/variants/variants.h"

namespace vkperftest {
namespace {

using DescriptorPlace = std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>;

DescriptorPlace descriptorPlace(const SpirvModule& module, std::uint32_t variable) {
    return {module.decoration(variable, spv::DecorationDescriptorSet),
            module.decoration(variable, spv::DecorationBinding)};
}

// The bindings that a module writes, by stores and atomic operations.
struct Written {
    std::set<DescriptorPlace> bindings;
    bool allBuffers = true, allImages = true; // are known: no write goes to an unknown place
};

// Instructions that write nothing through the pointers that they take, though what they make of these may.
bool onlyReads(const SpirvModule& module, const SpirvInstruction& one) {
    constexpr spv::Op kReads[] = {spv::OpLoad,
                                  spv::OpAtomicLoad,
                                  spv::OpCopyObject,
                                  spv::OpArrayLength,
                                  spv::OpImageTexelPointer,
                                  spv::OpFunctionCall,
                                  spv::OpPhi,
                                  spv::OpSelect,
                                  spv::OpReturnValue,
                                  spv::OpCompositeExtract};
    return indexes(one.opcode) || isDebugInstruction(module, one) ||
           std::ranges::find(kReads, one.opcode) != std::end(kReads);
}

Written writtenIn(const SpirvModule& module) {
    Written written;
    const auto take = [&](std::uint32_t target, bool& allKnown) {
        const std::uint32_t variable = originOf(module, target).variable;
        written.bindings.insert(descriptorPlace(module, variable));
        allKnown = allKnown && variable != 0;
    };
    bool code = false;
    for (const SpirvInstruction& one : module.instructions()) {
        code = code || is(&one, spv::OpFunction);
        if (!code || onlyReads(module, one)) continue;
        if (is(&one, spv::OpImageWrite)) take(one.operands[0], written.allImages);
        for (const std::uint32_t id : one.operands) {
            const auto storage = storageOf(module, id);
            if (storage &&
                (*storage == spv::StorageClassStorageBuffer || *storage == spv::StorageClassUniform))
                take(id, written.allBuffers);
            if (storage == spv::StorageClassImage) take(id, written.allImages);
        }
    }
    return written;
}

bool isStorageImage(const SpirvModule& module, const SpirvInstruction& variable) {
    if (variable.operands[0] != spv::StorageClassUniformConstant) return false;
    const SpirvInstruction* type = module.definition(module.definition(variable.type)->operands[1]);
    while (isArray(*type)) type = module.definition(type->operands[0]);
    constexpr std::size_t kSampled = 5; // operand
    constexpr std::uint32_t kStorage = 2;
    return is(type, spv::OpTypeImage) && type->operands[kSampled] == kStorage;
}

} // namespace

Result<Rewrite> declaredReadOnly(const RewriteInput& input) {
    const SpirvModule& module = input.module;
    const std::vector<StorageBuffer> buffers = storageBuffersOf(module);
    const Written written = writtenIn(module);
    ModuleEdit edit(module);
    Rewrite rewrite;
    bool changed = false;
    const auto decorate = [&](std::uint32_t variable, spv::Decoration decoration) {
        edit.decorate({variable, static_cast<std::uint32_t>(decoration)});
        changed = true;
    };
    for (const StorageBuffer& one : buffers) {
        if (written.allBuffers && !written.bindings.contains(descriptorPlace(module, one.variable)) &&
            !isDecorated(module, one, spv::DecorationNonWritable))
            decorate(one.variable, spv::DecorationNonWritable);
        const auto sharesBinding = [&](const StorageBuffer& other) {
            return other.set == one.set && other.binding == one.binding;
        };
        if (std::ranges::count_if(buffers, sharesBinding) == 1 &&
            !isDecorated(module, one, spv::DecorationRestrict) &&
            !module.decoration(one.variable, spv::DecorationAliased)) {
            decorate(one.variable, spv::DecorationRestrict);
            rewrite.assumption = "no two bindings share memory";
        }
    }
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (is(&one, spv::OpVariable) && isStorageImage(module, one) && written.allImages &&
            !written.bindings.contains(descriptorPlace(module, one.result)) &&
            !module.decoration(one.result, spv::DecorationNonWritable))
            decorate(one.result, spv::DecorationNonWritable);
    }
    if (!changed) return doesNotApply("it declares already what it only reads");
    rewrite.words = edit.words();
    return rewrite;
}

} // namespace vkperftest
