// One entry point of a shader as SPIR-V.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct CompiledShader {
    std::string entryPoint;           // empty for SPIR-V that was given
    std::string stage;                // "comp", as glslang calls it; empty likewise
    std::string compiler;             // "glslang 12.0.0" or "dxc"; empty likewise
    std::vector<std::uint32_t> words; // with debug lines, so that findings have a place
};

// The bytes of a SPIR-V file as words in this machine's order. A usage error if they are none: too short, cut
// within a word, or without SPIR-V's magic number.
Result<std::vector<std::uint32_t>> spirvWords(std::string_view bytes);

// For another process of this program.
std::string toBytes(const std::vector<CompiledShader>& shaders);
std::vector<CompiledShader> compiledShaders(std::string_view bytes);

} // namespace vkperftest
