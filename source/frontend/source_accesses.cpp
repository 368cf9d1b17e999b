#include "frontend/source_accesses.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/value_flow.h"

namespace vkperftest {
namespace {

bool inMemory(const SpirvModule& module, std::uint32_t pointer) {
    constexpr spv::StorageClass kMemory[] = {spv::StorageClassUniform, spv::StorageClassStorageBuffer,
                                             spv::StorageClassPushConstant, spv::StorageClassWorkgroup,
                                             spv::StorageClassPhysicalStorageBuffer};
    const std::optional<spv::StorageClass> storage = storageOf(module, pointer);
    return storage && std::ranges::find(kMemory, *storage) != std::end(kMemory);
}

// Nothing if it does not access memory.
std::optional<Access> accessOf(const SpirvModule& module, const SpirvInstruction& one) {
    if (readsImage(one.opcode)) return Access::Load;
    if (is(&one, spv::OpImageWrite)) return Access::Store;
    if (isAtomic(one.opcode) && !is(&one, spv::OpAtomicLoad) && !is(&one, spv::OpAtomicStore))
        return Access::Atomic;
    if (is(&one, spv::OpLoad) && inMemory(module, one.operands[0])) return Access::Load;
    if (is(&one, spv::OpStore) && inMemory(module, one.operands[0])) return Access::Store;
    return std::nullopt;
}

// Follows the innermost loop and branch through a module.
class InnermostLoop {
public:
    void pass(const SpirvInstruction& one) {
        if (is(&one, spv::OpLine) || is(&one, spv::OpNoLine)) return;
        if (is(&one, spv::OpLoopMerge)) merges_.push_back(one.operands[0]);
        if (is(&one, spv::OpLabel) && !merges_.empty() && one.result == merges_.back()) merges_.pop_back();
        if (is(&one, spv::OpEntryPoint)) entries_.insert(one.operands[1]);
        if (is(&one, spv::OpFunction)) {
            merges_.assign(1, one.result);
            selections_.clear();
        }
        if (is(last_, spv::OpSelectionMerge)) {
            const bool two = is(&one, spv::OpBranchConditional); // cases of a switch may go on to others
            selections_.push_back(
                {last_->operands[0], two ? one.operands.subspan(1, 2) : Labels(), branch()});
        }
        if (is(&one, spv::OpLabel) && !selections_.empty()) {
            Selection& its = selections_.back();
            if (one.result == its.merge)
                selections_.pop_back();
            else if (std::ranges::count(its.labels, one.result) > 0)
                its.branch = one.result;
        }
        last_ = &one;
    }
    std::uint32_t branch() const { return selections_.empty() ? 0 : selections_.back().branch; }
    bool inEntry() const { return !merges_.empty() && entries_.contains(merges_[0]); }
    std::uint32_t id() const { return merges_.empty() ? 0 : merges_.back(); }      // of loop or function
    std::size_t loops() const { return merges_.empty() ? 0 : merges_.size() - 1; } // in the function
    std::uint32_t outermost() const { return !inEntry() ? 0 : merges_[loops() > 0 ? 1 : 0]; }

private:
    using Labels = std::span<const std::uint32_t>;
    struct Selection {
        std::uint32_t merge; // where its branches meet again
        Labels labels;       // of the branches
        std::uint32_t branch;
    };

    const SpirvInstruction* last_ = nullptr;
    std::vector<std::uint32_t> merges_;
    std::vector<Selection> selections_;
    std::set<std::uint32_t> entries_; // functions
};

// Of a value of that type in memory, without padding; 0: not known.
std::uint32_t bitsOf(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* const defined = module.definition(type);
    if (is(defined, spv::OpTypeInt) || is(defined, spv::OpTypeFloat)) return defined->operands[0];
    if (is(defined, spv::OpTypeVector) || is(defined, spv::OpTypeMatrix))
        return defined->operands[1] * bitsOf(module, defined->operands[0]);
    return 0;
}

using Tables = std::unordered_map<std::uint32_t, std::uint32_t>;

// Arrays of constants that a module indexes: compilers may place them in memory, and load from there. The contents of
// a function's and private variables that hold the same constant throughout: ids of constants, by the variable's id.
// One constant may be in several variables, since glslang gives each use of an array one.
Tables constantTables(const SpirvModule& module) {
    const ValueFlow flow(module);
    Tables tables;
    for (const SpirvInstruction& one : module.instructions()) {
        const bool own = is(&one, spv::OpVariable) && isOwnMemory(module, one.result);
        const ValueFlow::Memory* const memory = own ? flow.memoryAt(one.result) : nullptr;
        if (memory == nullptr || memory->stored.empty() || !memory->passedTo.empty()) continue;
        const std::uint32_t value = memory->stored.front();
        const auto all = static_cast<std::size_t>(std::ranges::count(memory->stored, value));
        const std::uint32_t whole = typeOf(module, one.result)->operands[1]; // stores to parts are none
        if (isConstant(module, value) && all == memory->stored.size() &&
            module.definition(value)->type == whole)
            tables.emplace(one.result, value);
    }
    return tables;
}

} // namespace

std::vector<SourceAccess> sourceAccesses(const SpirvModule& module) {
    const Tables tables = constantTables(module);
    std::vector<SourceAccess> found;
    std::size_t calls = 0; // those in loops twice
    InnermostLoop loop, caller;
    for (const SpirvInstruction& one : module.instructions()) {
        caller.pass(one);
        if (is(&one, spv::OpFunctionCall)) calls += caller.loops() > 0 ? 2U : 1U;
    }
    for (const SpirvInstruction& one : module.instructions()) {
        loop.pass(one);
        const std::optional<Access> inMemory = accessOf(module, one);
        if (!inMemory && !is(&one, spv::OpLoad)) continue;
        Origin origin = originOf(module, one.operands[0]);
        const auto table = is(&one, spv::OpLoad) ? tables.find(origin.variable) : tables.end();
        if (!inMemory && (table == tables.end() || origin.indices.empty())) continue;
        SourceAccess& access = found.emplace_back();
        access.access = inMemory.value_or(Access::Load);
        access.instruction = module.indexOf(one);
        access.variable = table != tables.end() ? table->second : origin.variable;
        // Through an address: all memory of that kind of pointer.
        const SpirvInstruction* const begin = chainBegin(module, one.operands[0]);
        if (storageOf(module, one.operands[0]) == spv::StorageClassPhysicalStorageBuffer)
            access.variable = begin != nullptr ? begin->type : 0;
        const SpirvInstruction* const stored =
            is(&one, spv::OpStore) ? typeOf(module, one.operands[1]) : nullptr;
        access.bits = bitsOf(module, stored != nullptr ? stored->result : one.type);
        access.place = module.placeOf(one);
        access.loops = loop.loops();
        access.repeats = loop.loops() > 0 || (!loop.inEntry() && calls > 1);
        access.branch = loop.branch();
        access.outermost = loop.outermost();
        access.likeness = std::move(origin.path);
        const SpirvInstruction* const from = module.definition(one.operands[0]);
        access.likeness.push_back(from != nullptr ? from->type : 0);
        const bool known = origin.indices.empty() && !readsImage(one.opcode) && !is(&one, spv::OpImageWrite);
        if (!known) access.likeness.push_back(loop.id());
    }
    return found;
}

std::vector<IndexedArray> indexedArrays(const SpirvModule& module) {
    std::vector<IndexedArray> arrays;
    std::set<std::uint32_t> known;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!indexes(one.opcode)) continue;
        const SpirvInstruction* const variable = module.definition(one.operands[0]);
        if (!is(variable, spv::OpVariable) || !isOwnMemory(module, variable->result)) continue;
        const SpirvInstruction* type = module.definition(module.definition(variable->type)->operands[1]);
        for (const std::uint32_t index : one.operands.subspan(1)) {
            const SpirvInstruction* const number = module.definition(index);
            const bool constant = isConstant(module, index);
            if (isArray(*type) && !constant && known.insert(variable->result).second)
                arrays.push_back({module.name(variable->result), module.placeOf(one)});
            const bool member = is(type, spv::OpTypeStruct) && constant;
            type = module.definition(type->operands[member ? number->operands[0] : 0]);
            if (type == nullptr) break;
        }
    }
    return arrays;
}

} // namespace vkperftest
