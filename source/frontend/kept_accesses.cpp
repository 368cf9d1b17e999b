#include "frontend/kept_accesses.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <spirv-tools/optimizer.hpp>

#include "base/child_process.h"
#include "frontend/compile.h"

namespace vkperftest {
namespace {

void addConstants(spvtools::Optimizer& optimizer, std::span<const SpecializedConstant> constants) {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> values;
    for (const SpecializedConstant& constant : constants) {
        std::vector<std::uint32_t>& bits = values[constant.id];
        bits = {static_cast<std::uint32_t>(constant.value)};
        if (constant.bytes > 4) bits.push_back(static_cast<std::uint32_t>(constant.value >> 32));
    }
    optimizer.RegisterPass(spvtools::CreateSetSpecConstantDefaultValuePass(values));
    optimizer.RegisterPass(spvtools::CreateFreezeSpecConstantValuePass());
}

// Empty if the optimizer fails.
std::vector<std::uint32_t> optimized(std::span<const std::uint32_t> words, spvtools::Optimizer& optimizer) {
    optimizer.SetMessageConsumer([](auto&&...) {});
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<std::uint32_t> result;
    if (!optimizer.Run(words.data(), words.size(), &result, options)) return {};
    return result;
}

// The words as bytes; empty if the optimizer fails.
std::string usedBytes(std::span<const std::uint32_t> words, std::span<const SpecializedConstant> constants) {
    spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
    addConstants(optimizer, constants);
    optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
    optimizer.RegisterPass(spvtools::CreateInlineExhaustivePass());
    optimizer.RegisterPass(spvtools::CreateScalarReplacementPass());
    optimizer.RegisterPass(spvtools::CreateLocalAccessChainConvertPass());
    optimizer.RegisterPass(spvtools::CreateSSARewritePass());
    optimizer.RegisterPass(spvtools::CreateCCPPass());
    optimizer.RegisterPass(spvtools::CreateDeadBranchElimPass());
    optimizer.RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass());
    return spirvBytes(optimized(words, optimizer));
}

// Variables in memory keep their ids, debug lines stay with their instructions, and loops stay as they are.
// Nothing if the optimizer fails.
std::optional<SpirvModule> withoutDeadCode(const SpirvModule& module,
                                           std::span<const SpecializedConstant> constants) {
    constexpr std::chrono::seconds kPatience(8);
    const Result<std::string> bytes =
        runApart([&] { return usedBytes(module.words(), constants); }, kPatience);
    if (!bytes.ok()) return std::nullopt;
    Result<std::vector<std::uint32_t>> words = spirvWords(bytes.value());
    if (!words.ok()) return std::nullopt;
    Result<SpirvModule> used = SpirvModule::read(std::move(words).value());
    return used.ok() ? std::optional(std::move(used).value()) : std::nullopt;
}

} // namespace

std::vector<std::uint32_t> withConstants(const SpirvModule& module,
                                         std::span<const SpecializedConstant> values) {
    spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
    addConstants(optimizer, values);
    return optimized(module.words(), optimizer);
}

void keepUsed(std::vector<SourceAccess>& accesses, const SpirvModule& module,
              std::span<const SpecializedConstant> constants) {
    const std::optional<SpirvModule> used = withoutDeadCode(module, constants);
    if (!used) return;
    const auto keyOf = [](const SourceAccess& access) {
        return std::tuple(access.access, access.variable, access.place.file, access.place.line);
    };
    std::set<decltype(keyOf(SourceAccess()))> kept;
    for (const SourceAccess& one : sourceAccesses(*used)) kept.insert(keyOf(one));
    std::erase_if(accesses,
                  [&](const SourceAccess& one) { return one.variable != 0 && !kept.contains(keyOf(one)); });
}

} // namespace vkperftest
