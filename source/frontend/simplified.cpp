#include "frontend/simplified.h"

#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <unordered_map>

#include <spirv-tools/optimizer.hpp>

#include "base/apart.h"
#include "frontend/compiled_shader.h"

namespace vkperftest {
namespace {

using AddPasses = std::function<void(spvtools::Optimizer&)>;

// The words as bytes; empty if the optimizer fails.
std::string optimized(std::span<const std::uint32_t> words, const AddPasses& addPasses) {
    spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
    optimizer.SetMessageConsumer([](auto&&...) {});
    addPasses(optimizer);
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<std::uint32_t> result;
    if (!optimizer.Run(words.data(), words.size(), &result, options)) return {};
    std::string bytes(result.size() * sizeof(std::uint32_t), '\0');
    std::memcpy(bytes.data(), result.data(), bytes.size());
    return bytes;
}

Result<std::vector<std::uint32_t>> optimizedApart(std::span<const std::uint32_t> words,
                                                  const AddPasses& addPasses) {
    constexpr std::chrono::seconds kPatience(8);
    const Result<std::string> bytes = runApart([&] { return optimized(words, addPasses); }, kPatience);
    if (!bytes.ok())
        return Error{ErrorKind::RowFailed, "SPIRV-Tools' optimizer gave up: " + bytes.error().cause, ""};
    if (bytes.value().empty())
        return Error{ErrorKind::RowFailed, "SPIRV-Tools' optimizer rejects the shader", ""};
    return spirvWords(bytes.value());
}

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

} // namespace

Result<std::vector<std::uint32_t>> withoutDeadCode(std::span<const std::uint32_t> words,
                                                   std::span<const SpecializedConstant> constants) {
    return optimizedApart(words, [&](spvtools::Optimizer& optimizer) {
        addConstants(optimizer, constants);
        optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
        optimizer.RegisterPass(spvtools::CreateScalarReplacementPass());
        optimizer.RegisterPass(spvtools::CreateLocalAccessChainConvertPass());
        optimizer.RegisterPass(spvtools::CreateSSARewritePass());
        optimizer.RegisterPass(spvtools::CreateCCPPass());
        optimizer.RegisterPass(spvtools::CreateDeadBranchElimPass());
        optimizer.RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
        optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass());
    });
}

} // namespace vkperftest
