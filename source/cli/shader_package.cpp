#include "cli/shader_package.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "frontend/compiled_shader.h"
#include "frontend/shader_interface.h"

namespace vkperftest {
namespace {

Error notAPackage(const std::string& package, const std::string& why) {
    return {ErrorKind::Usage, fmt::format("--shaders '{}': {}", package, why),
            "name the shader itself, as FILE"};
}

// The modules' indices in --modules; nothing if it is no such list.
std::optional<std::vector<std::size_t>> indicesIn(const std::string& list, std::size_t modules) {
    std::vector<std::size_t> indices;
    for (const std::string& word : split(list, ',')) {
        const std::optional<long long> index = parseInteger(word);
        if (!index || *index < 0 || static_cast<std::size_t>(*index) >= modules) return std::nullopt;
        indices.push_back(static_cast<std::size_t>(*index));
    }
    return indices;
}

} // namespace

std::string moduleKey(std::size_t index) {
    return fmt::format("shader {}", index);
}

// All variants have the bindings of the shader itself, even if one lacks the only access to a buffer.
Result<int> compilePackage(const ShaderRequest& shaders, const CompileRequest& request,
                           const std::string& log) {
    std::string bytes;
    VKPERFTEST_TRY(assign(bytes, readFile(shaders.package)));
    Result<std::vector<CompiledShader>> modules = compiledShaders(bytes);
    if (!modules.ok()) return notAPackage(shaders.package, modules.error().cause);
    const auto indices = indicesIn(shaders.modules, modules.value().size());
    if (!indices) return notAPackage(shaders.package, "it does not hold these --modules");
    const CompiledShader& whole = modules.value().front();
    ShaderInterface needs;
    VKPERFTEST_TRY(assign(needs, interfaceOf(whole.words, whole.entryPoint)));
    ShaderPipelineOptions how = shaders.pipeline;
    for (const std::string& text : shaders.constants)
        VKPERFTEST_TRY(assign(how.constants.emplace_back(), specialized(text, needs.constants)));
    std::vector<Shader> all;
    for (const std::size_t index : *indices) {
        Shader& shader = all.emplace_back(needs.shader);
        shader.key = moduleKey(index);
        shader.words = modules.value()[index].words;
    }
    return compileAsChild(request, log, all, how);
}

} // namespace vkperftest
