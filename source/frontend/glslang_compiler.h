// glslang: HLSL and GLSL to SPIR-V.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/compiled_shader.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// The cause of entryPoints' error where HLSL holds none.
constexpr std::string_view kNoComputeShader = "no function has [numthreads], so there is no compute shader";

// "glslang 12.0.0".
std::string glslangVersion();

// To be called before the others. What a first compilation in a language and its version prepares, which
// takes longer than most shaders, is then there for all that follow.
void prepareGlslang(const ShaderFile& file);

// The entry points that the options ask for, or that the HLSL's text holds behind its preprocessor; "main" in
// GLSL. Fails with the preprocessor's errors, and where there is none.
Result<std::vector<std::string>> entryPoints(const ShaderFile& file, const ShaderOptions& options);

// With debug lines, without optimization unless Vulkan allows the shader only with it; HLSL's structured
// buffers as HLSL packs them. The error holds the first errors with their file and line. May crash and hang:
// glslang was not made for hostile input.
Result<CompiledShader> compileByGlslang(const ShaderFile& file, const ShaderOptions& options,
                                        const std::string& entryPoint);

} // namespace vkperftest
