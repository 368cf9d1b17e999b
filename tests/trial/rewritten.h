// Shaders and their rewrites, for tests.
#pragma once

#include <string>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/assembled.h"
#include "frontend/compiled.h"
#include "frontend/reflection.h"
#include "frontend/resources.h"
#include "frontend/spirv_text.h"
#include "matchers.h"
#include "trial/trial.h"

namespace vkperftest {

struct Rewritten {
    TrialShader shader;
    std::string assumption;
    SpirvModule module;
    std::string text; // as assembly
};

inline SpirvModule moduleOfHlsl(const std::string& text) {
    return SpirvModule::read(valueOf(compileHlsl(text)).front().words).value();
}

// The shader of assembled.h with a buffer whose pointers may go anywhere.
inline SpirvModule moduleOfPointers(const std::string& code, const std::string& functions = "") {
    std::string text = shaderText(code, functions);
    for (const auto& [from, to] :
         {std::pair("OpCapability Shader", "OpCapability Shader OpCapability VariablePointersStorageBuffer"),
          std::pair("%block BufferBlock", "%block Block"),
          std::pair("Uniform %block", "StorageBuffer %block"),
          std::pair("Uniform %uint", "StorageBuffer %uint"),
          std::pair("%toBlock Uniform", "%toBlock StorageBuffer")})
        text.replace(text.find(from), std::string(from).size(), to);
    return moduleOf(text);
}

// With 4 KB in each buffer, but 128 KB at binding 2; all its bytes are the binding.
inline Result<std::string> rewrite(TrialShader& shader, const SpirvModule& module, std::string_view variant,
                                   std::uint32_t assumedAlignment = 0) {
    shader.shader = valueOf(interfaceOf(module, module.entryPoint())).shader;
    std::vector<TrialResource> resources;
    for (const ShaderResource& one : valueOf(resourcesOf(module, module, shader.shader)).resources)
        resources.push_back({.where = one.where,
                             .content = std::vector(one.where.binding == 2 ? 1 << 17 : 4096,
                                                    static_cast<std::byte>(one.where.binding)),
                             .written = one.written});
    for (const Variant& one : allVariants())
        if (one.name == variant) return one.apply(shader, {module, resources, assumedAlignment});
    return Error{ErrorKind::Usage, "no such variant", ""};
}

// Nothing but a valid module is a rewrite.
inline Rewritten rewritten(const SpirvModule& module, std::string_view variant,
                           std::uint32_t assumedAlignment = 0) {
    TrialShader shader;
    const auto assumption = rewrite(shader, module, variant, assumedAlignment);
    EXPECT_TRUE(assumption.ok()) << variant << ": " << (assumption.ok() ? "" : assumption.error().sentence());
    if (!assumption.ok())
        return {{}, "", SpirvModule::read({module.words().begin(), module.words().end()}).value(), ""};
    std::string text = spirvText(shader.shader.words);
    auto result = SpirvModule::read(shader.shader.words);
    EXPECT_TRUE(result.ok()) << variant << ": " << (result.ok() ? "" : result.error().sentence()) << text;
    return {std::move(shader), assumption.value(), std::move(result).value(), std::move(text)};
}

// Why the variant does not apply.
inline std::string refusal(const SpirvModule& module, std::string_view variant,
                           std::uint32_t assumedAlignment = 0) {
    TrialShader shader;
    const auto assumption = rewrite(shader, module, variant, assumedAlignment);
    if (assumption.ok()) return "it applies";
    EXPECT_EQ(assumption.error().kind, ErrorKind::Unsupported);
    return assumption.error().cause;
}

} // namespace vkperftest
