#include "frontend/index_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "frontend/access_origin.h"
#include "frontend/control_flow.h"
#include "frontend/layouts.h"
#include "frontend/low_bits.h"
#include "frontend/value_flow.h"

namespace vkperftest {
namespace {

using Operands = std::span<const std::uint32_t>;

constexpr double kEndless = 0x1p30; // indices

// The type that a pointer leads to; null if it is none.
const SpirvInstruction* targetOf(const SpirvModule& module, std::uint32_t pointer) {
    const SpirvInstruction* const type = typeOf(module, pointer);
    return type != nullptr ? module.definition(type->operands[1]) : nullptr;
}

// One array, or none, and an index into it.
struct Index {
    const SpirvInstruction* chain = nullptr;
    std::uint32_t variable = 0, index = 0;
};

// The values of all that indices are computed from: what each instruction makes of its operands' values, over and
// over until nothing changes. What still grows then, such as the counters of loops, may have any value of its type;
// then conditions make it as small as they allow.
class Bounds {
public:
    Bounds(const SpirvModule& module, const IndexInputs& inputs)
        : module_(module), inputs_(inputs), flow_(module), control_(module),
          values_(module.instructions().size()) {
        for (std::size_t block = 1; block < control_.blocks().size(); ++block) {
            const ControlFlow::Block& its = control_.blocks()[block];
            collectFacts(its.held, block);
        }
    }

    // The array of descriptors that a pointer leads to; 0 if to none.
    std::uint32_t descriptorsAt(std::uint32_t pointer) const {
        const std::uint32_t base = flow_.baseOf(pointer);
        const SpirvInstruction* const variable = module_.definition(base);
        const bool whole = variable != nullptr && variable->type == module_.definition(pointer)->type &&
                           module_.decoration(base, spv::DecorationBinding) &&
                           isArray(*targetOf(module_, pointer));
        return whole ? base : 0;
    }

    // To be called once.
    void find(const std::vector<Index>& indices) {
        constexpr int kMostPasses = 100, kWiden = 32, kNarrow = 4; // a search by halves takes some twenty
        std::vector<bool> known(values_.size());
        std::vector<std::uint32_t> open;
        for (const Index& one : indices) open.push_back(one.index);
        while (!open.empty()) {
            const std::uint32_t id = open.back();
            open.pop_back();
            const SpirvInstruction* const one = module_.definition(id);
            if (one == nullptr || known[module_.indexOf(*one)]) continue;
            known[module_.indexOf(*one)] = true;
            needed_.push_back(module_.indexOf(*one));
            std::ranges::copy(operandsOf(*one), std::back_inserter(open));
            if (const auto facts = facts_.find(id); facts != facts_.end())
                for (const Fact& fact : facts->second) open.push_back(fact.other);
        }
        std::ranges::sort(needed_);
        int passes = 0;
        while (pass(true, passes > kWiden))
            if (++passes > kMostPasses) {
                for (const std::size_t one : needed_) values_[one] = kAny;
                return;
            }
        for (int i = 0; i < kNarrow; ++i) pass(false, false);
    }

    // Of an operand where it is used.
    Range at(const SpirvInstruction& user, std::uint32_t id) const {
        return at(control_.blockOf(module_.indexOf(user)), id);
    }

private:
    // That a value is at most, or at least, another, in all that the block dominates.
    struct Fact {
        std::size_t block = 0;
        std::uint32_t other = 0;
        bool isUpper = false, isStrict = false, isUnsigned = false; // strict: nor equal to it
    };

    std::size_t blockAt(std::uint32_t label) const {
        return control_.blockOf(module_.indexOf(*module_.definition(label)));
    }

    // Of `a && b`, or of `a || b` that is false, where b is only computed if need be: both.
    std::vector<ControlFlow::Held> partsOf(const SpirvInstruction& phi, bool value) const {
        std::vector<ControlFlow::Held> parts;
        const std::size_t block = control_.blockOf(module_.indexOf(phi));
        for (std::size_t i = 0; i < phi.operands.size(); i += 2) {
            const SpirvInstruction* const constant = module_.definition(phi.operands[i]);
            const std::size_t before = blockAt(phi.operands[i + 1]);
            const ControlFlow::Held there = control_.heldBetween(before, block);
            if (is(constant, value ? spv::OpConstantFalse : spv::OpConstantTrue) ||
                (there.condition == phi.operands[i] && there.value != value))
                continue;
            if (!parts.empty()) return {};
            parts = {{phi.operands[i], value}, control_.blocks()[before].held};
        }
        return parts;
    }

    // What all hold together.
    void collectFacts(ControlFlow::Held condition, std::size_t block) {
        constexpr std::size_t kMost = 64;
        std::vector<ControlFlow::Held> open = {condition};
        for (std::size_t i = 0; i < open.size() && open.size() < kMost; ++i) {
            const auto [id, holds] = open[i];
            const SpirvInstruction* const one = module_.definition(id);
            if (one == nullptr) continue;
            if (is(one, spv::OpLogicalNot)) open.push_back({one->operands[0], !holds});
            if (is(one, holds ? spv::OpLogicalAnd : spv::OpLogicalOr))
                for (const std::uint32_t part : one->operands) open.push_back({part, holds});
            if (is(one, spv::OpPhi)) std::ranges::copy(partsOf(*one, holds), std::back_inserter(open));
            if (one->opcode < spv::OpUGreaterThan || one->opcode > spv::OpSLessThanEqual) continue;
            // Of unsigned and signed numbers: greater, not less, less, not greater. What does not hold, holds turned.
            const auto number = static_cast<unsigned>(one->opcode - spv::OpUGreaterThan);
            const bool less = (number >= 4) == holds, strict = (number % 4 < 2) == holds;
            addFact(one->operands[0], {block, one->operands[1], less, strict, number % 2 == 0});
            addFact(one->operands[1], {block, one->operands[0], !less, strict, number % 2 == 0});
        }
    }

    void addFact(std::uint32_t of, const Fact& fact) {
        constexpr std::size_t kMost = 16; // of one value: more take too long
        if (std::vector<Fact>& all = facts_[of]; all.size() < kMost) all.push_back(fact);
        const SpirvInstruction* const one = module_.definition(of);
        if (is(one, spv::OpBitcast)) addFact(one->operands[0], fact);
    }

    Range at(std::size_t block, std::uint32_t id) const {
        Range range = of(id);
        const auto facts = facts_.find(id);
        if (facts == facts_.end() || range.isEmpty()) return range;
        for (const Fact& fact : facts->second) {
            const Range other = of(fact.other);
            if (other.isEmpty() || (fact.isUnsigned && other.most < 0) ||
                !control_.dominates(fact.block, block))
                continue;
            const double apart = fact.isStrict ? 1 : 0;
            if (fact.isUpper) range.most = std::min(range.most, other.most - apart);
            if (!fact.isUpper) range.least = std::max(range.least, other.least + apart);
            if (fact.isUpper && fact.isUnsigned) range.least = std::max(range.least, 0.0);
        }
        return range;
    }

    Range of(std::uint32_t id) const {
        const SpirvInstruction* const one = module_.definition(id);
        return one != nullptr ? values_[module_.indexOf(*one)] : kAny;
    }

    std::vector<std::uint32_t> operandsOf(const SpirvInstruction& one) const {
        if (is(numberOf(module_, one.type), spv::OpTypeFloat)) return {};
        if (const ValueFlow::Memory* const memory = flow_.memoryAt(one.result)) return memory->stored;
        if (const ValueFlow::Ids* const sources = flow_.sourcesOf(one)) return *sources;
        const bool computes = one.opcode >= spv::OpConvertFToU && one.opcode <= spv::OpBitCount;
        const std::size_t first = computes                          ? 0
                                  : is(&one, spv::OpSpecConstantOp) ? 1
                                  : is(&one, spv::OpExtInst)        ? 2
                                  : isAtomic(one.opcode)            ? 3
                                                                    : one.operands.size();
        const Operands all = one.operands.subspan(std::min(first, one.operands.size()));
        return {all.begin(), all.end()};
    }

    bool pass(bool grow, bool widen) {
        bool changed = false;
        for (const std::size_t at : needed_) {
            const SpirvInstruction& one = module_.instructions()[at];
            const Range old = values_[at];
            Range now = rangeFitted(module_, ofInstruction(one), one.type);
            if (grow) now = joined(old, now);
            const bool cyclic = is(&one, spv::OpPhi) || flow_.memoryAt(one.result) != nullptr;
            if (widen && cyclic && !old.isEmpty()) {
                if (now.least < old.least) now.least = -kInfinity;
                if (now.most > old.most) now.most = kInfinity;
                now = rangeFitted(module_, now, one.type);
            }
            changed = changed || now != old;
            values_[at] = now;
        }
        return changed;
    }

    // What is no integer can be none.
    Range joinedOf(const SpirvInstruction& user, Operands ids) const {
        Range all;
        for (const std::uint32_t id : ids) {
            const SpirvInstruction* const one = module_.definition(id);
            const SpirvInstruction* const number = one != nullptr ? numberOf(module_, one->type) : nullptr;
            if (!is(number, spv::OpTypeFloat) && !is(number, spv::OpTypeBool))
                all = joined(all, at(user, id));
        }
        return all;
    }

    Range ofPhi(const SpirvInstruction& phi) const {
        Range all;
        for (std::size_t i = 0; i < phi.operands.size(); i += 2)
            all = joined(all, at(blockAt(phi.operands[i + 1]), phi.operands[i]));
        return all;
    }

    // Of what is no value, such as an array whose elements are chosen at run time.
    Range ofMemory(const SpirvInstruction& variable, const ValueFlow::Memory& memory) const {
        if (!memory.passed.empty() || !memory.passedTo.empty()) return kAny;
        std::vector<std::uint32_t> ids = memory.stored;
        const bool other = std::erase(ids, 0U) > 0; // stored in other ways than by OpStore
        const Range all = joinedOf(variable, ids);
        return other || ids.empty() ? joined(all, {0, other ? inputs_.loaded : 0}) : all;
    }

    Range ofInstruction(const SpirvInstruction& one) const {
        const SpirvInstruction* const number = numberOf(module_, one.type);
        if (is(number, spv::OpTypeFloat) || is(number, spv::OpTypeBool)) return kAny;
        if (const ValueFlow::Memory* const memory = flow_.memoryAt(one.result)) return ofMemory(one, *memory);
        const spv::Op opcode =
            is(&one, spv::OpSpecConstantOp) ? static_cast<spv::Op>(one.operands[0]) : one.opcode;
        switch (opcode) {
        case spv::OpConstant:
        case spv::OpSpecConstant: {
            // Those of 32 bits are negative, whatever their type: compilers write x - 1 as x + 0xffffffff.
            const auto value = static_cast<std::int64_t>(constantValue(module_, one.result));
            const double exact = static_cast<double>(value);
            return value >> 31U == 1 && number->operands[0] == 32 ? Range{exact - 0x1p32, exact - 0x1p32}
                                                                  : Range{exact, exact};
        }
        case spv::OpConstantNull:
        case spv::OpUndef:
            return {0, 0};
        case spv::OpPhi:
            return ofPhi(one);
        case spv::OpCompositeExtract:
            if (const SpirvInstruction* const from = module_.definition(one.operands[0]);
                is(from, spv::OpLoad) && one.operands.size() == 2)
                if (const auto builtIn =
                        module_.decoration(flow_.baseOf(from->operands[0]), spv::DecorationBuiltIn))
                    return ofBuiltIn(*builtIn, one.operands[1]);
            break;
        case spv::OpLoad:
            if (flow_.sourcesOf(one) == nullptr) return ofLoad(one);
            break;
        case spv::OpBitcast:
            if (flow_.sourcesOf(one) == nullptr ||
                is(numberOf(module_, typeOf(module_, one.operands[0])->result), spv::OpTypeFloat))
                return kAny;
            break;
        default:
            break;
        }
        const ValueFlow::Ids* const sources = flow_.sourcesOf(one);
        if (sources != nullptr && opcode != spv::OpExtInst) return joinedOf(one, *sources);
        if (readsImage(opcode)) return {0, inputs_.loaded};
        if (isAtomic(opcode)) return ofAtomic(one);
        std::array<Range, 4> values;
        const std::vector<std::uint32_t> operands = operandsOf(one);
        for (std::size_t i = 0; i < std::min(values.size(), operands.size()); ++i)
            values[i] = at(one, operands[i]);
        return rangeOf(module_, one, values);
    }

    // What counts up may begin with any value, and each invocation may add to it.
    Range ofAtomic(const SpirvInstruction& one) const {
        double all = 1;
        for (std::size_t i = 0; i < 3; ++i) all *= double{1} * inputs_.groups[i] * inputs_.localSize[i];
        const double added = is(&one, spv::OpAtomicIIncrement) ? 1
                             : is(&one, spv::OpAtomicIAdd)     ? std::max(0.0, at(one, one.operands[3]).most)
                                                               : 0;
        return {0, inputs_.loaded + all * added};
    }

    Range ofBuiltIn(std::uint32_t builtIn, std::optional<std::uint32_t> component) const {
        const auto over = [&](auto value) {
            double most = 0;
            for (std::uint32_t i = 0; i < 3; ++i)
                if (!component || *component == i) most = std::max(most, static_cast<double>(value(i)) - 1);
            return Range{0, most};
        };
        const auto& [groups, localSize] = std::tie(inputs_.groups, inputs_.localSize);
        const double all = double{1} * localSize[0] * localSize[1] * localSize[2];
        switch (builtIn) {
        case spv::BuiltInGlobalInvocationId:
            return over([&g = groups, &l = localSize](std::uint32_t i) { return double{1} * g[i] * l[i]; });
        case spv::BuiltInLocalInvocationId:
            return over([&l = localSize](std::uint32_t i) { return l[i]; });
        case spv::BuiltInWorkgroupId:
            return over([&g = groups](std::uint32_t i) { return g[i]; });
        case spv::BuiltInNumWorkgroups:
            return {1, over([&g = groups](std::uint32_t i) { return g[i] + 1.0; }).most};
        case spv::BuiltInLocalInvocationIndex:
        case spv::BuiltInSubgroupLocalInvocationId:
        case spv::BuiltInSubgroupId:
            return {0, all - 1};
        case spv::BuiltInNumSubgroups:
            return {1, all};
        case spv::BuiltInSubgroupSize:
            return {1, 128};
        default:
            return kAny;
        }
    }

    Range ofLoad(const SpirvInstruction& load) const {
        const std::uint32_t base = flow_.baseOf(load.operands[0]);
        const SpirvInstruction& chain = *module_.definition(load.operands[0]);
        std::optional<std::uint32_t> part; // of the variable
        if (indexes(chain.opcode) && chain.operands[0] == base && chain.operands.size() > 1)
            part = static_cast<std::uint32_t>(constantValue(module_, chain.operands[1]));
        if (const auto builtIn = module_.decoration(base, spv::DecorationBuiltIn))
            return ofBuiltIn(*builtIn, part);
        const SpirvInstruction* const variable = module_.definition(base);
        if (!is(variable, spv::OpVariable)) return {0, std::max(inputs_.loaded, inputs_.pushed)};
        if (isStorageBuffer(module_, *variable)) return {0, inputs_.loaded};
        if (part && variable->operands[0] == spv::StorageClassPushConstant) {
            const auto given = inputs_.given.find(
                module_.decoration(heldBy(module_, *variable).result, *part, spv::DecorationOffset)
                    .value_or(0));
            if (given != inputs_.given.end()) return given->second;
        }
        return {std::min(1.0, inputs_.pushed), inputs_.pushed}; // guesses are not 0 unless all are
    }

    const SpirvModule& module_;
    const IndexInputs& inputs_;
    ValueFlow flow_;
    ControlFlow control_;
    std::unordered_map<std::uint32_t, std::vector<Fact>> facts_; // by value
    std::vector<Range> values_;                                  // by instruction
    std::vector<std::size_t> needed_;                            // of these
};

// By variable: none if some index may be below `least`, or is not bounded.
LargestIndices largestOf(Bounds& bounds, const std::vector<Index>& indices, double least) {
    bounds.find(indices);
    LargestIndices all;
    for (const Index& one : indices) {
        Range range = bounds.at(*one.chain, one.index);
        if (range.isEmpty()) range = {0, 0};
        const bool known = range.least >= least && range.most < kEndless;
        const auto [place, isNew] = all.emplace(one.variable, 0);
        if (!known) place->second.reset();
        if (place->second) *place->second = std::max(*place->second, range.most);
    }
    return all;
}

} // namespace

LargestIndices largestElements(const SpirvModule& module, const IndexInputs& inputs) {
    Bounds bounds(module, inputs);
    std::vector<Index> indices;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!indexes(one.opcode)) continue;
        const SpirvInstruction* type = targetOf(module, one.operands[0]);
        for (std::size_t i = 1; i < one.operands.size() && type != nullptr; ++i) {
            const std::uint32_t index = one.operands[i];
            const bool descriptors = i == 1 && bounds.descriptorsAt(one.operands[0]) != 0;
            if (is(type, spv::OpTypeRuntimeArray) && !descriptors) {
                indices.push_back({&one, originOf(module, one.operands[0]).variable, index});
                break;
            }
            const bool structure = is(type, spv::OpTypeStruct);
            const std::size_t member = structure ? constantValue(module, index) : 0;
            const bool composite =
                structure || isArray(*type) || is(type, spv::OpTypeVector) || is(type, spv::OpTypeMatrix);
            type = composite && member < type->operands.size() ? module.definition(type->operands[member])
                                                               : nullptr;
        }
    }
    return largestOf(bounds, indices, -kInfinity);
}

LargestIndices largestDescriptors(const SpirvModule& module, const IndexInputs& inputs) {
    Bounds bounds(module, inputs);
    std::vector<Index> indices;
    for (const SpirvInstruction& one : module.instructions())
        if (indexes(one.opcode) && one.operands.size() > 1)
            if (const std::uint32_t array = bounds.descriptorsAt(one.operands[0]); array != 0)
                indices.push_back({&one, array, one.operands[1]});
    return largestOf(bounds, indices, 0);
}

} // namespace vkperftest
