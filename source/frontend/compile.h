// HLSL and GLSL to SPIR-V, by the built-in glslang, or by `dxc` if glslang fails, or makes SPIR-V that is not
// valid, and there is one on the PATH. Slang by `slangc`, and WGSL by `naga` or `tint`, on the PATH.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// One entry point of a shader as SPIR-V.
struct CompiledShader {
    EntryPoint entry = {};     // empty if SPIR-V was given, or made of Slang or WGSL
    std::string compiler = {}; // "glslang 12.0.0" or "dxc 1.8.0.4739 (cs_6_8)"; empty if SPIR-V was given
    std::vector<std::uint32_t> words = {}; // with debug lines, so that findings have a place
    std::string trouble = {};              // why this entry point was not compiled; empty if it was
    bool validated = false;                // the words are valid SPIR-V
};

// Returns one module per entry point of HLSL or GLSL; of those that no compiler accepts, the trouble, and an
// error if there are only such. HLSL's structured buffers have HLSL's own layout, which is Vulkan's scalar
// layout and not glslang's default. SPIR-V is passed through as one module, without
// validation. The error holds the compiler's first errors; an include may be missing or include itself. dxc
// takes at most 8 s, as does glslang for each of HLSL's two passes, of processor time, and 384 MB in addition to the
// process's own memory: it runs in a copy of the process, where it may crash. Several threads may call it.
// `preprocessed`: if given, gets the text of HLSL, even where no compiler accepts it; none otherwise.
Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options,
                                                  std::optional<std::string>* preprocessed = nullptr);

// Whether HLSL must be compiled with dxc's -enable-16bit-types, with which `half` and the `min16` types have
// 16 bits, too: its preprocessed text names float16_t or the like, or the options define what dxc then
// defines.
bool usesSixteenBitTypes(std::string_view preprocessed, const ShaderOptions& options);

// True if the error is a missing entry point: other files include this file, its entry points cannot be
// recognized, or it has others than the wanted one (`choices`). Known by its words: glslang tells nothing but its log.
bool lacksEntryPoint(const Error& error);

// The remedy of what glslang cannot compile while dxc is not on the PATH.
constexpr std::string_view kNoDxc =
    "if this is valid HLSL, put dxc on the PATH: it compiles more HLSL than glslang";

// Whether it has this remedy. Of many files it is said once.
bool lacksDxc(const Error& error);

// Whether a file that it includes was not found.
bool lacksInclude(const Error& error);

// The words of SPIR-V as a text of a message to another process of this program; spirvWords() reads it.
std::string spirvBytes(std::span<const std::uint32_t> words);

} // namespace vkperftest
