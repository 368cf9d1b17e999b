// HLSL and GLSL to SPIR-V, by the built-in glslang, or by `dxc` if glslang fails and there is one on the
// PATH.
#pragma once

#include <vector>

#include "base/result.h"
#include "frontend/compiled_shader.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// Returns one module per entry point of HLSL or GLSL. HLSL's structured buffers have HLSL's own layout, which
// is Vulkan's scalar layout and not glslang's default. SPIR-V is passed through as one module (assembly is
// assembled), without validation. Fails with the compiler's first errors, or if an include is missing or
// includes itself. Takes at most about 8 s, and 1 GiB in addition to the process's own memory: glslang runs
// in a copy of the process, where it may crash.
Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options);

// True if the error is a missing entry point: other files include this file, or its shaders are of other
// stages.
bool lacksEntryPoint(const Error& error);

} // namespace vkperftest
