// A compute shader's entry point.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The OpEntryPoint of that name, or the first one if the name is empty. Null if there is none.
const SpirvInstruction* entryOf(const SpirvModule& module, const std::string& name);

// The size of the workgroup of the function with that id: from its execution mode, or from a vector with the
// built-in WorkgroupSize, which takes its place. Specialization constants have their defaults.
std::array<std::uint32_t, 3> workgroupOf(const SpirvModule& module, std::uint32_t function);

} // namespace vkperftest
