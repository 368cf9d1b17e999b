#include "frontend/atomic_uses.h"

#include <algorithm>
#include <optional>

#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

std::optional<AtomicMemory> memoryOf(const SpirvModule& module, std::uint32_t pointer) {
    switch (storageOf(module, pointer).value_or(spv::StorageClassMax)) {
    case spv::StorageClassWorkgroup:
        return AtomicMemory::Shared;
    case spv::StorageClassImage:
        return AtomicMemory::Image;
    case spv::StorageClassUniform:
    case spv::StorageClassStorageBuffer:
    case spv::StorageClassPhysicalStorageBuffer:
        return AtomicMemory::Buffer;
    default:
        return std::nullopt;
    }
}

// Nothing for 32-bit integers, which every device can do.
std::optional<AtomicUse> useOf(const SpirvModule& module, const SpirvInstruction& one) {
    constexpr std::size_t kStoredValue = 3; // operand
    const spv::Op opcode = opcodeOf(one);
    const bool floats =
        opcode == spv::OpAtomicFAddEXT || opcode == spv::OpAtomicFMinEXT || opcode == spv::OpAtomicFMaxEXT;
    if (!floats && (opcode < spv::OpAtomicLoad || opcode > spv::OpAtomicXor)) return std::nullopt;
    const SpirvInstruction* const type = opcode == spv::OpAtomicStore
                                             ? typeOf(module, one.operands[kStoredValue])
                                             : module.definition(one.type);
    const std::optional<AtomicMemory> memory = memoryOf(module, one.operands[0]);
    if (type == nullptr || !memory) return std::nullopt;
    if (is(type, spv::OpTypeInt)) {
        if (type->operands[0] != 64) return std::nullopt;
        return AtomicUse{AtomicKind::Integer, *memory, 64};
    }
    if (!is(type, spv::OpTypeFloat)) return std::nullopt;
    const AtomicKind kind = opcode == spv::OpAtomicFAddEXT ? AtomicKind::FloatAdd
                            : floats                       ? AtomicKind::FloatMinMax
                                                           : AtomicKind::FloatExchange;
    return AtomicUse{kind, *memory, type->operands[0]};
}

} // namespace

std::vector<AtomicUse> atomicUsesIn(const SpirvModule& module) {
    std::vector<AtomicUse> uses;
    for (const SpirvInstruction& one : module.instructions()) {
        const std::optional<AtomicUse> use = useOf(module, one);
        if (use && std::ranges::find(uses, *use) == uses.end()) uses.push_back(*use);
    }
    return uses;
}

} // namespace vkperftest
