// Shaders of the tests, written where they are tested.
#pragma once

#include <string>

#include "frontend/compile.h"

namespace vkperftest {

inline Result<std::vector<CompiledShader>> compileHlsl(const std::string& text,
                                                       const ShaderOptions& options = {}) {
    return compileShader({.path = "test.hlsl", .language = ShaderLanguage::Hlsl, .bytes = text}, options);
}

inline Result<std::vector<CompiledShader>> compileGlsl(const std::string& text,
                                                       const ShaderOptions& options = {}) {
    return compileShader({.path = "test.comp", .language = ShaderLanguage::Glsl, .bytes = text}, options);
}

} // namespace vkperftest
