// HLSL and GLSL to SPIR-V, in process by glslang, or by `dxc` where glslang cannot and there is one on the
// PATH.
#pragma once

#include <vector>

#include "base/result.h"
#include "frontend/compiled_shader.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// One module an entry point of HLSL or GLSL. Structured buffers of HLSL have HLSL's own layout, which is
// Vulkan's scalar one, not what glslang would give them. SPIR-V is handed through as one module (its assembly
// assembled), not validated. Fails with the compiler's first errors, a missing include or an include of
// itself. Takes no more than some 8 s, and 1 GiB beside what the process has: glslang works in a copy of it,
// where it may crash.
Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options);

// Whether it failed for want of an entry point: the file is for others to include, or its shaders are of
// other stages.
bool lacksEntryPoint(const Error& error);

} // namespace vkperftest
