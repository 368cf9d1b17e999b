// The layout of HLSL's structures in structured buffers.
#pragma once

#include <cstdint>
#include <vector>

namespace vkperftest {

// Lays out the elements of a module's storage buffers as HLSL does: a scalar is aligned to its own size, a
// structure to its largest scalar, with no other padding, so that float3 + float2 take 20 bytes. In glslang's
// layout, std430, they take 32. `words` must be glslang's output for HLSL. The validator must then be set to
// accept scalar layouts.
void packAsHlsl(std::vector<std::uint32_t>& words);

} // namespace vkperftest
