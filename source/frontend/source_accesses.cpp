#include "frontend/source_accesses.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/constant_tables.h"

namespace vkperftest {
namespace {

bool inMemory(const SpirvModule& module, std::uint32_t pointer) {
    constexpr spv::StorageClass kMemory[] = {spv::StorageClassUniform, spv::StorageClassStorageBuffer,
                                             spv::StorageClassPushConstant, spv::StorageClassWorkgroup,
                                             spv::StorageClassPhysicalStorageBuffer};
    const std::optional<spv::StorageClass> storage = storageOf(module, pointer);
    return storage && std::ranges::find(kMemory, *storage) != std::end(kMemory);
}

bool loads(const SpirvModule& module, const SpirvInstruction& one) {
    return readsImage(opcodeOf(one)) || (is(&one, spv::OpLoad) && inMemory(module, one.operands[0]));
}

bool stores(const SpirvModule& module, const SpirvInstruction& one) {
    return is(&one, spv::OpImageWrite) || (is(&one, spv::OpStore) && inMemory(module, one.operands[0]));
}

bool changesAtomically(const SpirvModule&, const SpirvInstruction& one) {
    const spv::Op opcode = opcodeOf(one);
    return (opcode >= spv::OpAtomicExchange && opcode <= spv::OpAtomicXor) ||
           opcode == spv::OpAtomicFAddEXT || opcode == spv::OpAtomicFMinEXT || opcode == spv::OpAtomicFMaxEXT;
}

// Follows the innermost loop through a module.
class InnermostLoop {
public:
    void pass(const SpirvInstruction& one) {
        if (is(&one, spv::OpLoopMerge)) merges_.push_back(one.operands[0]);
        if (is(&one, spv::OpLabel) && !merges_.empty() && one.result == merges_.back()) merges_.pop_back();
        if (is(&one, spv::OpFunction)) merges_.assign(1, one.result);
    }
    std::uint32_t id() const { return merges_.empty() ? 0 : merges_.back(); } // of loop or function

private:
    std::vector<std::uint32_t> merges_;
};

// What an access through a pointer accesses: all memory of that kind of pointer.
std::uint32_t pointerType(const SpirvModule& module, std::uint32_t pointer) {
    const SpirvInstruction* const begin = chainBegin(module, pointer);
    return begin != nullptr ? begin->type : 0;
}

// Of a value of that type in memory, without padding; 0: not known.
std::uint32_t bitsOf(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* const defined = module.definition(type);
    if (is(defined, spv::OpTypeInt) || is(defined, spv::OpTypeFloat)) return defined->operands[0];
    if (is(defined, spv::OpTypeVector) || is(defined, spv::OpTypeMatrix))
        return defined->operands[1] * bitsOf(module, defined->operands[0]);
    return 0;
}

using Tables = std::unordered_map<std::uint32_t, std::uint32_t>; // of constantTables()

std::vector<SourceAccess> accessesOf(const SpirvModule& module,
                                     bool (*wanted)(const SpirvModule&, const SpirvInstruction&),
                                     const Tables& tables = {}) {
    std::vector<SourceAccess> found;
    InnermostLoop loop;
    for (const SpirvInstruction& one : module.instructions()) {
        loop.pass(one);
        const bool inMemory = wanted(module, one);
        if (!inMemory && (tables.empty() || !is(&one, spv::OpLoad))) continue;
        Origin origin = originOf(module, one.operands[0]);
        const auto table = tables.find(origin.variable);
        if (!inMemory && (table == tables.end() || origin.indices.empty())) continue;
        if (table != tables.end()) origin.variable = table->second;
        SourceAccess& access = found.emplace_back();
        access.instruction = module.indexOf(one);
        access.variable = storageOf(module, one.operands[0]) == spv::StorageClassPhysicalStorageBuffer
                              ? pointerType(module, one.operands[0])
                              : origin.variable;
        access.bits = bitsOf(module, one.type);
        access.place = module.placeOf(one);
        access.likeness = std::move(origin.path);
        const SpirvInstruction* const from = module.definition(one.operands[0]);
        access.likeness.push_back(from != nullptr ? from->type : 0);
        const bool known =
            origin.indices.empty() && !readsImage(opcodeOf(one)) && !is(&one, spv::OpImageWrite);
        if (!known) access.likeness.push_back(loop.id());
    }
    return found;
}

} // namespace

std::vector<SourceAccess> sourceLoads(const SpirvModule& module) {
    return accessesOf(module, loads, constantTables(module));
}

std::vector<SourceAccess> sourceStores(const SpirvModule& module) {
    return accessesOf(module, stores);
}

std::vector<SourceAccess> sourceAtomics(const SpirvModule& module) {
    return accessesOf(module, changesAtomically);
}

} // namespace vkperftest
