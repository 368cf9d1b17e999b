#include "cli/shader_request.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/shared_options.h"

namespace vkperftest {

void ShaderRequest::declare(Options& options) {
    options.texts("files", "FILE",
                  "Compute shaders in HLSL, GLSL or SPIR-V: files, folders to search, and quoted patterns; "
                  "without any, the rows' kernels",
                  paths);
    addShaderOptions(options, "FILE: ", "compute shader", compile);
    options.texts("--spec", "ID=VALUE",
                  "FILE: value of a specialization constant, by its number or name; repeatable", constants);
    options.flag("--push-descriptors", pipeline.pushDescriptors, "FILE: push the descriptors of set 0");
    options.flag(
        "--all-lines", allLinesGiven,
        "FILE: find the source lines of all instructions, even if the code is long; may take minutes");
    addSubgroupSize(options, "Compile for subgroups of N invocations (default: the driver's choice)",
                    pipeline.compiled.subgroupSize);
    addRobustness(options, "Bounds checks: none, robustBufferAccess, or VK_EXT_robustness2 (default: off)",
                  pipeline.compiled.robustness);
    options.values(
        "--fail-on", "WHAT,...",
        "FILE: exit with 1 if a shader spills registers (spills), or if the loads in its loops became more "
        "or narrower, or no longer serve the whole subgroup (slower-loads; with two drivers or two files); "
        "exit with 4 if no shader can be judged",
        [this](const std::string& text) -> Result<void> {
            const std::vector<Choice<bool ShaderFailures::*>> choices = {
                {"spills", &ShaderFailures::spills}, {"slower-loads", &ShaderFailures::slowerLoads}};
            for (const std::string& word : split(text, ',')) {
                bool ShaderFailures::*which = nullptr;
                VKPERFTEST_TRY(assign(which, chosen("--fail-on", std::string(trim(word)), choices)));
                failOn.*which = true;
            }
            return {};
        },
        {"spills", "slower-loads"});
    options.flag("--root-descriptors", rootDescriptors, ""); // lint has it
    options.text("--shaders", "FILE", "", package);          // set by a parent for its children
    options.text("--modules", "LIST", "", modules);          // the same
}

Result<void> ShaderRequest::check(std::size_t drivers) const {
    if (rootDescriptors) {
        return Error{ErrorKind::Usage, "Vulkan has no root descriptors to compile for",
                     "`lint --root-descriptors` checks alignments; for the code of such loads, give the "
                     "shader buffer references with buffer_reference_align = 4"};
    }
    const bool pair = drivers == 2 || (drivers < 2 && paths.size() == 2);
    if (failOn.slowerLoads && any() && !pair) {
        return Error{ErrorKind::Usage, "--fail-on slower-loads compares, and there are no two sides",
                     "name two drivers with --driver, or two files"};
    }
    return {};
}

} // namespace vkperftest
