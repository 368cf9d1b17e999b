// The layout of HLSL's structures in structured buffers.
#pragma once

#include <cstdint>
#include <vector>

namespace vkperftest {

// Lays out the elements of a module's storage buffers as HLSL does: each scalar at a multiple of its own
// size, a structure at that of its largest scalar, nothing else between them, so that float3 + float2 take 20
// bytes. glslang gives them the layout std430, in which they take 32. `words` must be what glslang made of
// HLSL. The validator must then be told to accept scalar layouts.
void packAsHlsl(std::vector<std::uint32_t>& words);

} // namespace vkperftest
