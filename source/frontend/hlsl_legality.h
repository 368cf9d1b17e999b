// What glslang makes of HLSL without its optimizer, and Vulkan does not allow.
#pragma once

#include <cstdint>
#include <span>

namespace vkperftest {

// True if a module that glslang made from HLSL may be invalid because the optimizer did not run: resources are
// passed to functions or kept in variables, or two inputs or outputs share a location. A validator would find
// the same, but takes half as long as compilation.
bool needsOptimizer(std::span<const std::uint32_t> words);

} // namespace vkperftest
