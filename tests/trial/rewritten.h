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
#include "trial/rewrite.h"

namespace vkperftest {

struct Rewritten {
    Rewrite rewrite;
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

// With 4 KB in each buffer, but 128 KB at binding 2.
inline Result<Rewrite> rewriteOf(const SpirvModule& module, std::string_view variant,
                                 std::uint32_t assumedAlignment = 0) {
    const std::string entry = module.entryPoint();
    RewriteInput input{module, entry, assumedAlignment};
    const auto needs = valueOf(resourcesOf(module, module, valueOf(interfaceOf(module, entry)).shader));
    for (const ShaderResource& one : needs.resources) {
        const std::pair place(one.where.set, one.where.binding);
        input.sizes[place] = one.where.binding == 2 ? 1 << 17 : 4096;
        if (one.written) input.written.insert(place);
    }
    for (const RewriteVariant& one : kRewriteVariants)
        if (one.name == variant) return one.rewrite(input);
    return Error{ErrorKind::Usage, "no such variant", ""};
}

// Nothing but a valid module is a rewrite.
inline Rewritten rewritten(const SpirvModule& module, std::string_view variant,
                           std::uint32_t assumedAlignment = 0) {
    auto rewrite = rewriteOf(module, variant, assumedAlignment);
    EXPECT_TRUE(rewrite.ok()) << variant << ": " << (rewrite.ok() ? "" : rewrite.error().sentence());
    if (!rewrite.ok())
        return {{}, SpirvModule::read({module.words().begin(), module.words().end()}).value(), ""};
    std::string text = spirvText(rewrite.value().words);
    auto result = SpirvModule::read(rewrite.value().words);
    EXPECT_TRUE(result.ok()) << variant << ": " << (result.ok() ? "" : result.error().sentence()) << text;
    return {std::move(rewrite).value(), std::move(result).value(), std::move(text)};
}

// Why the variant does not apply.
inline std::string refusal(const SpirvModule& module, std::string_view variant,
                           std::uint32_t assumedAlignment = 0) {
    const auto rewrite = rewriteOf(module, variant, assumedAlignment);
    if (rewrite.ok()) return "it applies";
    EXPECT_EQ(rewrite.error().kind, ErrorKind::Unsupported);
    return rewrite.error().cause;
}

} // namespace vkperftest
