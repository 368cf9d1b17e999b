// Shaders of the tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "frontend/compile.h"
#include "frontend/spirv_module.h"

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
    const auto compiled = compileGlsl(text);
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().sentence());
    auto module = SpirvModule::read(compiled.value().front().words);
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().sentence());
    return std::move(module).value();
}

} // namespace vkperftest
