// What HLSL allows and Vulkan does not.
#pragma once

#include <cstdint>
#include <span>

namespace vkperftest {

// Whether a module that glslang made of HLSL hands buffers, textures or samplers to functions, or keeps them
// in variables. Vulkan has no such thing; glslang's optimizer inlines it away. A validator would say so, too,
// in half the time that compilation takes.
bool needsInlining(std::span<const std::uint32_t> words);

} // namespace vkperftest
