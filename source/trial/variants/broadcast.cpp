// Indices that may be those of each subgroup's first invocation, which a compiler knows to be equal.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/value_flow.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

using Ids = ValueFlow::Ids;

bool dropsBits(spv::Op opcode) {
    return (opcode >= spv::OpUDiv && opcode <= spv::OpSMod) || opcode == spv::OpShiftRightLogical ||
           opcode == spv::OpShiftRightArithmetic || opcode == spv::OpBitwiseAnd;
}

// Whether it is computed from what memory holds, or from a part of an invocation's number.
bool isComputed(const SpirvModule& module, const ValueFlow& flow, std::uint32_t index) {
    Ids open = {index};
    std::set<std::uint32_t> known;
    bool numbered = false, dropped = false;
    while (!open.empty()) {
        const SpirvInstruction* const one = module.definition(open.back());
        open.pop_back();
        if (one == nullptr || isConstant(*one) || !known.insert(one->result).second) continue;
        dropped = dropped || dropsBits(one->opcode);
        if (is(one, spv::OpLoad) && !isOwnMemory(module, one->operands[0])) {
            const SpirvInstruction* const variable = chainBegin(module, one->operands[0]);
            const std::uint32_t builtIn =
                module.decoration(flow.baseOf(one->operands[0]), spv::DecorationBuiltIn)
                    .value_or(spv::BuiltInMax);
            const bool ofGroup = builtIn == spv::BuiltInWorkgroupId || builtIn == spv::BuiltInNumWorkgroups;
            numbered = numbered || (builtIn != spv::BuiltInMax && !ofGroup);
            if (is(variable, spv::OpVariable) &&
                (isStorageBuffer(module, *variable) || variable->operands[0] == spv::StorageClassWorkgroup))
                return true;
        } else if (readsImage(one->opcode)) {
            return true;
        } else if (const ValueFlow::Memory* const memory = flow.memoryAt(one->result)) {
            open.insert(open.end(), memory->stored.begin(), memory->stored.end());
        } else {
            const Ids* const sources = flow.sourcesOf(*one);
            if (sources != nullptr) open.insert(open.end(), sources->begin(), sources->end());
            if (sources == nullptr) open.insert(open.end(), one->operands.begin(), one->operands.end());
        }
    }
    return numbered && dropped;
}

constexpr std::size_t kMost = 6; // indices: each is tried in two pipelines of its own

bool indexesBuffer(const SpirvModule& module, const SpirvInstruction& chain) {
    return indexes(chain.opcode) && leadsIntoBuffer(module, chain.operands[0]);
}

} // namespace

std::vector<std::uint32_t> mayBeUniform(const SpirvModule& module) {
    const ValueFlow flow(module);
    Ids found;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!indexesBuffer(module, one)) continue;
        for (const std::uint32_t index : one.operands.subspan(1))
            if (found.size() < kMost && std::ranges::count(found, index) == 0 && !isConstant(module, index) &&
                componentBits(module, module.definition(index)->type) == 32 && // others are a feature
                isComputed(module, flow, index))
                found.push_back(index);
    }
    return found;
}

std::vector<std::uint32_t> withIndices(const SpirvModule& module, std::span<const std::uint32_t> ids,
                                       bool zero) {
    constexpr std::uint32_t kVersionWithSubgroups = 0x00010300;
    ModuleEdit edit(module);
    edit.require(spv::CapabilityGroupNonUniform);
    edit.require(spv::CapabilityGroupNonUniformBallot);
    const std::uint32_t scope = edit.uintConstant(spv::ScopeSubgroup);
    for (std::size_t i = 0; i < module.instructions().size(); ++i) {
        const SpirvInstruction& one = module.instructions()[i];
        if (!indexesBuffer(module, one)) continue;
        SpirvWords operands = {one.type, one.result, one.operands[0]}, code;
        for (const std::uint32_t id : one.operands.subspan(1)) {
            operands.push_back(id);
            if (std::ranges::count(ids, id) == 0) continue;
            const std::uint32_t type = module.definition(id)->type;
            operands.back() = zero ? edit.declared(spv::OpConstantNull, type, {}) : edit.newId();
            if (!zero)
                emit(code, spv::OpGroupNonUniformBroadcastFirst,
                     SpirvWords{type, operands.back(), scope, id});
        }
        edit.insertBefore(i, code);
        edit.replaceOperands(i, operands);
    }
    SpirvWords words = edit.words();
    words[1] = std::max(words[1], kVersionWithSubgroups);
    return words;
}

Result<std::string> withBroadcasts(TrialShader& shader, const VariantInput& input) {
    if (!input.uniform) return doesNotApply("which indices are equal in each subgroup shows when it runs");
    if (input.uniform->empty())
        return doesNotApply(fmt::format(
            "none of the first {} indices that it computes or loads was found to allow this", kMost));
    shader.shader.words = withIndices(input.module, *input.uniform);
    return std::string("each subgroup may use its first invocation's indices, as on this input");
}

} // namespace vkperftest
