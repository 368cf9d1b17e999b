#include "trial/variants/storage_buffers.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/layouts.h"
#include "frontend/low_bits.h"
#include "frontend/reflection.h"

namespace vkperftest {
namespace {

// What is done with a pointer, as the end of "'particles' …"; null if any pointer to a buffer can take its
// place.
const char* hindrance(const SpirvInstruction& one, std::uint32_t pointer) {
    const bool first = one.operands[0] == pointer;
    switch (one.opcode) {
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpCopyObject:
    case spv::OpLoad:
        return nullptr;
    case spv::OpStore:
        return one.operands[1] != pointer ? nullptr : "has a pointer that is stored";
    case spv::OpArrayLength:
        return "is asked for its length";
    case spv::OpFunctionCall:
        return "has a pointer that is passed to a function";
    case spv::OpSelect:
    case spv::OpPhi:
        return "has a pointer that is chosen at run time";
    default:
        if (isAtomic(one.opcode) && first) return nullptr;
        return "has a pointer that is used by more than loads, stores and atomic operations";
    }
}

} // namespace

std::string assumedText(const VariantInput& input) {
    return fmt::format("byte offsets are multiples of {}", input.assumedAlignment);
}

void rebind(TrialShader& shader, const StorageBuffer& buffer, DescriptorKind kind) {
    for (ShaderBinding& binding : shader.shader.bindings)
        if (binding.set == buffer.set && binding.binding == buffer.binding) binding.kind = kind;
}

bool mayChangeBuffers(const SpirvModule& module, const SpirvInstruction& one) {
    constexpr spv::Op kChanges[] = {spv::OpFunctionCall, spv::OpControlBarrier, spv::OpMemoryBarrier,
                                    spv::OpImageWrite};
    if (std::ranges::find(kChanges, one.opcode) != std::end(kChanges)) return true;
    if (is(&one, spv::OpLoad) || indexes(one.opcode) || isDebugInstruction(module, one)) return false;
    return std::ranges::any_of(
        one.operands, [&](std::uint32_t id) { return storageOf(module, id) && !isOwnMemory(module, id); });
}

std::uint32_t largestScalar(const SpirvModule& module, std::uint32_t type) {
    constexpr std::uint32_t kPointer = 8;
    std::uint32_t largest = 0;
    for (const SpirvInstruction* const one : typesIn(module, type))
        largest = std::max(largest,
                           is(one, spv::OpTypePointer) ? kPointer : componentBits(module, one->result) / 8);
    return largest;
}

std::vector<StorageBuffer> storageBuffersOf(const SpirvModule& module, DescriptorKind kind) {
    std::vector<StorageBuffer> buffers;
    for (const BoundVariable& one : boundVariables(module)) {
        if (one.where.kind != kind) continue;
        buffers.push_back({.variable = one.id,
                           .structure = one.type,
                           .set = one.where.set,
                           .binding = one.where.binding,
                           .array = one.array,
                           .name = one.name.empty() ? fmt::format("the buffer at set {}, binding {}",
                                                                  one.where.set, one.where.binding)
                                                    : fmt::format("'{}'", one.name)});
    }
    for (StorageBuffer& one : buffers)
        one.alone = std::ranges::count_if(buffers, [&](const StorageBuffer& other) {
                        return other.set == one.set && other.binding == one.binding;
                    }) == 1;
    std::ranges::sort(
        buffers, {}, [](const StorageBuffer& one) { return std::tuple(one.set, one.binding, one.variable); });
    return buffers;
}

bool isDecorated(const SpirvModule& module, const StorageBuffer& buffer, spv::Decoration decoration) {
    if (module.decoration(buffer.variable, decoration)) return true;
    const auto members = static_cast<std::uint32_t>(module.definition(buffer.structure)->operands.size());
    for (std::uint32_t member = 0; member < members; ++member) {
        if (!module.decoration(buffer.structure, member, decoration)) return false;
    }
    return members > 0;
}

bool isVolatile(const SpirvModule& module, const StorageBuffer& buffer) {
    return std::ranges::any_of(module.instructions(), [&](const SpirvInstruction& one) {
        const bool member = is(&one, spv::OpMemberDecorate);
        if (!member && !is(&one, spv::OpDecorate)) return false;
        const std::uint32_t decoration = one.operands[member ? 2 : 1];
        return one.operands[0] == (member ? buffer.structure : buffer.variable) &&
               (decoration == spv::DecorationVolatile || decoration == spv::DecorationCoherent);
    });
}

Result<PointersInto> pointersInto(const SpirvModule& module, const std::vector<StorageBuffer>& buffers) {
    PointersInto pointers;
    for (const StorageBuffer& one : buffers) pointers.emplace(one.variable, one.variable);
    bool code = false;
    for (const SpirvInstruction& one : module.instructions()) {
        code = code || is(&one, spv::OpFunction);
        if (!code) continue;
        for (const std::uint32_t id : one.operands) {
            const auto known = pointers.find(id);
            if (known == pointers.end() || !uses(module, one, id)) continue;
            if (const char* const why = hindrance(one, id)) {
                const auto buffer = std::ranges::find(buffers, known->second, &StorageBuffer::variable);
                return doesNotApply(fmt::format("{} {}", buffer->name, why));
            }
            if (one.operands[0] == id && (indexes(one.opcode) || is(&one, spv::OpCopyObject)))
                pointers.emplace(one.result, known->second);
        }
    }
    return pointers;
}

void retype(const SpirvModule& module, ModuleEdit& edit, const PointersInto& pointers,
            spv::StorageClass storage, const std::map<std::uint32_t, std::uint32_t>& types) {
    for (const auto& [id, variable] : pointers) {
        const SpirvInstruction& pointer = *module.definition(id);
        if (id == variable) continue;
        const std::uint32_t to = module.definition(pointer.type)->operands[1];
        const auto changed = types.find(to);
        SpirvWords operands = {edit.pointerTo(changed != types.end() ? changed->second : to, storage), id};
        operands.insert(operands.end(), pointer.operands.begin(), pointer.operands.end());
        edit.replaceOperands(module.indexOf(pointer), operands);
    }
}

std::vector<ReadBuffer> readBuffersOf(const VariantInput& input) {
    const SpirvModule& module = input.module;
    std::vector<ReadBuffer> found;
    for (const StorageBuffer& one : storageBuffersOf(module)) {
        Result<PointersInto> pointers = pointersInto(module, {one});
        if (one.array || !one.alone || isVolatile(module, one) || !pointers.ok() ||
            input.isWritten(one.set, one.binding))
            continue;
        bool loaded = false, atomic = false;
        for (const SpirvInstruction& use : module.instructions()) {
            if (use.operands.empty() || !pointers.value().contains(use.operands[0])) continue;
            loaded = loaded || is(&use, spv::OpLoad);
            atomic = atomic || isAtomic(use.opcode);
        }
        if (loaded && !atomic) found.push_back({one, std::move(pointers).value()});
    }
    return found;
}

void copyAnnotations(const SpirvModule& module, ModuleEdit& edit, std::uint32_t from, std::uint32_t to) {
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if ((!is(&one, spv::OpDecorate) && !is(&one, spv::OpMemberDecorate)) || one.operands[0] != from)
            continue;
        SpirvWords copy(one.operands.begin(), one.operands.end());
        copy[0] = to;
        if (is(&one, spv::OpDecorate) && copy[1] == spv::DecorationBufferBlock)
            copy[1] = spv::DecorationBlock;
        edit.decorate(copy, one.opcode);
    }
}

} // namespace vkperftest
