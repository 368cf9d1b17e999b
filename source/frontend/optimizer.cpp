#include "frontend/optimizer.h"

#include <chrono>

#include "base/child_process.h"
#include "frontend/compile.h"

namespace vkperftest {

std::optional<SpirvModule> optimized(const SpirvModule& module,
                                     const std::function<void(spvtools::Optimizer&)>& addPasses) {
    constexpr std::chrono::seconds kPatience(8);
    const auto optimize = [&]() -> std::string {
        spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
        optimizer.SetMessageConsumer([](auto&&...) {});
        addPasses(optimizer);
        spvtools::OptimizerOptions options;
        options.set_run_validator(false);
        std::vector<std::uint32_t> result;
        const std::span<const std::uint32_t> words = module.words();
        return optimizer.Run(words.data(), words.size(), &result, options) ? spirvBytes(result) : "";
    };
    const Result<std::string> bytes = runApart(optimize, kPatience);
    if (!bytes.ok()) return std::nullopt;
    Result<SpirvModule> changed = SpirvModule::read(wordsIn(bytes.value()));
    return changed.ok() ? std::optional(std::move(changed).value()) : std::nullopt;
}

} // namespace vkperftest
