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

// Whether the shader's stores tell what a pointer leads to.
bool isOwn(const SpirvModule& module, std::uint32_t pointer) {
    constexpr spv::StorageClass kOwn[] = {spv::StorageClassFunction, spv::StorageClassPrivate,
                                          spv::StorageClassWorkgroup};
    const std::optional<spv::StorageClass> storage = storageOf(module, pointer);
    return storage && std::ranges::count(kOwn, *storage) > 0;
}

class Bounds {
public:
    Bounds(const SpirvModule& module, const IndexInputs& inputs);

    Bound of(std::uint32_t id);
    // Adds what an index of an array of so many descriptors is computed from; 0: nobody knows how many.
    void addSources(IndexSource source, std::uint32_t index, std::uint32_t length,
                    std::set<IndexSource>& sources);

private:
    // What values are computed from.
    struct Walk {
        std::set<IndexSource> found; // only their blocks and members
        std::int64_t added = 0;      // by all sums with constants
        bool computed = false, chosen = false, cut = false;
    };
    // Back to values that are below the length whatever they are computed from.
    Walk walk(std::vector<std::uint32_t> open, std::uint32_t length);
    bool isBelow(const SpirvInstruction& one, std::uint32_t length);
    // What a sum or a difference adds to its first operand, if that is constant.
    std::optional<std::int64_t> addedBy(const SpirvInstruction& one) const;
    // Without a block unless it is a member of one of push constants or of a uniform buffer.
    IndexSource placeOf(std::uint32_t pointer) const;
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
    std::map<std::uint32_t, std::uint32_t> builtIns_;               // by variable
    std::map<std::uint32_t, std::vector<std::uint32_t>> arguments_; // by parameter
    std::map<std::uint32_t, std::vector<std::uint32_t>> passedTo_; // parameters of several calls, by variable
    std::map<std::uint32_t, std::vector<std::uint32_t>> returns_;  // by function
    std::map<std::uint32_t, std::vector<std::uint32_t>> stores_;   // values, by variable
    std::vector<const SpirvInstruction*> comparisons_;
    std::map<std::uint32_t, Bound> known_;
    std::set<std::uint32_t> inProgress_; // values and variables
    std::set<std::uint32_t> cyclic_;     // those that were found to depend on themselves
    std::set<std::uint32_t> open_;       // those of them whose bounds are not yet known
    std::size_t steps_ = 0, walked_ = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken_; // arrays and indices whose sources are known
    std::optional<Walk> compared_;                            // what comparisons use
};

// What makes no other number of its operands.
constexpr spv::Op kPassing[] = {spv::OpLoad,          spv::OpBitcast,  spv::OpCopyObject,
                                spv::OpSelect,        spv::OpPhi,      spv::OpCompositeConstruct,
                                spv::OpVectorShuffle, spv::OpUConvert, spv::OpSConvert};

constexpr std::size_t kMostVisited = 100000; // more take too long

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
        if (is(&one, spv::OpStore)) stores_[baseOf(one.operands[0])].push_back(one.operands[1]);
    for (const auto& [parameter, passed] : arguments_)
        if (passed.size() > 1)
            for (const std::uint32_t each : passed) passedTo_[baseOf(each)].push_back(parameter);
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
    if (builtIns_.contains(base)) {
        const SpirvInstruction* const chain = module_.definition(load.operands[0]);
        std::optional<std::uint32_t> component;
        if (chain != nullptr && indexes(chain->opcode) && chain->operands.size() == 2)
            component = static_cast<std::uint32_t>(constantValue(module_, chain->operands[1], {}));
        return ofBuiltIn(base, component);
    }
    return isOwn(module_, load.operands[0]) ? ofVariable(base) : Bound(inputs_.loaded);
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
        for (const std::uint32_t value : stores_[base]) all = larger(all, of(value));
    };
    join(variable);
    for (const std::uint32_t parameter : passedTo_[variable]) join(parameter); // what callees store
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

std::optional<std::int64_t> Bounds::addedBy(const SpirvInstruction& one) const {
    if (!is(&one, spv::OpIAdd) && !is(&one, spv::OpISub)) return std::nullopt;
    const SpirvInstruction* const constant = module_.definition(one.operands[1]);
    if (!is(constant, spv::OpConstant) && !is(constant, spv::OpSpecConstant)) return std::nullopt;
    const std::int64_t value =
        static_cast<std::int32_t>(constantValue(module_, constant->result, inputs_.constants));
    return is(&one, spv::OpIAdd) ? value : -value;
}

// By a constant: other bounds do not consider that numbers wrap, and take time.
bool Bounds::isBelow(const SpirvInstruction& one, std::uint32_t length) {
    constexpr std::uint32_t kUMin = 38, kUClamp = 44, kSClamp = 45;
    const std::uint32_t extension = is(&one, spv::OpExtInst) ? one.operands[1] : 0;
    const bool any = is(&one, spv::OpBitwiseAnd) || extension == kUMin; // else the last operand is the limit
    const bool rest = is(&one, spv::OpUMod);
    if (!any && !rest && extension != kUClamp && extension != kSClamp) return false;
    return std::ranges::any_of(one.operands.last(any ? 2 : 1), [&](std::uint32_t id) {
        return isConstant(*module_.definition(id)) && of(id).value_or(length) < length + (rest ? 1.0 : 0.0);
    });
}

// Not through the conditions that choose among values. A pointer stands for all that is stored through it.
Bounds::Walk Bounds::walk(std::vector<std::uint32_t> open, std::uint32_t length) {
    Walk all;
    for (std::set<std::uint32_t> seen; !open.empty() && !all.cut;) {
        const std::uint32_t id = open.back();
        open.pop_back();
        const SpirvInstruction* const one = module_.definition(id);
        const SpirvInstruction* type = one != nullptr ? typeOf(module_, id) : nullptr;
        if (is(type, spv::OpTypeVector)) type = module_.definition(type->operands[0]);
        if (type == nullptr || is(type, spv::OpTypeBool) || isConstant(*one) || !seen.insert(id).second)
            continue;
        all.cut = ++walked_ > kMostVisited;
        std::vector<std::uint32_t> from(one->operands.begin(), one->operands.end());
        const bool extended = is(one, spv::OpExtInst);
        if (is(type, spv::OpTypePointer)) {
            from = {baseOf(id)};
            if (from.front() == id) {
                from = stores_[id];
                from.insert(from.end(), passedTo_[id].begin(), passedTo_[id].end());
                from.insert(from.end(), arguments(id).begin(), arguments(id).end());
            }
        } else if (is(one, spv::OpLoad) && !isOwn(module_, from[0])) {
            const IndexSource place = placeOf(from[0]);
            if (place.block != 0 || storageOf(module_, from[0]) != spv::StorageClassInput)
                all.found.insert(place);
            continue;
        } else if (is(one, spv::OpFunctionParameter)) {
            from = arguments(id);
        } else if (is(one, spv::OpFunctionCall)) {
            from = returns_[from[0]];
        } else if (is(one, spv::OpCompositeExtract)) {
            from.resize(1); // the others are numbers
        } else if (const auto constant = addedBy(*one)) {
            all.added += *constant;
            from.resize(1);
        } else if (std::ranges::count(kPassing, one->opcode) == 0) {
            if (all.added == 0 && !all.computed && isBelow(*one, length)) continue;
            const bool rest = one->opcode >= spv::OpUMod && one->opcode <= spv::OpSMod;
            const bool ofConstant = rest && isConstant(*module_.definition(from[1]));
            if (isAtomic(one->opcode) || readsImage(one->opcode)) all.found.insert(IndexSource{});
            all.chosen = true;
            all.computed = all.computed || !rest || ofConstant;
            if (rest && !ofConstant) from.erase(from.begin()); // a rest is below what divides
            if (one->opcode >= spv::OpUDiv && one->opcode <= spv::OpFDiv) from.resize(1); // 0 must not divide
        }
        all.chosen = all.chosen || from.size() != 1;
        open.insert(open.end(), from.begin() + (extended ? 2 : 0), from.end());
    }
    if (all.cut) all.found.insert(IndexSource{});
    all.computed = all.computed || all.cut || (all.chosen && all.added != 0);
    return all;
}

void Bounds::addSources(IndexSource source, std::uint32_t index, std::uint32_t length,
                        std::set<IndexSource>& sources) {
    if (!taken_.emplace(source.array, index).second) return;
    const Walk found = walk({index}, length);
    if (found.found.empty()) return;
    if (!compared_) {
        std::vector<std::uint32_t> all;
        for (const SpirvInstruction* const one : comparisons_)
            all.insert(all.end(), one->operands.begin(), one->operands.end());
        compared_ = walk(std::move(all), 0);
    }
    for (const IndexSource& place : found.found) {
        source.block = place.block;
        source.member = place.member;
        source.added = found.added;
        source.computed = found.computed;
        source.alone =
            !found.computed && !found.chosen && !compared_->cut && !compared_->found.contains(place);
        sources.insert(source);
    }
}

IndexSource Bounds::placeOf(std::uint32_t pointer) const {
    const SpirvInstruction* const block = chainBegin(module_, pointer);
    const SpirvInstruction* chain = module_.definition(pointer); // the one that begins with the block
    while (indexes(chain->opcode) && module_.definition(chain->operands[0]) != block)
        chain = module_.definition(chain->operands[0]);
    if (!is(block, spv::OpVariable) || block == chain || isStorageBuffer(module_, *block)) return {};
    const auto storage = block->operands[0];
    const std::size_t place =
        isArray(*module_.definition(typeOf(module_, block->result)->operands[1])) ? 2 : 1;
    const bool constant = storage == spv::StorageClassPushConstant || storage == spv::StorageClassUniform;
    if (!constant || chain->operands.size() <= place) return {};
    return {.block = block->result,
            .member = static_cast<std::uint32_t>(constantValue(module_, chain->operands[place]))};
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
                const bool sized = is(type, spv::OpTypeArray);
                const std::uint64_t length =
                    sized ? constantValue(module, type->operands[1], inputs.constants) : 0;
                bounds.addSources({.array = one.operands[0]}, index, static_cast<std::uint32_t>(length),
                                  all.sources);
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
