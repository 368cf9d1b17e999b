#include "frontend/kept_accesses.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <spirv-tools/optimizer.hpp>

#include "base/child_process.h"
#include "frontend/access_origin.h"

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

// The words as bytes; empty if the optimizer fails.
std::string optimized(std::span<const std::uint32_t> words, std::span<const SpecializedConstant> constants) {
    spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
    optimizer.SetMessageConsumer([](auto&&...) {});
    addConstants(optimizer, constants);
    optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
    optimizer.RegisterPass(spvtools::CreateScalarReplacementPass());
    optimizer.RegisterPass(spvtools::CreateLocalAccessChainConvertPass());
    optimizer.RegisterPass(spvtools::CreateSSARewritePass());
    optimizer.RegisterPass(spvtools::CreateCCPPass());
    optimizer.RegisterPass(spvtools::CreateDeadBranchElimPass());
    optimizer.RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass());
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<std::uint32_t> result;
    if (!optimizer.Run(words.data(), words.size(), &result, options)) return {};
    return {reinterpret_cast<const char*>(result.data()), result.size() * sizeof(std::uint32_t)};
}

// Variables in memory keep their ids, debug lines stay with their instructions, and loops stay as they are.
// Nothing if the optimizer fails.
std::optional<SpirvModule> withoutDeadCode(const SpirvModule& module,
                                           std::span<const SpecializedConstant> constants) {
    constexpr std::chrono::seconds kPatience(8);
    const Result<std::string> bytes =
        runApart([&] { return optimized(module.words(), constants); }, kPatience);
    if (!bytes.ok()) return std::nullopt;
    Result<std::vector<std::uint32_t>> words = spirvWords(bytes.value());
    if (!words.ok()) return std::nullopt;
    Result<SpirvModule> used = SpirvModule::read(std::move(words).value());
    return used.ok() ? std::optional(std::move(used).value()) : std::nullopt;
}

// An index of an access chain: true and its value if it is constant, else false and its id.
using ChainIndex = std::pair<bool, std::uint32_t>;

struct MemoryPlace {
    std::uint32_t variable = 0;
    bool shared = false;           // in the workgroup's memory; else in a buffer
    std::vector<ChainIndex> chain; // from the variable inwards

    // Of which the other is a part, or all.
    bool holds(const MemoryPlace& other) const {
        return variable == other.variable && chain.size() <= other.chain.size() &&
               std::equal(chain.begin(), chain.end(), other.chain.begin());
    }
    bool mayOverlap(const MemoryPlace& other) const {
        if (variable != other.variable) return !shared && !other.shared;
        for (std::size_t i = 0; i < std::min(chain.size(), other.chain.size()); ++i) {
            if (chain[i].first && other.chain[i].first && chain[i] != other.chain[i]) return false;
        }
        return true;
    }
};

bool isBranch(const SpirvInstruction& one) {
    return is(&one, spv::OpBranch) || is(&one, spv::OpBranchConditional) || is(&one, spv::OpSwitch);
}

// Finds loads from buffers and shared memory, as indexes of instructions, of a place that the invocation has
// stored to, whichever way it came, or of a part of it: compilers pass the stored value on instead. Nothing
// in between may have changed the place: no store that may overlap, atomic operation, barrier or call. Two
// buffers may overlap, whatever their bindings, as Mesa's compilers assume, too; two variables in shared
// memory do not. Places are equal if the module computes them with the same ids. Left out are variables and
// accesses that are coherent or volatile, arrays of buffers, and pointers without a variable. Knows nothing
// of what loops bring from their last iteration.
class ForwardedLoads {
public:
    explicit ForwardedLoads(const SpirvModule& module) : module_(module) {
        for (const SpirvInstruction& one : module.instructions()) {
            const bool member = is(&one, spv::OpMemberDecorate);
            if (member || is(&one, spv::OpDecorate)) {
                const std::uint32_t decoration = one.operands[member ? 2 : 1];
                if (decoration == spv::DecorationCoherent || decoration == spv::DecorationVolatile)
                    shown_.insert(one.operands[0]);
            }
            if (isBranch(one)) {
                for (const std::uint32_t label : one.operands) ++branches_[label];
            }
        }
        for (const SpirvInstruction& one : module.instructions()) pass(one);
    }

    bool contains(std::size_t instruction) const { return found_.contains(instruction); }

private:
    using Places = std::vector<MemoryPlace>;

    // What every way to the block has stored; nothing at a loop's begin, which a later branch leads to.
    Places before(std::uint32_t label) const {
        const auto arrived = arrived_.find(label);
        if (arrived == arrived_.end() || arrived->second.size() != branches_.at(label)) return {};
        Places known = arrived->second.front();
        for (const Places& other : arrived->second) {
            std::erase_if(known, [&](const MemoryPlace& one) {
                return std::ranges::none_of(other, [&](const MemoryPlace& its) { return its.holds(one); });
            });
        }
        return known;
    }

    void pass(const SpirvInstruction& one) {
        if (is(&one, spv::OpLabel)) {
            known_ = before(one.result);
        } else if (isBranch(one)) { // its other operands are no labels, or mean less knowledge at one
            for (const std::uint32_t label : one.operands) arrived_[label].push_back(known_);
        } else if (is(&one, spv::OpLoad)) {
            const std::optional<MemoryPlace> place = placeOf(one.operands[0]);
            const auto isIn = [&](const MemoryPlace& stored) { return stored.holds(*place); };
            if (place && isPlain(one, 1) && std::ranges::any_of(known_, isIn))
                found_.insert(module_.indexOf(one));
        } else if (is(&one, spv::OpStore)) {
            if (isOwnMemory(module_, one.operands[0])) return;
            const std::optional<MemoryPlace> place = placeOf(one.operands[0]);
            std::erase_if(known_,
                          [&](const MemoryPlace& other) { return !place || place->mayOverlap(other); });
            if (place && isPlain(one, 2)) known_.push_back(*place);
        } else if (is(&one, spv::OpFunctionCall) || is(&one, spv::OpControlBarrier) ||
                   is(&one, spv::OpMemoryBarrier) || is(&one, spv::OpCopyMemory) ||
                   is(&one, spv::OpCopyMemorySized) || isAtomic(one.opcode)) {
            known_.clear();
        }
    }

    // Whether the access may be dropped: others neither see nor change it. `at`: of its memory operands.
    static bool isPlain(const SpirvInstruction& one, std::size_t at) {
        const std::uint32_t shown =
            spv::MemoryAccessVolatileMask | spv::MemoryAccessMakePointerAvailableMask |
            spv::MemoryAccessMakePointerVisibleMask | spv::MemoryAccessNonPrivatePointerMask;
        return one.operands.size() <= at || (one.operands[at] & shown) == 0;
    }

    // Nothing for memory that is not followed.
    std::optional<MemoryPlace> placeOf(std::uint32_t pointer) const {
        std::vector<ChainIndex> reversed;
        const SpirvInstruction* defined = module_.definition(pointer);
        for (; defined != nullptr && indexes(defined->opcode);
             defined = module_.definition(defined->operands[0])) {
            const auto chain = defined->operands.subspan(1);
            for (std::size_t i = chain.size(); i-- > 0;) {
                const SpirvInstruction* const index = module_.definition(chain[i]);
                const bool constant = is(index, spv::OpConstant);
                reversed.emplace_back(constant, constant ? index->operands[0] : chain[i]);
            }
        }
        if (!is(defined, spv::OpVariable) || isOwnMemory(module_, defined->result)) return std::nullopt;
        const std::uint32_t type = module_.definition(defined->type)->operands[1];
        if (shown_.contains(defined->result) || shown_.contains(type)) return std::nullopt;
        const bool shared = storageOf(module_, defined->result) == spv::StorageClassWorkgroup;
        if (!shared && !is(module_.definition(type), spv::OpTypeStruct))
            return std::nullopt; // an array of buffers: two of its elements may be one buffer
        std::ranges::reverse(reversed);
        return MemoryPlace{defined->result, shared, std::move(reversed)};
    }

    const SpirvModule& module_;
    std::unordered_set<std::uint32_t> shown_; // coherent or volatile: variables, and types with such members
    std::unordered_map<std::uint32_t, std::size_t> branches_;        // how many lead to a label
    std::unordered_map<std::uint32_t, std::vector<Places>> arrived_; // what was known at those so far
    Places known_;                                                   // stored to, at this instruction
    std::set<std::size_t> found_;
};

} // namespace

void keepUsed(std::vector<SourceAccess>& accesses, const SpirvModule& module,
              std::span<const SpecializedConstant> constants) {
    const std::optional<SpirvModule> used = withoutDeadCode(module, constants);
    if (!used) return;
    const auto keyOf = [](const SourceAccess& access) {
        return std::tuple(access.access, access.variable, access.place.file, access.place.line);
    };
    const ForwardedLoads forwarded(*used);
    std::set<decltype(keyOf(SourceAccess()))> kept;
    for (const SourceAccess& one : sourceAccesses(*used)) {
        if (one.access != Access::Load || !forwarded.contains(one.instruction)) kept.insert(keyOf(one));
    }
    std::erase_if(accesses,
                  [&](const SourceAccess& one) { return one.variable != 0 && !kept.contains(keyOf(one)); });
}

} // namespace vkperftest
