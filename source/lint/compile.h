// HLSL and GLSL to SPIR-V, in process by glslang, or by `dxc` where glslang cannot and there is one on the PATH.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/shader_file.h"

namespace vkperftest {

struct CompiledShader {
    std::string entryPoint;
    std::string stage;                // "comp", as glslang calls it
    std::string compiler;             // "glslang 12.0.0", "dxc 1.8.2505", or "" for SPIR-V that was given
    std::vector<std::uint32_t> words; // with debug lines, so that findings have a place
};

// One module an entry point. SPIR-V is handed through (its assembly assembled). Fails with the compiler's first errors,
// a missing include or an include of itself; never hangs, and takes no more than a few hundred MB.
Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options);

} // namespace vkperftest
