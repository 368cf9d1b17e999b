// Arrays of constants that a module indexes: compilers may place them in memory, and load from there.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "frontend/spirv_module.h"

namespace vkperftest {

// The contents of a function's and private variables that hold the same constant throughout, and that nothing
// but loads and access chains uses: ids of constants, by the variable's id. One constant may be in several
// variables, since glslang gives each use of an array one.
std::unordered_map<std::uint32_t, std::uint32_t> constantTables(const SpirvModule& module);

} // namespace vkperftest
