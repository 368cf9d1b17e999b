// Shaders of tests, ready to be run.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "frontend/compiled.h"
#include "frontend/reflection.h"
#include "frontend/resources.h"
#include "matchers.h"
#include "trial/world.h"

namespace vkperftest {

struct TestShader {
    TrialSubject subject;
};

inline TestShader testShader(std::vector<std::uint32_t> words,
                             const std::vector<SpecializedConstant>& constants = {}) {
    auto module = std::make_shared<const SpirvModule>(
        withConstants(SpirvModule::read(std::move(words)).value(), constants));
    Shader shader = interfaceOf(*module, module->entryPoint()).value().shader;
    return {subjectOf(module, std::move(shader)).value()};
}

inline TestShader hlslShader(const std::string& text) {
    return testShader(valueOf(compileHlsl(text)).front().words);
}

inline TestShader glslShader(const std::string& text,
                             const std::vector<SpecializedConstant>& constants = {}) {
    return testShader(valueOf(compileGlsl("#version 450\n" + text)).front().words, constants);
}

} // namespace vkperftest
