// Which components of the vectors that a module computes are ever used.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The operands that are ids of values, as far as a loaded value may be among them. Rarely, a literal is, too.
std::span<const std::uint32_t> valuesIn(const SpirvInstruction& instruction);

// By a vector's id, as bits; no entry: none is. Numbers count as vectors of one component.
using UsedComponents = std::map<std::uint32_t, std::uint32_t>;

UsedComponents usedComponents(const SpirvModule& module);

struct ComponentSpan {
    std::uint32_t first = 0, count = 0;
};

// From the first used component to the last, of so many.
ComponentSpan usedSpan(const UsedComponents& used, std::uint32_t id, std::uint32_t components);

} // namespace vkperftest
