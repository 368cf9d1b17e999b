// Shaders of the tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "frontend/compile.h"
#include "frontend/spirv_module.h"
#include "matchers.h"

namespace vkperftest {

inline Result<std::vector<CompiledShader>> compileHlsl(const std::string& text,
                                                       const ShaderOptions& options = {}) {
    return compileShader({.path = "test.hlsl", .language = ShaderLanguage::Hlsl, .bytes = text}, options);
}

inline Result<std::vector<CompiledShader>> compileGlsl(const std::string& text,
                                                       const ShaderOptions& options = {}) {
    return compileShader({.path = "test.comp", .language = ShaderLanguage::Glsl, .bytes = text}, options);
}

// Of the only entry point.
inline SpirvModule moduleOfGlsl(const std::string& text) {
    const auto compiled = valueOf(compileGlsl(text));
    return valueOf(SpirvModule::read(compiled.front().words));
}

} // namespace vkperftest
