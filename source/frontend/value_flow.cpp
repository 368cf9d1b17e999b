#include "frontend/value_flow.h"

#include <algorithm>
#include <optional>
#include <span>

#include <spirv/unified1/GLSL.std.450.h>

#include "frontend/access_origin.h"

namespace vkperftest {
namespace {

using Operands = std::span<const std::uint32_t>;

// Components of a vector; 1 for a number.
std::uint32_t componentsOf(const SpirvInstruction& type) {
    return is(&type, spv::OpTypeVector) ? type.operands[1] : 1;
}

// Whether no component becomes part of another.
bool keepsComponents(const SpirvModule& module, std::uint32_t type, std::uint32_t from) {
    const SpirvInstruction* const fromType = typeOf(module, from);
    const SpirvInstruction* const toType = module.definition(type);
    if (fromType == nullptr || toType == nullptr) return false;
    const unsigned bits = componentBits(module, type);
    return bits != 0 && bits == componentBits(module, fromType->result) &&
           componentsOf(*fromType) == componentsOf(*toType);
}

// The component itself, if the composite was just made of components; otherwise the composite, for all of them.
std::uint32_t extracted(const SpirvModule& module, Operands operands) {
    const SpirvInstruction* const composite = module.definition(operands[0]);
    const bool made = is(composite, spv::OpCompositeConstruct) || is(composite, spv::OpConstantComposite);
    if (!made || operands.size() != 2) return operands[0];
    const SpirvInstruction* const type = module.definition(composite->type);
    // A vector may be made of shorter vectors; then operands are not components.
    const bool onePer = type != nullptr &&
                        (!is(type, spv::OpTypeVector) || componentsOf(*type) == composite->operands.size());
    return onePer && operands[1] < composite->operands.size() ? composite->operands[operands[1]]
                                                              : operands[0];
}

bool isPick(const SpirvModule& module, Operands operands) {
    constexpr std::uint32_t kPicks[] = {GLSLstd450UMin, GLSLstd450SMin,   GLSLstd450UMax,
                                        GLSLstd450SMax, GLSLstd450UClamp, GLSLstd450SClamp};
    return module.text(operands[0]) == "GLSL.std.450" && std::ranges::count(kPicks, operands[1]) > 0;
}

// The operands that the result is chosen from, or made of; nothing for instructions that compute.
std::optional<Operands> chosenFrom(const SpirvModule& module, spv::Op opcode, std::uint32_t type,
                                   Operands operands) {
    switch (opcode) {
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite:
    case spv::OpCompositeConstruct:
        return operands;
    case spv::OpCompositeInsert:
    case spv::OpVectorShuffle:
    case spv::OpVectorInsertDynamic:
        return operands.first(2);
    case spv::OpVectorExtractDynamic:
    case spv::OpCopyObject:
    case spv::OpUConvert:
    case spv::OpSConvert:
        return operands.first(1);
    case spv::OpSelect:
        return operands.subspan(1, 2);
    // A value of another invocation.
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformBroadcastFirst:
    case spv::OpGroupNonUniformShuffle:
    case spv::OpGroupNonUniformShuffleXor:
    case spv::OpGroupNonUniformShuffleUp:
    case spv::OpGroupNonUniformShuffleDown:
    case spv::OpGroupNonUniformQuadBroadcast:
    case spv::OpGroupNonUniformQuadSwap:
        return operands.subspan(1, 1); // after the scope
    case spv::OpGroupNonUniformSMin:
    case spv::OpGroupNonUniformUMin:
    case spv::OpGroupNonUniformSMax:
    case spv::OpGroupNonUniformUMax: // an exclusive scan begins with a value of its own
        return operands[1] != spv::GroupOperationExclusiveScan ? std::optional(operands.subspan(2, 1))
                                                               : std::nullopt;
    case spv::OpBitcast:
        return keepsComponents(module, type, operands[0]) ? std::optional(operands) : std::nullopt;
    case spv::OpExtInst:
        return isPick(module, operands) ? std::optional(operands.subspan(2)) : std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace

ValueFlow::ValueFlow(const SpirvModule& module) : module_(module), sources_(module.instructions().size()) {
    collectFunctions();
    for (const SpirvInstruction& one : module.instructions()) collect(one);
}

bool ValueFlow::isMemory(std::uint32_t pointer) const {
    return isOwnMemory(module_, pointer) || storageOf(module_, pointer) == spv::StorageClassWorkgroup;
}

// What the others refer to.
void ValueFlow::collectFunctions() {
    std::unordered_map<std::uint32_t, Ids> parameters; // by function
    std::uint32_t function = 0;
    for (const SpirvInstruction& one : module_.instructions()) {
        const bool parameter = is(&one, spv::OpFunctionParameter);
        if (is(&one, spv::OpFunction)) function = one.result;
        if (parameter) parameters[function].push_back(one.result);
        if ((parameter || is(&one, spv::OpVariable)) && isMemory(one.result)) memory_[one.result];
    }
    for (const SpirvInstruction& one : module_.instructions()) {
        if (!is(&one, spv::OpFunctionCall)) continue;
        const Ids& own = parameters[one.operands[0]];
        for (std::size_t i = 0; i < std::min(own.size(), one.operands.size() - 1); ++i)
            arguments_[own[i]].push_back(one.operands[i + 1]);
    }
    for (const auto& [parameter, passed] : arguments_) // those of a single call are its argument
        if (passed.size() > 1 && memory_.contains(parameter))
            for (const std::uint32_t each : passed) pass(baseOf(each), parameter);
}

void ValueFlow::pass(std::uint32_t argument, std::uint32_t parameter) {
    memory_[parameter].passed.push_back(argument);
    if (const auto to = memory_.find(argument); to != memory_.end()) to->second.passedTo.push_back(parameter);
}

void ValueFlow::collect(const SpirvInstruction& one) {
    const auto store = [this](std::uint32_t pointer, std::uint32_t value) {
        if (!isMemory(pointer)) return;
        const auto to = memory_.find(baseOf(pointer));
        if (to != memory_.end())
            to->second.stored.push_back(value);
        else
            lost_ = true;
    };
    std::size_t at = module_.indexOf(one);
    const auto take = [&](Ids ids) {
        Ids& all = sources_[at] ? *sources_[at] : sources_[at].emplace();
        all.insert(all.end(), ids.begin(), ids.end());
    };
    const auto operands = one.operands;
    switch (one.opcode) {
    case spv::OpVariable:
        if (operands.size() > 1) store(one.result, operands[1]);
        break;
    case spv::OpStore:
        store(operands[0], operands[1]);
        break;
    case spv::OpLoad:
        if (isMemory(operands[0])) take({baseOf(operands[0])});
        break;
    case spv::OpPhi:
        for (std::size_t i = 0; i < operands.size(); i += 2) take({operands[i]});
        break;
    case spv::OpFunction:
        function_ = at;
        take({});
        break;
    case spv::OpFunctionParameter:
        if (!memory_.contains(one.result)) take(arguments_[one.result]);
        break;
    case spv::OpReturnValue:
        at = function_;
        take({operands[0]});
        break;
    case spv::OpFunctionCall:
        take({operands[0]});
        break;
    case spv::OpCompositeExtract:
        take({extracted(module_, operands)});
        break;
    default: {
        const bool folded = is(&one, spv::OpSpecConstantOp);
        const auto ids = chosenFrom(module_, folded ? static_cast<spv::Op>(operands[0]) : one.opcode,
                                    one.type, operands.subspan(folded ? 1 : 0));
        if (ids) take(Ids(ids->begin(), ids->end()));
    }
    }
    const bool followed = indexes(one.opcode) || is(&one, spv::OpLoad) || is(&one, spv::OpCopyObject) ||
                          is(&one, spv::OpFunctionCall);
    if (function_ == 0 || followed) return;
    const std::size_t stores = is(&one, spv::OpStore) ? 1 : 0; // a pointer that is itself stored
    for (const std::uint32_t word : pointersIn(module_, one).subspan(stores)) store(word, 0);
}

const ValueFlow::Ids* ValueFlow::sourcesOf(const SpirvInstruction& instruction) const {
    const std::size_t at = module_.indexOf(instruction);
    return sources_[at] ? &*sources_[at] : nullptr;
}

std::uint32_t ValueFlow::baseOf(std::uint32_t pointer) const {
    constexpr int kMostSteps = 64;
    for (int i = 0; i < kMostSteps; ++i) {
        const SpirvInstruction* const one = module_.definition(pointer);
        if (one == nullptr) return 0;
        if (is(one, spv::OpVariable)) return pointer;
        if (indexes(one->opcode) || is(one, spv::OpCopyObject)) {
            pointer = one->operands[0];
        } else if (is(one, spv::OpFunctionParameter)) {
            const auto passed = arguments_.find(pointer);
            if (passed == arguments_.end() || passed->second.size() != 1) return pointer;
            pointer = passed->second.front();
        } else {
            return 0;
        }
    }
    return 0;
}

const ValueFlow::Memory* ValueFlow::memoryAt(std::uint32_t base) const {
    const auto found = memory_.find(base);
    return found != memory_.end() && !lost_ ? &found->second : nullptr;
}

} // namespace vkperftest
