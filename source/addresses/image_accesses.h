// Accesses to images: what kind of image, and which texel.
#pragma once

#include <cstdint>
#include <optional>

#include "addresses/shader_load.h"
#include "addresses/symbolic_values.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// Of an instruction from OpImageSampleImplicitLod to OpImageWrite. Nothing if its image's type is not
// understood.
std::optional<ShaderMemory> memoryOfImage(const SpirvModule& module, const SpirvInstruction& instruction);

// How many components the coordinates with this id have.
std::size_t dimensionsOf(const SpirvModule& module, std::uint32_t coordinates);

// A component of a vector of integers, or a number: followed through the vectors that it was made from.
SymbolicValue componentOf(const SpirvModule& module, const SymbolicValues& symbols, std::uint32_t id,
                          std::size_t component);

} // namespace vkperftest
