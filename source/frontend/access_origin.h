// Where the pointers and images that a module accesses come from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

bool readsImage(spv::Op opcode);
bool indexes(spv::Op opcode);  // an access chain
bool isAtomic(spv::Op opcode); // among them those that only load or only store
bool isConstant(const SpirvInstruction& instruction);
bool isConstant(const SpirvModule& module, std::uint32_t id); // false where there is none

// What a variable holds, whatever the dimensions of its array.
const SpirvInstruction& heldBy(const SpirvModule& module, const SpirvInstruction& variable);

// Also as SPIR-V 1.0 declares them. `variable`: an OpVariable.
bool isStorageBuffer(const SpirvModule& module, const SpirvInstruction& variable);

// Where a pointer or an image handle comes from: its variable, and the indices on the way.
struct Origin {
    std::uint32_t variable = 0;         // 0: not known
    std::vector<std::uint32_t> indices; // not constant
    std::vector<std::uint32_t>
        path; // all indices' ids, 0 for those that are not constant; the last ones first
};
Origin originOf(const SpirvModule& module, std::uint32_t id);

// What a pointer points into; nothing for other values.
std::optional<spv::StorageClass> storageOf(const SpirvModule& module, std::uint32_t pointer);

// Whether it leads into a storage buffer or a uniform buffer that is bound.
bool leadsIntoBuffer(const SpirvModule& module, std::uint32_t pointer);

// Whether the pointer leads to an invocation's own variables.
bool isOwnMemory(const SpirvModule& module, std::uint32_t pointer);

// What a pointer's access chains begin with, such as a variable: itself without any. Null if that is unknown.
const SpirvInstruction* chainBegin(const SpirvModule& module, std::uint32_t pointer);

// The operands that may be pointers, or values; some may be literals. Debug instructions have none. Not for annotations.
std::span<const std::uint32_t> pointersIn(const SpirvModule& module, const SpirvInstruction& instruction);

// Whether the id is among them.
bool uses(const SpirvModule& module, const SpirvInstruction& instruction, std::uint32_t id);

// Whether it is an instruction for debuggers alone.
bool isDebugInstruction(const SpirvModule& module, const SpirvInstruction& instruction);

} // namespace vkperftest
