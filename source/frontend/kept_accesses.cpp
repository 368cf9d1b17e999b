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
#include "frontend/access_origin.h"
#include "frontend/compile.h"
#include "frontend/control_flow.h"

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

// Indices and members in one block; null for other pointers, and where others may write at any time.
const SpirvInstruction* chainOf(const SpirvModule& module, const SpirvInstruction& access) {
    const SpirvInstruction* const pointer = module.definition(access.operands[0]);
    if (pointer == nullptr || !indexes(pointer->opcode)) return nullptr;
    const SpirvInstruction* const variable = module.definition(pointer->operands[0]);
    if (!is(variable, spv::OpVariable)) return nullptr;
    const SpirvInstruction* const block = module.definition(module.definition(variable->type)->operands[1]);
    bool shared = !is(block, spv::OpTypeStruct);
    for (const spv::Decoration kind : {spv::DecorationVolatile, spv::DecorationCoherent}) {
        shared = shared || module.decoration(variable->result, kind);
        for (std::uint32_t i = 0; !shared && i < block->operands.size(); ++i)
            shared = module.decoration(block->result, i, kind).has_value();
    }
    return shared ? nullptr : pointer;
}

// Loads of what the same invocation has just stored there: compilers take the stored value.
std::set<std::size_t> forwardedLoads(const SpirvModule& module) {
    constexpr std::size_t kMostStores = 16; // that are remembered
    struct Stored {
        const SpirvInstruction* chain;
        std::size_t block;
    };
    const ControlFlow flow(module);
    const auto constant = [&](std::uint32_t id) { return isConstant(module, id); };
    // Of one block's values, those whose members or constant indices differ. Two buffers may be one.
    const auto apart = [&](const SpirvInstruction& a, const SpirvInstruction& b) {
        if (a.operands[0] != b.operands[0]) return false;
        for (std::size_t i = 1; i < std::min(a.operands.size(), b.operands.size()); ++i)
            if (a.operands[i] != b.operands[i] && constant(a.operands[i]) && constant(b.operands[i]))
                return true;
        return false;
    };
    std::set<std::size_t> found;
    std::vector<Stored> stores; // whose values are still there
    for (const SpirvInstruction& one : module.instructions()) {
        const std::size_t block = flow.blockOf(module.indexOf(one));
        const bool load = is(&one, spv::OpLoad), store = is(&one, spv::OpStore);
        if (store && isOwnMemory(module, one.operands[0])) continue;
        if (load || store) {
            const SpirvInstruction* const chain = chainOf(module, one);
            if (store)
                std::erase_if(stores, [&](const Stored& its) {
                    return chain == nullptr || !apart(*its.chain, *chain);
                });
            if (chain == nullptr) continue;
            const auto forwards = [&](const Stored& its) {
                const auto words = its.chain->operands;
                return words.size() <= chain->operands.size() &&
                       std::ranges::equal(words, chain->operands.first(words.size())) &&
                       std::ranges::all_of(chain->operands.subspan(words.size()), constant) &&
                       flow.dominates(its.block, block) &&
                       flow.blocks()[its.block].loop == flow.blocks()[block].loop;
            };
            if (load && std::ranges::any_of(stores, forwards)) found.insert(module.indexOf(one));
            if (store) stores.push_back({chain, block});
            if (stores.size() > kMostStores) stores.erase(stores.begin());
        } else if (is(&one, spv::OpControlBarrier) || is(&one, spv::OpMemoryBarrier) ||
                   is(&one, spv::OpFunction) || is(&one, spv::OpFunctionCall) ||
                   is(&one, spv::OpCopyMemory) || isAtomic(one.opcode)) {
            stores.clear();
        }
    }
    return found;
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
    const std::set<std::size_t> forwarded = forwardedLoads(*used);
    for (const SourceAccess& one : sourceAccesses(*used))
        if (!forwarded.contains(one.instruction)) kept.insert(keyOf(one));
    std::erase_if(accesses,
                  [&](const SourceAccess& one) { return one.variable != 0 && !kept.contains(keyOf(one)); });
}

} // namespace vkperftest
