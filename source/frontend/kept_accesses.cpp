#include "frontend/kept_accesses.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <spirv-tools/optimizer.hpp>

#include "base/child_process.h"
#include "frontend/compile.h"

namespace vkperftest {
namespace {

// The words as bytes; empty if the optimizer fails.
std::string usedBytes(std::span<const std::uint32_t> words) {
    spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
    optimizer.SetMessageConsumer([](auto&&...) {});
    optimizer.RegisterPass(spvtools::CreateFreezeSpecConstantValuePass());
    optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
    optimizer.RegisterPass(spvtools::CreateInlineExhaustivePass());
    optimizer.RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    optimizer.RegisterPass(spvtools::CreatePrivateToLocalPass());
    optimizer.RegisterPass(spvtools::CreateScalarReplacementPass());
    optimizer.RegisterPass(spvtools::CreateLocalAccessChainConvertPass());
    optimizer.RegisterPass(spvtools::CreateSSARewritePass());
    optimizer.RegisterPass(spvtools::CreateCCPPass());
    optimizer.RegisterPass(spvtools::CreateDeadBranchElimPass());
    optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass());
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<std::uint32_t> result;
    return optimizer.Run(words.data(), words.size(), &result, options) ? spirvBytes(result) : "";
}

} // namespace

SpirvModule inlined(const SpirvModule& module) {
    constexpr std::chrono::seconds kPatience(3);
    const Result<std::string> bytes = runApart([&] { return usedBytes(module.words()); }, kPatience);
    if (Result<std::vector<std::uint32_t>> words = spirvWords(bytes.ok() ? bytes.value() : ""); words.ok())
        if (Result<SpirvModule> used = SpirvModule::read(std::move(words).value()); used.ok())
            return std::move(used).value();
    return SpirvModule::read({module.words().begin(), module.words().end()}, true).value();
}

void keepUsed(std::vector<SourceAccess>& accesses, const SpirvModule& module) {
    const auto keyOf = [](const SourceAccess& access) {
        return std::tuple(access.access, access.variable, access.place.file, access.place.line);
    };
    std::set<decltype(keyOf(SourceAccess()))> kept;
    for (const SourceAccess& one : sourceAccesses(inlined(module))) kept.insert(keyOf(one));
    std::erase_if(accesses,
                  [&](const SourceAccess& one) { return one.variable != 0 && !kept.contains(keyOf(one)); });
}

} // namespace vkperftest
