#include "frontend/index_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <unordered_map>

#include "frontend/access_origin.h"
#include "frontend/control_flow.h"
#include "frontend/integer_ranges.h"
#include "frontend/low_bits.h"
#include "frontend/resources.h"
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
    Bounds(const SpirvModule& module, const IndexInputs& inputs);

    // The array of descriptors that a pointer leads to; 0 if to none.
    std::uint32_t descriptorsAt(std::uint32_t pointer) const;
    // To be called once.
    void find(const std::vector<Index>& indices);
    // Of an operand where it is used.
    Range at(const SpirvInstruction& user, std::uint32_t id) const;
    const std::map<ConstantMember, std::vector<ScalarField>>& members() const { return members_; }

private:
    // That a value is at most, or at least, another where a block dominates; in memory since it was loaded. `again`:
    // only where control flow comes back to the block.
    struct Fact {
        std::size_t block = 0;
        bool again = false;
        std::size_t loaded = 0;
        std::uint32_t other = 0;
        enum Kind { Less, LessEqual, Greater, GreaterEqual, Ends } kind = Less;
        bool isUnsigned = false;
    };

    void collectFacts(ControlFlow::Held condition, const Fact& where);
    // Of `a && b`, or of `a || b` that is false, where b is only computed if need be: both.
    std::vector<ControlFlow::Held> partsOf(const SpirvInstruction& phi, bool value) const;
    void addFacts(std::uint32_t of, Fact fact);
    bool holds(const Fact& fact, const SpirvInstruction& user, std::uint32_t id) const;
    double mostBefore(const Fact& fact, std::uint32_t id) const;
    std::vector<std::uint32_t> operandsOf(const SpirvInstruction& one) const;
    std::vector<std::uint32_t> inMemory(const ValueFlow::Memory& memory) const;
    bool pass(bool grow, bool widen);

    Range of(std::uint32_t id) const;
    Range ofInstruction(const SpirvInstruction& one);
    Range ofOperands(const SpirvInstruction& one, Operands operands) const;
    Range ofAtomic(const SpirvInstruction& one) const;
    Range ofConstants(std::uint32_t pointer, const SpirvInstruction& variable);
    Range ofLoad(const SpirvInstruction& load);
    Range ofBuiltIn(std::uint32_t variable, std::optional<std::uint32_t> component) const;
    Range joinedOf(const SpirvInstruction& user, const std::vector<std::uint32_t>& ids) const;

    const SpirvModule& module_;
    const IndexInputs& inputs_;
    ValueFlow flow_;
    ControlFlow control_;
    std::map<std::uint32_t, std::uint32_t> builtIns_;                    // by variable
    std::unordered_map<std::uint32_t, std::vector<Fact>> facts_;         // by value, or memory
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> stores_; // instructions, by memory
    std::unordered_map<std::size_t, std::uint32_t> stored_; // by load: what the block has just stored there
    std::vector<Range> values_;                             // by instruction
    std::vector<std::size_t> needed_;                       // of these
    std::set<std::uint32_t> grown_;                         // what only conditions end
    std::map<ConstantMember, std::vector<ScalarField>> members_; // that were read
};

Bounds::Bounds(const SpirvModule& module, const IndexInputs& inputs)
    : module_(module), inputs_(inputs), flow_(module), control_(module),
      values_(module.instructions().size()) {
    std::unordered_map<std::uint32_t, std::uint32_t> last; // stores of the block
    for (const SpirvInstruction& one : module.instructions()) {
        const std::size_t at = module.indexOf(one);
        if (is(&one, spv::OpDecorate) && one.operands[1] == spv::DecorationBuiltIn)
            builtIns_[one.operands[0]] = one.operands[2];
        if (is(&one, spv::OpLabel) || is(&one, spv::OpFunctionCall)) last.clear();
        if (is(&one, spv::OpLoad) && isOwnMemory(module, one.operands[0]))
            if (const auto found = last.find(one.operands[0]); found != last.end())
                stored_[at] = found->second;
        const bool begins = is(&one, spv::OpVariable), stores = is(&one, spv::OpStore);
        const bool code = control_.blockOf(at) != 0; // no annotation
        if (indexes(one.opcode) || is(&one, spv::OpLoad) || !(code || begins)) continue;
        const Operands changed = stores ? one.operands.first(1) : pointersIn(module, one);
        for (const std::uint32_t pointer : begins ? Operands(&one.result, one.operands.size() - 1) : changed)
            if (const std::uint32_t base = flow_.baseOf(pointer); flow_.memoryAt(base) != nullptr) {
                stores_[base].push_back(at);
                last.erase(base);
            }
        if (stores && flow_.baseOf(one.operands[0]) == one.operands[0])
            last[one.operands[0]] = one.operands[1];
    }
    for (std::size_t block = 0; block < control_.blocks().size(); ++block) {
        collectFacts(control_.blocks()[block].held, {block});
        collectFacts(control_.blocks()[block].again, {block, true});
    }
}

std::uint32_t Bounds::descriptorsAt(std::uint32_t pointer) const {
    const std::uint32_t base = flow_.baseOf(pointer);
    const SpirvInstruction* const variable = module_.definition(base);
    const bool whole = variable != nullptr && variable->type == module_.definition(pointer)->type &&
                       module_.decoration(base, spv::DecorationBinding) &&
                       isArray(*targetOf(module_, pointer));
    return whole ? base : 0;
}

std::vector<ControlFlow::Held> Bounds::partsOf(const SpirvInstruction& phi, bool value) const {
    std::vector<ControlFlow::Held> parts;
    const std::size_t block = control_.blockOf(module_.indexOf(phi));
    for (std::size_t i = 0; i < phi.operands.size(); i += 2) {
        const SpirvInstruction* const constant = module_.definition(phi.operands[i]);
        const std::size_t before =
            control_.blockOf(module_.indexOf(*module_.definition(phi.operands[i + 1])));
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
void Bounds::collectFacts(ControlFlow::Held condition, const Fact& where) {
    constexpr std::size_t kMost = 64;
    using Kind = Fact::Kind;
    struct Comparison {
        spv::Op opcode;
        Kind kind;
        bool isUnsigned;
    };
    constexpr Comparison kAll[] = {
        {spv::OpULessThan, Kind::Less, true},        {spv::OpULessThanEqual, Kind::LessEqual, true},
        {spv::OpSLessThan, Kind::Less, false},       {spv::OpSLessThanEqual, Kind::LessEqual, false},
        {spv::OpUGreaterThan, Kind::Greater, true},  {spv::OpUGreaterThanEqual, Kind::GreaterEqual, true},
        {spv::OpSGreaterThan, Kind::Greater, false}, {spv::OpSGreaterThanEqual, Kind::GreaterEqual, false},
        {spv::OpINotEqual, Kind::Ends, false}};
    // By kind: what holds if it does not, and of its second operand.
    constexpr Kind kOpposite[] = {Kind::GreaterEqual, Kind::Greater, Kind::LessEqual, Kind::Less},
                   kTurned[] = {Kind::Greater, Kind::GreaterEqual, Kind::Less, Kind::LessEqual, Kind::Ends};
    std::vector<ControlFlow::Held> open = {condition};
    for (std::size_t i = 0; i < open.size() && open.size() < kMost; ++i) {
        const auto [id, holds] = open[i];
        const SpirvInstruction* const one = module_.definition(id);
        if (one == nullptr) continue;
        if (is(one, spv::OpLogicalNot)) open.push_back({one->operands[0], !holds});
        if (is(one, holds ? spv::OpLogicalAnd : spv::OpLogicalOr))
            for (const std::uint32_t part : one->operands) open.push_back({part, holds});
        if (is(one, spv::OpPhi)) std::ranges::copy(partsOf(*one, holds), std::back_inserter(open));
        const bool equal = is(one, spv::OpIEqual);
        const auto* const known =
            std::ranges::find(kAll, equal ? spv::OpINotEqual : one->opcode, &Comparison::opcode);
        if (known == std::end(kAll) || (known->kind == Kind::Ends && equal == holds)) continue;
        const Kind kind = holds || known->kind == Kind::Ends ? known->kind : kOpposite[known->kind];
        Fact fact = where;
        fact.isUnsigned = known->isUnsigned;
        for (const bool turned : {false, true}) {
            fact.kind = turned ? kTurned[kind] : kind;
            fact.other = one->operands[turned ? 0 : 1];
            addFacts(one->operands[turned ? 1 : 0], fact);
        }
    }
}

void Bounds::addFacts(std::uint32_t of, Fact fact) {
    constexpr std::size_t kMost = 16; // of one value: more take too long
    const auto add = [&](std::uint32_t id) {
        if (std::vector<Fact>& all = facts_[id]; all.size() < kMost) all.push_back(fact);
    };
    add(of);
    const SpirvInstruction* one = module_.definition(of);
    if (is(one, spv::OpBitcast)) add(one->operands[0]);
    if (is(one, spv::OpBitcast)) one = module_.definition(one->operands[0]);
    if (!is(one, spv::OpLoad) || !is(module_.definition(one->operands[0]), spv::OpVariable)) return;
    fact.loaded = module_.indexOf(*one);
    add(one->operands[0]);
}

// Memory must not have changed since.
bool Bounds::holds(const Fact& fact, const SpirvInstruction& user, std::uint32_t id) const {
    const std::size_t at = module_.indexOf(user), block = control_.blockOf(at);
    const ValueFlow::Memory* const memory = flow_.memoryAt(id);
    if (memory == nullptr && fact.again) return is(&user, spv::OpPhi) && block == fact.block;
    if (!control_.dominates(fact.block, block)) return false;
    if (memory == nullptr) return true;
    const auto found = stores_.find(id);
    if (!memory->passedTo.empty() || !isOwnMemory(module_, id) || found == stores_.end()) return false;
    const std::vector<std::size_t>& stores = found->second;
    const auto between = [&](std::size_t begin, std::size_t end) {
        return std::ranges::upper_bound(stores, begin) != std::ranges::lower_bound(stores, end);
    };
    const ControlFlow::Block& loop = control_.blocks()[fact.block];
    const std::size_t since = fact.again ? loop.begin : fact.loaded;
    return control_.inOneFunction(stores.front(), at) && control_.inOneFunction(stores.back(), at) &&
           !between(since, control_.endOfLoops(since, at)) &&
           (!fact.again || (at < loop.end && !between(fact.loaded, loop.end)));
}

// Where control flow does not come back to it, a loop's memory holds what was stored outside it.
double Bounds::mostBefore(const Fact& fact, std::uint32_t id) const {
    const ControlFlow::Block& loop = control_.blocks()[fact.block];
    double most = -kInfinity;
    if (const auto stores = stores_.find(id); fact.again && stores != stores_.end())
        for (const std::size_t store : stores->second)
            if (const SpirvInstruction& one = module_.instructions()[store];
                store < loop.begin || store >= loop.end) {
                if (!is(&one, spv::OpStore) && !is(&one, spv::OpVariable)) return kInfinity;
                most = std::max(most, of(one.operands[1]).most);
            }
    return most;
}

Range Bounds::at(const SpirvInstruction& user, std::uint32_t id) const {
    Range range = of(id);
    const auto facts = facts_.find(id);
    if (facts == facts_.end() || range.isEmpty()) return range;
    double end = kInfinity; // of a counter that nothing else ends
    bool ended = !grown_.contains(id);
    for (const Fact& fact : facts->second) {
        const Range other = of(fact.other);
        if (other.isEmpty() || (fact.isUnsigned && other.most < 0) || !holds(fact, user, id)) continue;
        const bool less = fact.kind == Fact::Less || fact.kind == Fact::LessEqual;
        const double most =
            std::max(other.most - (fact.kind == Fact::LessEqual ? 0 : 1), mostBefore(fact, id));
        if (less) range.most = std::min(range.most, most);
        if (fact.kind == Fact::Ends) end = std::min(end, most);
        ended = ended || less;
        if (fact.again) continue;
        if (fact.kind == Fact::Greater || fact.kind == Fact::GreaterEqual)
            range.least = std::max(range.least, other.least + (fact.kind == Fact::Greater ? 1 : 0));
        if (less && fact.isUnsigned) range.least = std::max(range.least, 0.0);
    }
    if (!ended) range.most = std::min(range.most, end);
    return range;
}

Range Bounds::of(std::uint32_t id) const {
    const SpirvInstruction* const one = module_.definition(id);
    return one != nullptr ? values_[module_.indexOf(*one)] : kAny;
}

std::vector<std::uint32_t> Bounds::inMemory(const ValueFlow::Memory& memory) const {
    std::vector<std::uint32_t> ids = memory.stored, callees = memory.passedTo;
    ids.insert(ids.end(), memory.passed.begin(), memory.passed.end());
    std::set<std::uint32_t> seen(callees.begin(), callees.end());
    for (std::size_t i = 0; i < callees.size(); ++i) {
        const ValueFlow::Memory& its = *flow_.memoryAt(callees[i]);
        ids.insert(ids.end(), its.stored.begin(), its.stored.end());
        for (const std::uint32_t next : its.passedTo)
            if (seen.insert(next).second) callees.push_back(next);
    }
    return ids;
}

std::vector<std::uint32_t> Bounds::operandsOf(const SpirvInstruction& one) const {
    if (is(numberOf(module_, one.type), spv::OpTypeFloat)) return {};
    if (const ValueFlow::Memory* const memory = flow_.memoryAt(one.result)) return inMemory(*memory);
    if (const auto stored = stored_.find(module_.indexOf(one)); stored != stored_.end())
        return {stored->second};
    if (const ValueFlow::Ids* const sources = flow_.sourcesOf(one)) return *sources;
    const bool computes = one.opcode >= spv::OpConvertFToU && one.opcode <= spv::OpBitCount;
    const std::size_t first = computes                          ? 0
                              : is(&one, spv::OpSpecConstantOp) ? 1
                              : is(&one, spv::OpExtInst)        ? 2
                              : isAtomic(one.opcode)            ? 3
                                                                : one.operands.size();
    return {one.operands.begin() + static_cast<std::ptrdiff_t>(std::min(first, one.operands.size())),
            one.operands.end()};
}

void Bounds::find(const std::vector<Index>& indices) {
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

bool Bounds::pass(bool grow, bool widen) {
    bool changed = false;
    for (const std::size_t at : needed_) {
        const SpirvInstruction& one = module_.instructions()[at];
        const Range old = values_[at];
        Range now = rangeFitted(module_, ofInstruction(one), one.type);
        if (grow) now = joined(old, now);
        const bool cyclic = is(&one, spv::OpPhi) || flow_.memoryAt(one.result) != nullptr;
        if (widen && cyclic && !old.isEmpty()) {
            if (now.least < old.least) now.least = -kInfinity;
            if (now.most > old.most) {
                grown_.insert(one.result);
                now.most = kInfinity;
            }
            now = rangeFitted(module_, now, one.type);
        }
        changed = changed || now != old;
        values_[at] = now;
    }
    return changed;
}

// What is no integer can be none.
Range Bounds::joinedOf(const SpirvInstruction& user, const std::vector<std::uint32_t>& ids) const {
    Range all;
    for (const std::uint32_t id : ids) {
        const SpirvInstruction* const one = module_.definition(id);
        const SpirvInstruction* const number = one != nullptr ? numberOf(module_, one->type) : nullptr;
        if (!is(number, spv::OpTypeFloat) && !is(number, spv::OpTypeBool)) all = joined(all, at(user, id));
    }
    return all;
}

Range Bounds::ofInstruction(const SpirvInstruction& one) {
    const SpirvInstruction* const number = numberOf(module_, one.type);
    if (is(number, spv::OpTypeFloat) || is(number, spv::OpTypeBool)) return kAny;
    if (const ValueFlow::Memory* const memory = flow_.memoryAt(one.result)) {
        std::vector<std::uint32_t> ids = inMemory(*memory);
        const bool other = std::erase(ids, 0U) > 0; // stored in other ways than by OpStore
        const Range all = joinedOf(one, ids);
        if (std::ranges::count(memory->passed, 0U) > 0) return kAny;
        return other || ids.empty() ? joined(all, {0, other ? inputs_.loaded : 0}) : all;
    }
    const bool folded = is(&one, spv::OpSpecConstantOp);
    const spv::Op opcode = folded ? static_cast<spv::Op>(one.operands[0]) : one.opcode;
    switch (opcode) {
    case spv::OpConstant:
    case spv::OpSpecConstant: {
        // Those of 32 bits are negative, whatever their type: compilers write x - 1 as x + 0xffffffff.
        const auto value = static_cast<std::int64_t>(constantValue(module_, one.result, inputs_.constants));
        const double exact = static_cast<double>(value);
        return value >> 31U == 1 && number->operands[0] == 32 ? Range{exact - 0x1p32, exact - 0x1p32}
                                                              : Range{exact, exact};
    }
    case spv::OpConstantNull:
    case spv::OpUndef:
        return {0, 0};
    case spv::OpCompositeExtract:
        if (const SpirvInstruction* const from = module_.definition(one.operands[0]);
            is(from, spv::OpLoad) && one.operands.size() == 2 &&
            builtIns_.contains(flow_.baseOf(from->operands[0])))
            return ofBuiltIn(flow_.baseOf(from->operands[0]), one.operands[1]);
        break;
    case spv::OpLoad:
        if (const auto stored = stored_.find(module_.indexOf(one)); stored != stored_.end())
            return at(one, stored->second);
        if (flow_.sourcesOf(one) == nullptr) return ofLoad(one);
        break;
    case spv::OpExtInst:
        return ofOperands(one, one.operands.subspan(2));
    case spv::OpBitcast:
        if (flow_.sourcesOf(one) == nullptr ||
            is(numberOf(module_, typeOf(module_, one.operands[0])->result), spv::OpTypeFloat))
            return kAny;
        break;
    case spv::OpUConvert: {
        const unsigned bits = componentBits(module_, typeOf(module_, one.operands[0])->result);
        const Range from = at(one, one.operands[0]);
        return from.least < 0 && bits < 32 ? Range{0, std::ldexp(1, static_cast<int>(bits)) - 1} : from;
    }
    default:
        break;
    }
    if (const ValueFlow::Ids* const sources = flow_.sourcesOf(one)) return joinedOf(one, *sources);
    if (readsImage(opcode)) return {0, inputs_.loaded};
    if (isAtomic(opcode)) return ofAtomic(one);
    return ofOperands(one, one.operands.subspan(folded ? 1 : 0));
}

Range Bounds::ofOperands(const SpirvInstruction& one, Operands operands) const {
    constexpr std::size_t kMost = 4;
    std::array<Range, kMost> values;
    for (std::size_t i = 0; i < std::min(kMost, operands.size()); ++i) values[i] = at(one, operands[i]);
    return rangeOf(module_, one, values);
}

// What counts up may begin with any value, and each invocation may add to it.
Range Bounds::ofAtomic(const SpirvInstruction& one) const {
    double all = 1;
    for (std::size_t i = 0; i < 3; ++i) all *= double{1} * inputs_.groups[i] * inputs_.localSize[i];
    const double added = is(&one, spv::OpAtomicIIncrement) ? 1
                         : is(&one, spv::OpAtomicIAdd)     ? std::max(0.0, at(one, one.operands[3]).most)
                                                           : 0;
    return {0, inputs_.loaded + all * added};
}

Range Bounds::ofBuiltIn(std::uint32_t variable, std::optional<std::uint32_t> component) const {
    const auto over = [&](auto value) {
        double most = 0;
        for (std::uint32_t i = 0; i < 3; ++i)
            if (!component || *component == i) most = std::max(most, static_cast<double>(value(i)) - 1);
        return Range{0, most};
    };
    const auto& [groups, localSize] = std::tie(inputs_.groups, inputs_.localSize);
    const double all = double{1} * localSize[0] * localSize[1] * localSize[2];
    switch (builtIns_.at(variable)) {
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

Range Bounds::ofLoad(const SpirvInstruction& load) {
    const std::uint32_t base = flow_.baseOf(load.operands[0]);
    if (builtIns_.contains(base)) {
        const SpirvInstruction* const chain = module_.definition(load.operands[0]);
        std::optional<std::uint32_t> component;
        if (chain != nullptr && indexes(chain->opcode) && chain->operands.size() == 2)
            component = static_cast<std::uint32_t>(constantValue(module_, chain->operands[1], {}));
        return ofBuiltIn(base, component);
    }
    const SpirvInstruction* const variable = module_.definition(base);
    if (!is(variable, spv::OpVariable)) return {0, std::max(inputs_.loaded, inputs_.pushed)};
    if (isStorageBuffer(module_, *variable)) return {0, inputs_.loaded};
    return ofConstants(load.operands[0], *variable);
}

// Guesses are not 0 unless all are.
Range Bounds::ofConstants(std::uint32_t pointer, const SpirvInstruction& variable) {
    const Range guessed = {std::min(1.0, inputs_.pushed), inputs_.pushed};
    const SpirvInstruction* chain = module_.definition(pointer); // the one that begins with the variable
    while (indexes(chain->opcode) && module_.definition(chain->operands[0]) != &variable)
        chain = module_.definition(chain->operands[0]);
    const std::size_t place =
        isArray(*module_.definition(typeOf(module_, variable.result)->operands[1])) ? 2 : 1;
    const SpirvInstruction& block = heldBy(module_, variable);
    if (!indexes(chain->opcode) || chain->operands.size() <= place || !is(&block, spv::OpTypeStruct))
        return guessed;
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
    if (known == inputs_.members.end()) return guessed;
    return {members_.at(member).size() == 1 ? known->second : 0, known->second};
}

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
            const std::size_t member = structure ? constantValue(module, index, {}) : 0;
            const bool composite =
                structure || isArray(*type) || is(type, spv::OpTypeVector) || is(type, spv::OpTypeMatrix);
            type = composite && member < type->operands.size() ? module.definition(type->operands[member])
                                                               : nullptr;
        }
    }
    return largestOf(bounds, indices, -kInfinity);
}

DescriptorIndices largestDescriptors(const SpirvModule& module, const IndexInputs& inputs) {
    Bounds bounds(module, inputs);
    std::vector<Index> indices;
    for (const SpirvInstruction& one : module.instructions())
        if (indexes(one.opcode) && one.operands.size() > 1)
            if (const std::uint32_t array = bounds.descriptorsAt(one.operands[0]); array != 0)
                indices.push_back({&one, array, one.operands[1]});
    return {largestOf(bounds, indices, 0), bounds.members()};
}

} // namespace vkperftest
