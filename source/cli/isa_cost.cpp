#include "cli/isa_cost.h"

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "addresses/shader_loads.h"
#include "base/exit_code.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/shader_children.h"
#include "cli/shader_errors.h"
#include "frontend/shader_interface.h"
#include "frontend/simplified.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

// An error if no shader reads texels of that name.
Result<void> checkTexelNames(const TexelFormats& formats, std::span<const ShaderCost> costs) {
    std::set<std::string> names;
    for (const ShaderCost& cost : costs) {
        for (const ShaderLoad& load : cost.shader.loads) {
            const bool texels = load.memory == ShaderMemory::TexelBuffer ||
                                load.memory == ShaderMemory::Texture || load.memory == ShaderMemory::Sampled;
            if (texels && !load.variable.empty()) names.insert(load.variable);
        }
    }
    for (const auto& [name, format] : formats) {
        if (name.empty() || names.contains(name)) continue;
        return Error{ErrorKind::Usage, fmt::format("no shader reads a texel buffer or texture '{}'", name),
                     names.empty() ? "these shaders read none that has a name; leave NAME= away"
                                   : "choose from: " + join(std::vector(names.begin(), names.end()), ", ")};
    }
    return {};
}

Result<ShaderLoads> loadsOf(const ShaderVariants& shader) {
    std::vector<std::uint32_t> words;
    VKPERFTEST_TRY(assign(words, simplified(shader.module->words(), shader.values)));
    const Result<SpirvModule> module = SpirvModule::read(std::move(words));
    if (!module.ok()) return module.error();
    return shaderLoads(module.value(), shader.entryPoint);
}

} // namespace

Result<int> showCosts(const ShaderRequest& shaders, const OutputOptions& output) {
    std::vector<std::string> names = shaders.costs;
    VKPERFTEST_TRY(expandFolders(names));
    LoadedRuns results = openAll(names);
    for (const auto& [name, error] : results.failed) printError(error);
    if (results.runs.empty()) return kExitUsage;
    std::size_t unread = 0, unknown = 0;
    std::vector<ShaderVariants> all;
    VKPERFTEST_TRY(assign(all, readShaders(shaders, unread)));
    std::vector<ShaderCost> costs;
    for (const ShaderVariants& shader : all) {
        Result<ShaderLoads> loads = loadsOf(shader);
        if (!loads.ok()) {
            printShaderTrouble(shaderTrouble(shader.file, loads.error()));
            ++unknown;
            continue;
        }
        costs.push_back(
            {.file = shader.file, .entryPoint = shader.entryPoint, .shader = std::move(loads).value()});
    }
    if (unknown == 0) VKPERFTEST_TRY(checkTexelNames(shaders.texels, costs));
    for (const LoadedRun& run : results.runs) {
        const std::vector<MeasuredLoad> rows = measuredLoads(run.figures);
        const bool printed = !run.run.source.empty();
        for (ShaderCost& cost : costs)
            cost.devices.push_back(
                {run.run.device.name, printed,
                 priceLoads(cost.shader, rows, shaders.texels, printed ? 1 : cost.shader.invocations())});
    }
    if (!costs.empty()) VKPERFTEST_TRY(printAndSave(costsDocument(costs), output));
    if (unread > 0 || !results.failed.empty()) return kExitUsage;
    return unknown > 0 ? kExitRowsFailed : kExitDone;
}

} // namespace vkperftest
