#include "trial/variants/storage_buffers.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/low_bits.h"

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

// Of a type in memory; `matrixStride` is that of the member. 0: not known.
std::uint32_t bytesOf(const SpirvModule& module, const SpirvInstruction& type,
                      std::optional<std::uint32_t> matrixStride, bool rowMajor) {
    const auto part = [&]() -> const SpirvInstruction& { return *module.definition(type.operands[0]); };
    switch (type.opcode) {
    case spv::OpTypeStruct:
        return bytesOfBlock(module, type).value_or(0);
    case spv::OpTypePointer:
        return 8;
    case spv::OpTypeVector:
        return type.operands[1] * componentBits(module, type.result) / 8;
    case spv::OpTypeMatrix: // its rows are as many as its columns have components
        return matrixStride.value_or(0) * (rowMajor ? part().operands[1] : type.operands[1]);
    case spv::OpTypeArray: {
        const SpirvInstruction* const length = module.definition(type.operands[1]);
        const auto stride = decorationOf(module, type.result, spv::DecorationArrayStride);
        if (!is(length, spv::OpConstant)) return 0;
        return stride.value_or(bytesOf(module, part(), matrixStride, rowMajor)) * length->operands[0];
    }
    default:
        return componentBits(module, type.result) / 8;
    }
}

// What is done with a pointer, as the end of "'particles' …"; null if any pointer to a buffer can take its
// place.
const char* hindrance(const SpirvInstruction& one, std::uint32_t pointer) {
    const bool first = one.operands[0] == pointer;
    switch (one.opcode) {
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpCopyObject:
    case spv::OpLoad:
        return nullptr;
    case spv::OpStore:
        return one.operands[1] != pointer ? nullptr : "has a pointer that is stored";
    case spv::OpArrayLength:
        return "is asked for its length";
    case spv::OpFunctionCall:
        return "has a pointer that is passed to a function";
    case spv::OpSelect:
    case spv::OpPhi:
        return "has a pointer that is chosen at run time";
    default:
        if (isAtomic(one.opcode) && first) return nullptr;
        return "has a pointer that is used by more than loads, stores and atomic operations";
    }
}

} // namespace

Error doesNotApply(std::string cause) {
    return {ErrorKind::Unsupported, std::move(cause), ""};
}

std::optional<std::uint32_t> decorationOf(const SpirvModule& module, std::uint32_t id,
                                          spv::Decoration decoration, std::optional<std::uint32_t> member) {
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (!is(&one, member ? spv::OpMemberDecorate : spv::OpDecorate) || one.operands[0] != id) continue;
        const auto rest = one.operands.subspan(member ? 2 : 1);
        if ((!member || one.operands[1] == *member) && rest[0] == static_cast<std::uint32_t>(decoration))
            return rest.size() > 1 ? rest[1] : 0;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> bytesOfBlock(const SpirvModule& module, const SpirvInstruction& structure) {
    std::uint32_t end = 0;
    for (std::uint32_t member = 0; member < structure.operands.size(); ++member) {
        const std::uint32_t id = structure.result;
        const auto offset = decorationOf(module, id, spv::DecorationOffset, member);
        const std::uint32_t bytes =
            bytesOf(module, *module.definition(structure.operands[member]),
                    decorationOf(module, id, spv::DecorationMatrixStride, member),
                    decorationOf(module, id, spv::DecorationRowMajor, member).has_value());
        if (!offset || bytes == 0) return std::nullopt;
        end = std::max(end, *offset + bytes);
    }
    return end;
}

std::uint32_t largestScalar(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction& defined = *module.definition(type);
    std::uint32_t largest = is(&defined, spv::OpTypePointer) ? 8 : componentBits(module, type) / 8;
    if (isArray(defined) || is(&defined, spv::OpTypeMatrix))
        return largestScalar(module, defined.operands[0]);
    if (is(&defined, spv::OpTypeStruct))
        for (const std::uint32_t member : defined.operands)
            largest = std::max(largest, largestScalar(module, member));
    return largest;
}

std::vector<StorageBuffer> storageBuffersOf(const SpirvModule& module) {
    std::vector<StorageBuffer> buffers;
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (!is(&one, spv::OpVariable)) continue;
        const SpirvInstruction* const pointer = module.definition(one.type);
        const SpirvInstruction* pointee = module.definition(pointer->operands[1]);
        StorageBuffer buffer{.variable = one.result, .name = module.name(one.result)};
        while (isArray(*pointee)) {
            buffer.array = true;
            pointee = module.definition(pointee->operands[0]);
        }
        buffer.structure = pointee->result;
        const auto storage = static_cast<spv::StorageClass>(one.operands[0]);
        if (storage != spv::StorageClassStorageBuffer &&
            (storage != spv::StorageClassUniform ||
             !decorationOf(module, pointee->result, spv::DecorationBufferBlock)))
            continue;
        buffer.set = decorationOf(module, one.result, spv::DecorationDescriptorSet).value_or(0);
        buffer.binding = decorationOf(module, one.result, spv::DecorationBinding).value_or(0);
        if (buffer.name.empty()) buffer.name = module.name(buffer.structure);
        buffer.name = buffer.name.empty()
                          ? fmt::format("the buffer at set {}, binding {}", buffer.set, buffer.binding)
                          : fmt::format("'{}'", buffer.name);
        buffers.push_back(std::move(buffer));
    }
    std::ranges::sort(
        buffers, {}, [](const StorageBuffer& one) { return std::tuple(one.set, one.binding, one.variable); });
    return buffers;
}

bool isDecorated(const SpirvModule& module, const StorageBuffer& buffer, spv::Decoration decoration) {
    if (decorationOf(module, buffer.variable, decoration)) return true;
    const auto members = static_cast<std::uint32_t>(module.definition(buffer.structure)->operands.size());
    for (std::uint32_t member = 0; member < members; ++member) {
        if (!decorationOf(module, buffer.structure, decoration, member)) return false;
    }
    return members > 0;
}

bool isDebugInstruction(const SpirvModule& module, const SpirvInstruction& instruction) {
    if (!is(&instruction, spv::OpExtInst)) return false;
    const std::string set = module.text(instruction.operands[0]);
    return set.starts_with("NonSemantic.") || set == "OpenCL.DebugInfo.100";
}

bool uses(const SpirvModule& module, const SpirvInstruction& instruction, std::uint32_t id) {
    if (takesNoPointer(instruction.opcode) || isDebugInstruction(module, instruction)) return false;
    auto ids = instruction.operands;
    if (is(&instruction, spv::OpLoad)) ids = ids.first(1);
    if (is(&instruction, spv::OpStore)) ids = ids.first(2);
    if (is(&instruction, spv::OpExtInst)) ids = ids.subspan(2);
    return std::ranges::count(ids, id) > 0;
}

Result<PointersInto> pointersInto(const SpirvModule& module, const std::vector<StorageBuffer>& buffers) {
    PointersInto pointers;
    for (const StorageBuffer& one : buffers) pointers.emplace(one.variable, one.variable);
    bool code = false;
    for (const SpirvInstruction& one : module.instructions()) {
        code = code || is(&one, spv::OpFunction);
        if (!code) continue;
        for (const std::uint32_t id : one.operands) {
            const auto known = pointers.find(id);
            if (known == pointers.end() || !uses(module, one, id)) continue;
            if (const char* const why = hindrance(one, id)) {
                const auto buffer = std::ranges::find(buffers, known->second, &StorageBuffer::variable);
                return doesNotApply(fmt::format("{} {}", buffer->name, why));
            }
            if (one.operands[0] == id && (indexes(one.opcode) || is(&one, spv::OpCopyObject)))
                pointers.emplace(one.result, known->second);
        }
    }
    return pointers;
}

} // namespace vkperftest
