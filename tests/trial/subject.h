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
    std::unique_ptr<SpirvModule> module;
    TrialSubject subject;
};

inline TestShader testShader(std::vector<std::uint32_t> words,
                             const std::vector<SpecializedConstant>& constants = {}) {
    TestShader shader{std::make_unique<SpirvModule>(SpirvModule::read(std::move(words)).value()), {}};
    ShaderInterface needs = interfaceOf(*shader.module, shader.module->entryPoint()).value();
    shader.subject = {shader.module.get(), std::move(needs.shader), constants, {}};
    shader.subject.needs = resourcesOf(*shader.module, shader.subject.shader, constants).value();
    return shader;
}

inline TestShader hlslShader(const std::string& text) {
    return testShader(valueOf(compileHlsl(text)).front().words);
}

inline TestShader glslShader(const std::string& text,
                             const std::vector<SpecializedConstant>& constants = {}) {
    return testShader(valueOf(compileGlsl("#version 450\n" + text)).front().words, constants);
}

} // namespace vkperftest
