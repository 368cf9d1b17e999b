#include "frontend/index_bounds.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include "frontend/access_origin.h"
#include "frontend/resources.h"
#include "frontend/value_flow.h"

namespace vkperftest {
namespace {

using Bound = std::optional<double>;

Bound larger(Bound a, Bound b) {
    return a && b ? Bound(std::max(*a, *b)) : std::nullopt;
}

Bound smaller(Bound a, Bound b) {
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

// The type that a pointer leads to; null if it is none.
const SpirvInstruction* targetOf(const SpirvModule& module, std::uint32_t pointer) {
    const SpirvInstruction* const type = typeOf(module, pointer);
    return type != nullptr ? module.definition(type->operands[1]) : nullptr;
}

class Bounds {
public:
    // `differ`: differences have bounds, too, as large as what something is subtracted from.
    Bounds(const SpirvModule& module, const IndexInputs& inputs, bool differ);

    Bound of(std::uint32_t id);
    // The array of descriptors that a pointer leads to; 0 if to none.
    std::uint32_t descriptorsAt(std::uint32_t pointer) const;
    const std::map<ConstantMember, std::vector<ScalarField>>& members() const { return members_; }

private:
    using Comparisons = std::vector<const SpirvInstruction*>; // that hold together

    // What is loaded from push constants, or from a uniform buffer.
    Bound ofConstants(std::uint32_t pointer, const SpirvInstruction& variable);
    Bound ofInstruction(const SpirvInstruction& one);
    Bound ofLoad(const SpirvInstruction& load);
    Bound ofBuiltIn(std::uint32_t variable, std::optional<std::uint32_t> component) const;
    Bound ofMemory(const ValueFlow::Memory& memory);
    Bound ofExtension(const SpirvInstruction& one);
    Bound largestOf(const ValueFlow::Ids& ids);
    // A phi, or memory, with what it is made of: `all`. One that depends on itself goes as far as the conditions of
    // loops allow.
    Bound ofChanging(std::uint32_t id, Bound all);
    // As far as the first conditions allow that say something of it, any of which may be its loop's.
    std::optional<Bound> limit(std::uint32_t id, const std::vector<Comparisons>& conditions);
    Comparisons comparisonsIn(std::uint32_t condition) const;

    const SpirvModule& module_;
    const IndexInputs& inputs_;
    bool differ_;
    ValueFlow flow_;
    std::map<std::uint32_t, std::uint32_t> builtIns_; // by variable
    // Conditions of going on in a loop, and all others, each alone, or together if `differ`.
    std::vector<Comparisons> loops_, others_;
    std::map<std::uint32_t, Bound> known_;
    std::set<std::uint32_t> inProgress_;
    std::set<std::uint32_t> cyclic_; // those that were found to depend on themselves
    std::set<std::uint32_t> open_;   // those of them whose bounds are not yet known
    std::size_t steps_ = 0;
    std::map<ConstantMember, std::vector<ScalarField>> members_; // that were read
};

constexpr std::size_t kMostVisited = 100000; // more take too long

Bounds::Bounds(const SpirvModule& module, const IndexInputs& inputs, bool differ)
    : module_(module), inputs_(inputs), differ_(differ), flow_(module) {
    std::set<std::uint32_t> ends; // of loops
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpDecorate) && one.operands[1] == spv::DecorationBuiltIn)
            builtIns_[one.operands[0]] = one.operands[2];
        if (is(&one, spv::OpLoopMerge)) ends.insert(one.operands[0]);
        if (is(&one, spv::OpBranchConditional) && ends.contains(one.operands[2]))
            loops_.push_back(comparisonsIn(one.operands[0]));
        if (one.opcode < spv::OpIEqual || one.opcode > spv::OpSLessThanEqual) continue;
        if (!differ || others_.empty()) others_.emplace_back();
        others_.back().push_back(&one);
    }
}

Bounds::Comparisons Bounds::comparisonsIn(std::uint32_t condition) const {
    Comparisons all;
    constexpr std::size_t kMost = 64;
    std::vector<std::uint32_t> open = {condition};
    for (std::size_t i = 0; i < open.size() && open.size() < kMost; ++i) {
        const SpirvInstruction* const one = module_.definition(open[i]);
        if (is(one, spv::OpLogicalAnd))
            open.insert(open.end(), one->operands.begin(), one->operands.end());
        else if (one != nullptr)
            all.push_back(one);
    }
    return all;
}

std::uint32_t Bounds::descriptorsAt(std::uint32_t pointer) const {
    const std::uint32_t base = flow_.baseOf(pointer);
    const SpirvInstruction* const variable = module_.definition(base);
    const bool whole = variable != nullptr && variable->type == module_.definition(pointer)->type &&
                       module_.decoration(base, spv::DecorationBinding) &&
                       isArray(*targetOf(module_, pointer));
    return whole ? base : 0;
}

// What is found within a cycle lacks what the cycle adds, and is not kept.
Bound Bounds::of(std::uint32_t id) {
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    if (!inProgress_.insert(id).second) {
        cyclic_.insert(id);
        open_.insert(id);
        return 0;
    }
    const SpirvInstruction* const one = module_.definition(id);
    const Bound bound = one != nullptr && ++steps_ < kMostVisited ? ofInstruction(*one) : std::nullopt;
    inProgress_.erase(id);
    open_.erase(id);
    if (open_.empty()) known_[id] = bound;
    return bound;
}

Bound Bounds::ofInstruction(const SpirvInstruction& one) {
    const auto operand = [&](std::size_t i) { return of(one.operands[i]); };
    const auto combined = [&](auto combine) -> Bound {
        const Bound a = operand(0), b = operand(1);
        return a && b ? Bound(combine(*a, *b)) : std::nullopt;
    };
    switch (one.opcode) {
    case spv::OpConstant:
    case spv::OpSpecConstant: {
        const auto value = static_cast<std::uint32_t>(constantValue(module_, one.result, inputs_.constants));
        return value >> 31U != 0 ? static_cast<double>(value) - 0x1p32 : static_cast<double>(value);
    }
    case spv::OpConstantNull:
        return 0;
    case spv::OpCompositeExtract:
        if (const SpirvInstruction* const from = module_.definition(one.operands[0]);
            is(from, spv::OpLoad) && one.operands.size() == 2 &&
            builtIns_.contains(flow_.baseOf(from->operands[0])))
            return ofBuiltIn(flow_.baseOf(from->operands[0]), one.operands[1]);
        break;
    case spv::OpLoad:
        if (flow_.sourcesOf(one) == nullptr) return ofLoad(one);
        break;
    case spv::OpExtInst:
        return ofExtension(one);
    case spv::OpISub: {
        const Bound from = operand(0), taken = differ_ ? Bound(0) : operand(1);
        const bool known = taken == 0 || isConstant(*module_.definition(one.operands[1]));
        return from && taken && known && *from >= *taken ? Bound(*from - *taken) : std::nullopt;
    }
    case spv::OpIAdd:
    case spv::OpBitwiseOr:
    case spv::OpBitwiseXor:
        return combined([](double a, double b) { return a + b; });
    case spv::OpIMul:
        return combined([](double a, double b) { return a * b; });
    case spv::OpShiftLeftLogical:
        return combined([](double a, double b) { return std::ldexp(a, static_cast<int>(b)); });
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic:
        return combined([](double a, double b) { return std::floor(std::ldexp(a, -static_cast<int>(b))); });
    case spv::OpBitwiseAnd:
        return smaller(operand(0), operand(1));
    case spv::OpUDiv:
    case spv::OpSDiv: {
        const SpirvInstruction* const divisor = module_.definition(one.operands[1]);
        const Bound by = divisor != nullptr && isConstant(*divisor) ? operand(1) : Bound(1);
        const Bound all = operand(0);
        return all && by && *by >= 1 ? Bound(std::floor(*all / *by)) : all;
    }
    case spv::OpUMod:
    case spv::OpSMod:
    case spv::OpSRem: {
        const Bound by = operand(1);
        return smaller(operand(0), by ? Bound(std::max(0.0, *by - 1)) : by);
    }
    case spv::OpImageFetch:
    case spv::OpImageRead:
        return inputs_.loaded;
    case spv::OpBitcast:
        return operand(0);
    default:
        break;
    }
    if (const ValueFlow::Memory* const memory = flow_.memoryAt(one.result))
        return ofChanging(one.result, ofMemory(*memory));
    if (const ValueFlow::Ids* const sources = flow_.sourcesOf(one)) {
        const Bound all = largestOf(*sources);
        return is(&one, spv::OpPhi) ? ofChanging(one.result, all) : all;
    }
    return isAtomic(one.opcode) ? Bound(inputs_.loaded) : std::nullopt;
}

Bound Bounds::largestOf(const ValueFlow::Ids& ids) {
    Bound all = 0;
    for (const std::uint32_t id : ids) all = larger(all, of(id));
    return all;
}

// What is stored in other ways than by OpStore counts as small.
Bound Bounds::ofMemory(const ValueFlow::Memory& memory) {
    const auto stored = [this](ValueFlow::Ids ids) {
        std::erase(ids, 0u);
        return largestOf(ids);
    };
    Bound all = larger(stored(memory.stored), largestOf(memory.passed));
    for (const std::uint32_t parameter : memory.passedTo) // what callees store
        all = larger(all, stored(flow_.memoryAt(parameter)->stored));
    return all;
}

Bound Bounds::ofExtension(const SpirvInstruction& one) {
    if (!module_.text(one.operands[0]).starts_with("GLSL.std")) return std::nullopt;
    constexpr std::uint32_t kUMin = 38, kSMin = 39, kUMax = 41, kSMax = 42, kUClamp = 44, kSClamp = 45;
    switch (one.operands[1]) {
    case kUMin:
    case kSMin:
        return smaller(of(one.operands[2]), of(one.operands[3]));
    case kUMax:
    case kSMax:
        return larger(of(one.operands[2]), of(one.operands[3]));
    case kUClamp:
    case kSClamp:
        return of(one.operands[4]);
    default:
        return std::nullopt;
    }
}

Bound Bounds::ofBuiltIn(std::uint32_t variable, std::optional<std::uint32_t> component) const {
    const auto over = [&](auto value) {
        double most = 0;
        for (std::uint32_t i = 0; i < 3; ++i)
            if (!component || *component == i) most = std::max(most, static_cast<double>(value(i)) - 1);
        return most;
    };
    const auto& [groups, localSize] = std::tie(inputs_.groups, inputs_.localSize);
    switch (builtIns_.at(variable)) {
    case spv::BuiltInGlobalInvocationId:
        return over([&g = groups, &l = localSize](std::uint32_t i) { return double{1} * g[i] * l[i]; });
    case spv::BuiltInLocalInvocationId:
        return over([&l = localSize](std::uint32_t i) { return l[i]; });
    case spv::BuiltInWorkgroupId:
        return over([&g = groups](std::uint32_t i) { return g[i]; });
    case spv::BuiltInNumWorkgroups:
        return over([&g = groups](std::uint32_t i) { return g[i] + 1.0; });
    case spv::BuiltInLocalInvocationIndex:
    case spv::BuiltInSubgroupLocalInvocationId:
    case spv::BuiltInSubgroupId:
        return double{1} * localSize[0] * localSize[1] * localSize[2] - 1;
    case spv::BuiltInSubgroupSize:
        return 128;
    default:
        return std::nullopt;
    }
}

Bound Bounds::ofLoad(const SpirvInstruction& load) {
    const std::uint32_t base = flow_.baseOf(load.operands[0]);
    if (builtIns_.contains(base)) {
        const SpirvInstruction* const chain = module_.definition(load.operands[0]);
        std::optional<std::uint32_t> component;
        if (chain != nullptr && indexes(chain->opcode) && chain->operands.size() == 2)
            component = static_cast<std::uint32_t>(constantValue(module_, chain->operands[1], {}));
        return ofBuiltIn(base, component);
    }
    const SpirvInstruction* const variable = module_.definition(base);
    if (!is(variable, spv::OpVariable)) return std::max(inputs_.loaded, inputs_.pushed);
    if (isStorageBuffer(module_, *variable)) return inputs_.loaded;
    return ofConstants(load.operands[0], *variable);
}

Bound Bounds::ofConstants(std::uint32_t pointer, const SpirvInstruction& variable) {
    const SpirvInstruction* chain = module_.definition(pointer); // the one that begins with the variable
    while (indexes(chain->opcode) && module_.definition(chain->operands[0]) != &variable)
        chain = module_.definition(chain->operands[0]);
    const std::size_t place =
        isArray(*module_.definition(typeOf(module_, variable.result)->operands[1])) ? 2 : 1;
    const SpirvInstruction& block = heldBy(module_, variable);
    if (!indexes(chain->opcode) || chain->operands.size() <= place || !is(&block, spv::OpTypeStruct))
        return inputs_.pushed;
    const auto number = static_cast<std::uint32_t>(constantValue(module_, chain->operands[place]));
    ConstantMember member{ConstantMember::kPushed, ConstantMember::kPushed,
                          module_.decoration(block.result, number, spv::DecorationOffset).value_or(0)};
    if (variable.operands[0] != spv::StorageClassPushConstant) {
        member.set = module_.decoration(variable.result, spv::DecorationDescriptorSet).value_or(0);
        member.binding = module_.decoration(variable.result, spv::DecorationBinding).value_or(0);
    }
    if (const auto [read, isNew] = members_.try_emplace(member); isNew)
        LayoutReader(module_, inputs_.constants).member(block.result, number, read->second);
    const auto known = inputs_.members.find(member);
    return known != inputs_.members.end() ? known->second : inputs_.pushed;
}

std::optional<Bound> Bounds::limit(std::uint32_t id, const std::vector<Comparisons>& conditions) {
    const auto names = [&](std::uint32_t value) {
        if (value == id) return true;
        const SpirvInstruction* const load = module_.definition(value);
        return is(load, spv::OpLoad) && flow_.baseOf(load->operands[0]) == id;
    };
    std::optional<Bound> most;
    for (const Comparisons& condition : conditions) {
        std::optional<Bound> least;
        for (const SpirvInstruction* const one : condition) {
            const bool less =
                is(one, spv::OpULessThan) || is(one, spv::OpSLessThan) || is(one, spv::OpINotEqual);
            const bool other = is(one, spv::OpULessThanEqual) || is(one, spv::OpSLessThanEqual);
            if (!(less || other) || !names(one->operands[0])) continue;
            Bound bound = of(one->operands[1]); // which the loop's body does not reach
            if (bound && less) --*bound;
            least = least ? smaller(*least, bound) : bound;
        }
        if (least) most = most ? larger(*most, *least) : *least;
    }
    return most;
}

Bound Bounds::ofChanging(std::uint32_t id, Bound all) {
    if (cyclic_.erase(id) == 0) return all;
    std::optional<Bound> bound = limit(id, loops_);
    if (!bound) bound = limit(id, others_);
    return bound && *bound ? larger(*bound, all) : std::nullopt;
}

void take(LargestIndices& into, std::uint32_t variable, const Bound& bound) {
    const auto [place, isNew] = into.emplace(variable, bound);
    if (!isNew) place->second = larger(place->second, bound);
}

} // namespace

LargestIndices largestElements(const SpirvModule& module, const IndexInputs& inputs) {
    Bounds bounds(module, inputs, true);
    LargestIndices all;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!indexes(one.opcode)) continue;
        const SpirvInstruction* type = targetOf(module, one.operands[0]);
        for (std::size_t i = 1; i < one.operands.size() && type != nullptr; ++i) {
            const std::uint32_t index = one.operands[i];
            const bool descriptors = i == 1 && bounds.descriptorsAt(one.operands[0]) != 0;
            if (is(type, spv::OpTypeRuntimeArray) && !descriptors) {
                take(all, originOf(module, one.operands[0]).variable, bounds.of(index));
                break;
            }
            const bool structure = is(type, spv::OpTypeStruct);
            const std::size_t member = structure ? constantValue(module, index, {}) : 0;
            const bool composite =
                structure || isArray(*type) || is(type, spv::OpTypeVector) || is(type, spv::OpTypeMatrix);
            type = composite && member < type->operands.size() ? module.definition(type->operands[member])
                                                               : nullptr;
        }
    }
    return all;
}

DescriptorIndices largestDescriptors(const SpirvModule& module, const IndexInputs& inputs) {
    Bounds bounds(module, inputs, false);
    DescriptorIndices all;
    for (const SpirvInstruction& one : module.instructions())
        if (indexes(one.opcode) && one.operands.size() > 1)
            if (const std::uint32_t array = bounds.descriptorsAt(one.operands[0]); array != 0)
                take(all.largest, array, bounds.of(one.operands[1]));
    all.members = bounds.members();
    return all;
}

} // namespace vkperftest
