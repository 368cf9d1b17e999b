#include "frontend/index_bounds.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "frontend/access_origin.h"
#include "frontend/resources.h"

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

class Bounds {
public:
    Bounds(const SpirvModule& module, const IndexInputs& inputs);

    Bound of(std::uint32_t id);
    // Adds what an index of the array is computed from.
    void addSources(std::uint32_t array, std::uint32_t index, std::vector<IndexSource>& sources) const;

private:
    void addSource(IndexSource source, std::uint32_t pointer, std::vector<IndexSource>& sources) const;
    Bound ofInstruction(const SpirvInstruction& one);
    Bound ofLoad(const SpirvInstruction& load);
    Bound ofBuiltIn(std::uint32_t variable, std::optional<std::uint32_t> component) const;
    Bound ofVariable(std::uint32_t variable);
    Bound ofParameter(std::uint32_t parameter);
    Bound ofExtension(const SpirvInstruction& one);
    // A phi, or a variable, with what it is made of: `all`. One that depends on itself goes as far as the conditions of
    // loops allow.
    Bound ofChanging(std::uint32_t id, Bound all);
    // The variable that a pointer leads into, through parameters.
    std::uint32_t baseOf(std::uint32_t pointer) const;
    // What the calls of a parameter's function pass.
    const std::vector<std::uint32_t>& arguments(std::uint32_t parameter) const;

    const SpirvModule& module_;
    const IndexInputs& inputs_;
    std::map<std::uint32_t, std::uint32_t> builtIns_;                      // by variable
    std::map<std::uint32_t, std::vector<std::uint32_t>> arguments_;        // by parameter
    std::map<std::uint32_t, std::vector<std::uint32_t>> returns_;          // by function
    std::map<std::uint32_t, std::vector<const SpirvInstruction*>> stores_; // by variable
    std::vector<const SpirvInstruction*> comparisons_;
    std::map<std::uint32_t, Bound> known_;
    std::set<std::uint32_t> inProgress_; // values and variables
    std::set<std::uint32_t> cyclic_;     // those that were found to depend on themselves
    std::set<std::uint32_t> open_;       // those of them whose bounds are not yet known
    std::size_t steps_ = 0;
};

Bounds::Bounds(const SpirvModule& module, const IndexInputs& inputs) : module_(module), inputs_(inputs) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> parameters; // by function
    std::uint32_t function = 0;
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpDecorate) && one.operands[1] == spv::DecorationBuiltIn)
            builtIns_[one.operands[0]] = one.operands[2];
        if (is(&one, spv::OpFunction)) function = one.result;
        if (is(&one, spv::OpFunctionParameter)) parameters[function].push_back(one.result);
        if (is(&one, spv::OpReturnValue)) returns_[function].push_back(one.operands[0]);
        if (one.opcode >= spv::OpIEqual && one.opcode <= spv::OpSLessThanEqual) comparisons_.push_back(&one);
    }
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpFunctionCall)) continue;
        const std::vector<std::uint32_t>& own = parameters[one.operands[0]];
        for (std::size_t i = 0; i < own.size(); ++i) arguments_[own[i]].push_back(one.operands[i + 1]);
    }
    for (const SpirvInstruction& one : module.instructions())
        if (is(&one, spv::OpStore)) stores_[baseOf(one.operands[0])].push_back(&one);
}

const std::vector<std::uint32_t>& Bounds::arguments(std::uint32_t parameter) const {
    static const std::vector<std::uint32_t> kNone;
    const auto found = arguments_.find(parameter);
    return found != arguments_.end() ? found->second : kNone;
}

std::uint32_t Bounds::baseOf(std::uint32_t pointer) const {
    constexpr int kMostSteps = 64;
    for (int i = 0; i < kMostSteps; ++i) {
        const SpirvInstruction* const one = module_.definition(pointer);
        if (one == nullptr) return 0;
        if (is(one, spv::OpVariable)) return pointer;
        if (indexes(one->opcode) || is(one, spv::OpCopyObject)) {
            pointer = one->operands[0];
        } else if (is(one, spv::OpFunctionParameter) && arguments(pointer).size() == 1) {
            pointer = arguments(pointer).front();
        } else {
            return is(one, spv::OpFunctionParameter) ? pointer : 0;
        }
    }
    return 0;
}

// What is found within a cycle lacks what the cycle adds, and is not kept.
Bound Bounds::of(std::uint32_t id) {
    constexpr std::size_t kMostSteps = 100000;
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    if (!inProgress_.insert(id).second) {
        cyclic_.insert(id);
        open_.insert(id);
        return 0;
    }
    const SpirvInstruction* const one = module_.definition(id);
    const Bound bound = one != nullptr && ++steps_ < kMostSteps ? ofInstruction(*one) : std::nullopt;
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
    case spv::OpConstantComposite:
    case spv::OpCompositeConstruct: {
        Bound all = 0;
        for (std::size_t i = 0; i < one.operands.size(); ++i) all = larger(all, operand(i));
        return all;
    }
    case spv::OpCompositeExtract:
        if (const SpirvInstruction* const from = module_.definition(one.operands[0]);
            is(from, spv::OpLoad) && one.operands.size() == 2 &&
            builtIns_.contains(baseOf(from->operands[0])))
            return ofBuiltIn(baseOf(from->operands[0]), one.operands[1]);
        return operand(0);
    case spv::OpVectorShuffle:
        return larger(operand(0), operand(1));
    case spv::OpLoad:
        return ofLoad(one);
    case spv::OpFunctionParameter:
        return ofParameter(one.result);
    case spv::OpFunctionCall: {
        Bound all = 0;
        for (const std::uint32_t value : returns_[one.operands[0]]) all = larger(all, of(value));
        return all;
    }
    case spv::OpBitcast:
    case spv::OpUConvert:
    case spv::OpSConvert:
    case spv::OpCopyObject:
    case spv::OpISub: // what is subtracted may be 0
        return operand(0);
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
    case spv::OpSelect:
        return larger(operand(1), operand(2));
    case spv::OpPhi: {
        Bound all = 0;
        for (std::size_t i = 0; i < one.operands.size(); i += 2) all = larger(all, operand(i));
        return ofChanging(one.result, all);
    }
    case spv::OpExtInst:
        return ofExtension(one);
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformBroadcastFirst:
    case spv::OpGroupNonUniformShuffle:
        return operand(1);
    case spv::OpImageFetch:
    case spv::OpImageRead:
        return inputs_.loaded;
    default:
        return isAtomic(one.opcode) ? Bound(inputs_.loaded) : std::nullopt;
    }
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
    const std::uint32_t base = baseOf(load.operands[0]);
    const std::optional<spv::StorageClass> storage = storageOf(module_, load.operands[0]);
    if (builtIns_.contains(base)) {
        const SpirvInstruction* const chain = module_.definition(load.operands[0]);
        std::optional<std::uint32_t> component;
        if (chain != nullptr && indexes(chain->opcode) && chain->operands.size() == 2)
            component = static_cast<std::uint32_t>(constantValue(module_, chain->operands[1], {}));
        return ofBuiltIn(base, component);
    }
    constexpr spv::StorageClass kOwn[] = {spv::StorageClassFunction, spv::StorageClassPrivate,
                                          spv::StorageClassWorkgroup};
    const bool own = storage && std::ranges::count(kOwn, *storage) > 0;
    return own ? ofVariable(base) : Bound(inputs_.loaded);
}

Bound Bounds::ofVariable(std::uint32_t variable) {
    if (variable == 0) return std::nullopt;
    if (!inProgress_.insert(variable).second) {
        cyclic_.insert(variable);
        open_.insert(variable);
        return 0;
    }
    Bound all = 0;
    const auto join = [&](std::uint32_t base) {
        const auto stores = stores_.find(base);
        if (stores == stores_.end()) return;
        for (const SpirvInstruction* const store : stores->second) all = larger(all, of(store->operands[1]));
    };
    join(variable);
    for (const auto& [parameter, passed] : arguments_) // what callees store through several calls' parameters
        if (passed.size() > 1 &&
            std::ranges::any_of(passed, [&](std::uint32_t each) { return baseOf(each) == variable; }))
            join(parameter);
    if (is(module_.definition(variable), spv::OpFunctionParameter))
        for (const std::uint32_t passed : arguments(variable)) all = larger(all, ofVariable(baseOf(passed)));
    inProgress_.erase(variable);
    open_.erase(variable);
    return ofChanging(variable, all);
}

Bound Bounds::ofParameter(std::uint32_t parameter) {
    Bound all = 0;
    for (const std::uint32_t passed : arguments(parameter)) all = larger(all, of(passed));
    return all;
}

Bound Bounds::ofChanging(std::uint32_t id, Bound all) {
    if (cyclic_.erase(id) == 0) return all;
    const auto names = [&](std::uint32_t value) {
        if (value == id) return true;
        const SpirvInstruction* const load = module_.definition(value);
        return is(load, spv::OpLoad) && baseOf(load->operands[0]) == id;
    };
    Bound bound;
    for (const SpirvInstruction* const one : comparisons_) {
        const bool less = one->opcode == spv::OpULessThan || one->opcode == spv::OpSLessThan ||
                          one->opcode == spv::OpINotEqual;
        const bool other = one->opcode == spv::OpULessThanEqual || one->opcode == spv::OpSLessThanEqual;
        if (!(less || other) || !names(one->operands[0])) continue;
        const Bound limit = of(one->operands[1]); // which the loop's body does not reach
        bound = smaller(bound, limit ? Bound(*limit - (less ? 1 : 0)) : limit);
    }
    return bound ? larger(bound, all) : bound;
}

// Backwards through integers, but not through the conditions that choose among them.
void Bounds::addSources(std::uint32_t array, std::uint32_t index, std::vector<IndexSource>& sources) const {
    std::vector<std::uint32_t> open = {index};
    const auto add = [&open](std::span<const std::uint32_t> ids) {
        open.insert(open.end(), ids.begin(), ids.end());
    };
    bool alone = true;
    for (std::set<std::uint32_t> seen; !open.empty();) {
        const std::uint32_t id = open.back();
        open.pop_back();
        const SpirvInstruction* const one = module_.definition(id);
        const SpirvInstruction* type = typeOf(module_, id);
        if (is(type, spv::OpTypeVector)) type = module_.definition(type->operands[0]);
        if (!is(type, spv::OpTypeInt) || isConstant(*one) || !seen.insert(id).second) continue;
        if (is(one, spv::OpLoad)) {
            const auto stores = stores_.find(baseOf(one->operands[0]));
            if (stores == stores_.end()) {
                addSource({.array = array, .alone = alone}, one->operands[0], sources);
                continue;
            }
            for (const SpirvInstruction* const store : stores->second) open.push_back(store->operands[1]);
            alone = alone && stores->second.size() == 1;
        } else if (is(one, spv::OpFunctionParameter)) {
            add(arguments(id));
            alone = alone && arguments(id).size() == 1;
        } else if (const auto values = returns_.find(one->operands[0]); values != returns_.end()) {
            add(values->second); // of a call
        } else {
            alone = alone && (is(one, spv::OpBitcast) || is(one, spv::OpCopyObject));
            add(one->operands);
        }
    }
}

void Bounds::addSource(IndexSource source, std::uint32_t pointer, std::vector<IndexSource>& sources) const {
    const SpirvInstruction* const block = chainBegin(module_, pointer);
    const SpirvInstruction* chain = module_.definition(pointer); // the one that begins with the block
    while (indexes(chain->opcode) && module_.definition(chain->operands[0]) != block)
        chain = module_.definition(chain->operands[0]);
    if (!is(block, spv::OpVariable) || block == chain || isStorageBuffer(module_, *block)) return;
    const auto storage = block->operands[0];
    const std::size_t place =
        isArray(*module_.definition(typeOf(module_, block->result)->operands[1])) ? 2 : 1;
    const bool constant = storage == spv::StorageClassPushConstant || storage == spv::StorageClassUniform;
    if (!constant || chain->operands.size() <= place) return;
    source.block = block->result;
    source.member = static_cast<std::uint32_t>(constantValue(module_, chain->operands[place]));
    sources.push_back(source);
}

} // namespace

LargestIndices largestIndices(const SpirvModule& module, const IndexInputs& inputs) {
    Bounds bounds(module, inputs);
    LargestIndices all;
    const auto take = [](std::uint32_t variable, Bound bound, std::map<std::uint32_t, Bound>& into) {
        const auto [place, isNew] = into.emplace(variable, bound);
        if (!isNew) place->second = larger(place->second, bound);
    };
    for (const SpirvInstruction& one : module.instructions()) {
        if (!indexes(one.opcode)) continue;
        const SpirvInstruction* type = typeOf(module, one.operands[0]); // of the pointer
        if (type == nullptr) continue;
        type = module.definition(type->operands[1]);
        const SpirvInstruction* const base = module.definition(one.operands[0]);
        for (std::size_t i = 1; i < one.operands.size() && type != nullptr; ++i) {
            const std::uint32_t index = one.operands[i];
            const bool descriptor = i == 1 && isArray(*type) && is(base, spv::OpVariable) &&
                                    module.decoration(base->result, spv::DecorationBinding);
            if (descriptor) {
                take(one.operands[0], bounds.of(index), all.descriptors);
                bounds.addSources(one.operands[0], index, all.sources);
                type = module.definition(type->operands[0]);
                continue;
            }
            if (is(type, spv::OpTypeRuntimeArray)) {
                const Origin origin = originOf(module, one.operands[0]);
                take(origin.variable, bounds.of(index), all.elements);
                break;
            }
            const bool structure = is(type, spv::OpTypeStruct);
            const std::size_t member = structure ? constantValue(module, index, {}) : 0;
            const bool composite = structure || is(type, spv::OpTypeArray) || is(type, spv::OpTypeVector) ||
                                   is(type, spv::OpTypeMatrix);
            type = composite && member < type->operands.size() ? module.definition(type->operands[member])
                                                               : nullptr;
        }
    }
    return all;
}

} // namespace vkperftest
