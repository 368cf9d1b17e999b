// DXC, Microsoft's compiler of HLSL, as a program of its own.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/compiled_shader.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// Whether the search path knows a `dxc`.
bool hasDxc();

// Each entry point by `dxc -spirv`, with debug lines and structured buffers as HLSL packs them. The error
// holds the first errors. What is not done at `end` is ended.
Result<std::vector<CompiledShader>> compileByDxc(const ShaderFile& file, const ShaderOptions& options,
                                                 const std::vector<std::string>& entryPoints,
                                                 std::chrono::steady_clock::time_point end);

} // namespace vkperftest
