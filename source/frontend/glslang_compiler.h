// glslang: HLSL and GLSL to SPIR-V.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/hlsl_text.h"
#include "frontend/shader_file.h"

namespace vkperftest {

constexpr std::string_view kCannotInclude = "cannot include '"; // in causes of preprocessHlsl's errors
// In causes of entryPoints' errors.
constexpr std::string_view kNoEntryPoint = "no function is recognizable as an entry point";
constexpr std::string_view kLacksEntry = "it has no entry point '";

// The first few of a compiler's errors, one per line; if there are none, the error says so.
Error firstErrors(std::vector<std::string> errors, std::string_view compiler);

// "glslang 12.0.0".
std::string glslangVersion();

// Call it before the others. The first compilation in a language and version makes preparations that take
// longer than most shaders; all later compilations then reuse them.
void prepareGlslang(const ShaderFile& file);

// HLSL as glslang's preprocessor leaves it, without comments; `#line` stands where lines or files jump. DXC's
// macros have their values for shader model 6.9 and SPIR-V, unless the options define them. Fails with the
// preprocessor's errors. May hang, as compileByGlslang may.
Result<std::string> preprocessHlsl(const ShaderFile& file, const ShaderOptions& options);

// The entry point that the options name, else those of the stage that options or file name, else all that the
// preprocessed HLSL contains; "main" in GLSL, which needs no preprocessing. Fails as lacksEntry says if there is none.
Result<std::vector<EntryPoint>> entryPoints(const ShaderFile& file, const ShaderOptions& options,
                                            std::string_view preprocessed);

// The remedy that names these entry points, at most eight; some perhaps with stages.
std::string chooseFrom(std::vector<std::string> names);

// The error of a file that lacks the entry points that the options want. `names`: what it has, perhaps with stages.
Error lacksEntry(const ShaderFile& file, const ShaderOptions& options, std::vector<std::string> names);

// Compiles with debug lines, and without optimization unless the module is valid only with it. HLSL's
// structured buffers have HLSL's packing. The error holds the first errors with their file and line, or what
// is not valid in the module. May crash or hang: glslang was not made for hostile input.
Result<std::vector<std::uint32_t>> compileByGlslang(const ShaderFile& file, const ShaderOptions& options,
                                                    const EntryPoint& entryPoint);

} // namespace vkperftest
