#include "frontend/access_origin.h"

#include <algorithm>
#include <iterator>

namespace vkperftest {
namespace {

// Instructions whose operands may be literals, but no pointers.
bool takesNoPointer(spv::Op opcode) {
    constexpr spv::Op kOthers[] = {spv::OpCompositeExtract, spv::OpCompositeInsert,   spv::OpVectorShuffle,
                                   spv::OpLoopMerge,        spv::OpSelectionMerge,    spv::OpSwitch,
                                   spv::OpBranch,           spv::OpBranchConditional, spv::OpLine,
                                   spv::OpFunction,         spv::OpFunctionParameter, spv::OpVariable,
                                   spv::OpConvertUToPtr};
    const bool ofImage = opcode >= spv::OpSampledImage && opcode <= spv::OpImageQuerySamples;
    return ofImage || std::ranges::find(kOthers, opcode) != std::end(kOthers);
}

} // namespace

bool indexes(spv::Op opcode) {
    return opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain ||
           opcode == spv::OpPtrAccessChain || opcode == spv::OpInBoundsPtrAccessChain;
}

bool readsImage(spv::Op opcode) {
    constexpr spv::Op kReads[] = {spv::OpImageSampleImplicitLod,
                                  spv::OpImageSampleExplicitLod,
                                  spv::OpImageSampleDrefImplicitLod,
                                  spv::OpImageSampleDrefExplicitLod,
                                  spv::OpImageSampleProjImplicitLod,
                                  spv::OpImageSampleProjExplicitLod,
                                  spv::OpImageFetch,
                                  spv::OpImageGather,
                                  spv::OpImageDrefGather,
                                  spv::OpImageRead};
    return std::ranges::find(kReads, opcode) != std::end(kReads);
}

bool isAtomic(spv::Op opcode) {
    return (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor) || opcode == spv::OpAtomicFAddEXT ||
           opcode == spv::OpAtomicFMinEXT || opcode == spv::OpAtomicFMaxEXT;
}

bool isConstant(const SpirvInstruction& instruction) {
    const spv::Op opcode = instruction.opcode;
    return opcode >= spv::OpConstantTrue && opcode <= spv::OpSpecConstantOp;
}

bool isConstant(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction* const one = module.definition(id);
    return one != nullptr && isConstant(*one);
}

const SpirvInstruction& heldBy(const SpirvModule& module, const SpirvInstruction& variable) {
    const SpirvInstruction* type = module.definition(module.definition(variable.type)->operands[1]);
    while (isArray(*type)) type = module.definition(type->operands[0]);
    return *type;
}

bool isStorageBuffer(const SpirvModule& module, const SpirvInstruction& variable) {
    const std::uint32_t storage = variable.operands[0];
    return storage == spv::StorageClassStorageBuffer ||
           (storage == spv::StorageClassUniform &&
            module.decoration(heldBy(module, variable).result, spv::DecorationBufferBlock));
}

bool leadsIntoBuffer(const SpirvModule& module, std::uint32_t pointer) {
    const auto storage = storageOf(module, pointer).value_or(spv::StorageClassMax);
    return storage == spv::StorageClassStorageBuffer || storage == spv::StorageClassUniform;
}

Origin originOf(const SpirvModule& module, std::uint32_t id) {
    constexpr int kMostSteps = 64;
    Origin origin;
    for (int step = 0; step < kMostSteps; ++step) {
        const SpirvInstruction* const defined = module.definition(id);
        if (defined == nullptr) return origin;
        const spv::Op opcode = defined->opcode;
        if (opcode == spv::OpVariable) {
            origin.variable = id;
            return origin;
        }
        if (indexes(opcode)) {
            for (const std::uint32_t index : defined->operands.subspan(1)) {
                const SpirvInstruction* const value = module.definition(index);
                const bool varies = value != nullptr && !isConstant(*value);
                if (varies) origin.indices.push_back(index);
                origin.path.push_back(varies ? 0 : index);
            }
        } else if (opcode != spv::OpCopyObject && opcode != spv::OpLoad && opcode != spv::OpSampledImage &&
                   opcode != spv::OpImage && opcode != spv::OpImageTexelPointer) {
            return origin;
        }
        id = defined->operands[0];
    }
    return origin;
}

std::optional<spv::StorageClass> storageOf(const SpirvModule& module, std::uint32_t pointer) {
    const SpirvInstruction* const type = typeOf(module, pointer);
    if (!is(type, spv::OpTypePointer)) return std::nullopt;
    return static_cast<spv::StorageClass>(type->operands[0]);
}

bool isOwnMemory(const SpirvModule& module, std::uint32_t pointer) {
    const spv::StorageClass storage = storageOf(module, pointer).value_or(spv::StorageClassMax);
    return storage == spv::StorageClassFunction || storage == spv::StorageClassPrivate;
}

const SpirvInstruction* chainBegin(const SpirvModule& module, std::uint32_t pointer) {
    const SpirvInstruction* defined = module.definition(pointer);
    while (defined != nullptr && indexes(defined->opcode)) defined = module.definition(defined->operands[0]);
    return defined;
}

bool isDebugInstruction(const SpirvModule& module, const SpirvInstruction& instruction) {
    if (!is(&instruction, spv::OpExtInst)) return false;
    const std::string set = module.text(instruction.operands[0]);
    return set.starts_with("NonSemantic.") || set == "OpenCL.DebugInfo.100";
}

std::span<const std::uint32_t> pointersIn(const SpirvModule& module, const SpirvInstruction& instruction) {
    if (takesNoPointer(instruction.opcode) || isDebugInstruction(module, instruction)) return {};
    const auto words = instruction.operands;
    if (is(&instruction, spv::OpLoad)) return words.first(1);
    if (is(&instruction, spv::OpStore)) return words.first(2);
    return is(&instruction, spv::OpExtInst) ? words.subspan(2) : words;
}

bool uses(const SpirvModule& module, const SpirvInstruction& instruction, std::uint32_t id) {
    return std::ranges::count(pointersIn(module, instruction), id) > 0;
}

} // namespace vkperftest
