#include "frontend/reflection.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "frontend/access_origin.h"
#include "frontend/layouts.h"
#include "frontend/workgroup.h"

namespace vkperftest {
namespace {

struct Scalar {
    spv::Op type;
    std::uint32_t bits;
    bool isSigned;
    std::string_view name;     // in HLSL
    std::string_view constant; // of a specialization constant of this type
    std::uint32_t bytes;       // of its value; 0: it cannot be set
};

constexpr Scalar kScalars[] = {{spv::OpTypeBool, 0, false, "bool", "bool", 4},
                               {spv::OpTypeInt, 8, true, "int8_t", "int8_t", 1},
                               {spv::OpTypeInt, 8, false, "uint8_t", "uint8_t", 1},
                               {spv::OpTypeInt, 16, true, "int16_t", "int16_t", 2},
                               {spv::OpTypeInt, 16, false, "uint16_t", "uint16_t", 2},
                               {spv::OpTypeInt, 32, true, "int", "int", 4},
                               {spv::OpTypeInt, 32, false, "uint", "uint", 4},
                               {spv::OpTypeInt, 64, true, "int64_t", "int64_t", 8},
                               {spv::OpTypeInt, 64, false, "uint64_t", "uint64_t", 8},
                               {spv::OpTypeFloat, 16, true, "half", "float16_t", 0},
                               {spv::OpTypeFloat, 32, true, "float", "float", 4},
                               {spv::OpTypeFloat, 64, true, "double", "double", 8},
                               {spv::OpNop, 0, false, "unknown", "of another type", 0}};

// Rounded towards zero; what is too small becomes 0.
std::optional<std::uint64_t> bitsOfHalf(float number) {
    constexpr int kFloatBias = 127, kHalfBias = 15;
    constexpr float kLargest = 65504;
    if (!(std::abs(number) <= kLargest)) return std::nullopt;
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const int exponent = static_cast<int>(bits >> 23U & 0xffU) - kFloatBias + kHalfBias;
    const std::uint32_t sign = bits >> 16U & 0x8000U;
    return exponent <= 0 ? sign : sign | static_cast<std::uint32_t>(exponent) << 10U | (bits >> 13U & 0x3ffU);
}

// A value of that type, of which signed integers fill at least 32 bits; nothing if the text is none, or does not fit.
std::optional<std::uint64_t> bitsIn(const Scalar& type, std::string_view text) {
    if (type.type == spv::OpTypeBool) {
        const std::string word = lowercase(text);
        if (word == "true" || word == "1") return 1;
        return word == "false" || word == "0" ? std::optional<std::uint64_t>(0) : std::nullopt;
    }
    if (type.type == spv::OpTypeFloat && type.bits == 64) {
        const std::optional<double> number = parseAs<double>(text);
        return number ? std::optional(std::bit_cast<std::uint64_t>(*number)) : std::nullopt;
    }
    if (type.type == spv::OpTypeFloat) {
        const std::optional<float> number = parseAs<float>(text);
        if (!number) return std::nullopt;
        return type.bits == 16 ? bitsOfHalf(*number) : std::bit_cast<std::uint32_t>(*number);
    }
    if (!type.isSigned && type.bits == 64) return parseAs<std::uint64_t>(text);
    const std::optional<std::int64_t> number = parseAs<std::int64_t>(text);
    const auto most = static_cast<std::int64_t>(~0ULL >> (64 - type.bits + (type.isSigned ? 1 : 0)));
    if (!number || *number > most || *number < (type.isSigned ? -most - 1 : 0)) return std::nullopt;
    return static_cast<std::uint64_t>(*number) & (type.bits == 64 ? ~0ULL : 0xffffffffULL);
}

// Empty if it cannot be set.
std::string valueText(const Scalar& type, std::uint64_t bits) {
    if (type.bytes == 0) return "";
    if (type.type == spv::OpTypeBool) return bits != 0 ? "true" : "false";
    if (type.type == spv::OpTypeFloat)
        return type.bits == 64 ? fmt::format("{}", std::bit_cast<double>(bits))
                               : fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    const unsigned unused = 64 - type.bits;
    return type.isSigned ? std::to_string(static_cast<std::int64_t>(bits << unused) >> unused)
                         : std::to_string(bits << unused >> unused);
}

const Scalar& scalarOf(const SpirvInstruction& type) {
    const Scalar* const found = std::ranges::find_if(kScalars, [&](const Scalar& one) {
        return one.type == type.opcode && (one.bits == 0 || one.bits == type.operands[0]) &&
               (one.type != spv::OpTypeInt || one.isSigned == (type.operands[1] != 0));
    });
    return found != std::end(kScalars) ? *found : std::end(kScalars)[-1];
}

// As HLSL calls it: "float3", "float3x4", "Light[2]". A pointer has the name of what it points to.
std::string typeName(const SpirvModule& module, std::uint32_t id) {
    const SpirvInstruction& type = *module.definition(id);
    switch (type.opcode) {
    case spv::OpTypeStruct:
        return module.name(id);
    case spv::OpTypePointer:
        return typeName(module, type.operands[1]);
    case spv::OpTypeVector:
        return typeName(module, type.operands[0]) + std::to_string(type.operands[1]);
    case spv::OpTypeMatrix: {
        const SpirvInstruction& column = *module.definition(type.operands[0]);
        return fmt::format("{}{}x{}", typeName(module, column.operands[0]), type.operands[1],
                           column.operands[1]);
    }
    case spv::OpTypeArray:
    case spv::OpTypeRuntimeArray: {
        std::string lengths;
        const SpirvInstruction* of = &type;
        for (; isArray(*of); of = module.definition(of->operands[0])) {
            const bool fixed =
                of->operands.size() > 1 && is(module.definition(of->operands[1]), spv::OpConstant);
            lengths += fixed ? fmt::format("[{}]", constantValue(module, of->operands[1])) : "[]";
        }
        return typeName(module, of->result) + lengths;
    }
    default:
        return std::string(scalarOf(type).name);
    }
}

std::vector<ReflectedMember> members(const SpirvModule& module, const SpirvInstruction& structure) {
    std::vector<ReflectedMember> result;
    LayoutReader layout(module);
    std::vector<ScalarField> fields; // of all members, of which only a limited number is kept
    for (std::uint32_t i = 0; i < structure.operands.size(); ++i) {
        const std::uint32_t begin = module.decoration(structure.result, i, spv::DecorationOffset).value_or(0);
        result.push_back({.name = module.memberName(structure.result, i),
                          .type = typeName(module, structure.operands[i]),
                          .offset = begin,
                          .size = layout.member(structure.result, i, fields) - begin});
    }
    return result;
}

// StructuredBuffer::memberBytes. Each type is visited once for each alignment that it may have.
std::uint32_t memberBytesOf(const SpirvModule& module, std::uint32_t element, std::uint32_t stride) {
    constexpr std::uint32_t kWidest = 16;
    const auto alignment = [](std::uint32_t places) { return 1u << std::countr_zero(places | kWidest); };
    using Part = std::pair<std::uint32_t, std::uint32_t>; // a type, and what its address is a multiple of
    std::set<Part> seen = {{element, alignment(stride)}};
    std::uint32_t most = 1;
    for (std::vector<Part> open(seen.begin(), seen.end()); !open.empty();) {
        const auto [id, aligned] = open.back();
        open.pop_back();
        const SpirvInstruction& type = *module.definition(id);
        const bool vector = type.opcode == spv::OpTypeVector, structure = type.opcode == spv::OpTypeStruct;
        const SpirvInstruction& scalar = vector ? *module.definition(type.operands[0]) : type;
        const std::uint32_t parts = structure ? static_cast<std::uint32_t>(type.operands.size())
                                              : isArray(type) || type.opcode == spv::OpTypeMatrix;
        if (scalar.opcode == spv::OpTypeInt || scalar.opcode == spv::OpTypeFloat)
            most = std::max(most, std::min(aligned, std::bit_ceil(scalar.operands[0] / 8 *
                                                                  (vector ? type.operands[1] : 1))));
        for (std::uint32_t i = 0; i < parts; ++i) {
            const std::uint32_t place = (structure ? module.decoration(id, i, spv::DecorationOffset)
                                                   : module.decoration(id, spv::DecorationArrayStride))
                                            .value_or(0);
            const Part part{type.operands[i], std::min(aligned, alignment(place))};
            if (seen.insert(part).second) open.push_back(part);
        }
    }
    return most;
}

// The elements of a buffer are the last member of its block, if that is a runtime array.
void addBuffer(const SpirvModule& module, const SpirvInstruction& block, std::string name,
               std::vector<StructuredBuffer>& buffers) {
    if (block.opcode != spv::OpTypeStruct || block.operands.empty()) return;
    const SpirvInstruction& array = *module.definition(block.operands.back());
    if (array.opcode != spv::OpTypeRuntimeArray) return;
    const std::uint32_t stride = module.decoration(array.result, spv::DecorationArrayStride).value_or(0);
    const SpirvInstruction& element = *module.definition(array.operands[0]);
    std::string elementName = typeName(module, element.result);
    if (elementName == "uint" && stride == 4) return; // so is a byte-address buffer
    const bool structure = element.opcode == spv::OpTypeStruct;
    buffers.push_back({.name = std::move(name),
                       .stride = stride,
                       .members = structure ? members(module, element) : std::vector<ReflectedMember>(),
                       .element = std::move(elementName),
                       .memberBytes = memberBytesOf(module, element.result, stride)});
}

// Whether a buffer's elements are reached by other indices than constants, as far as is known.
bool isIndexed(const SpirvModule& module, std::uint32_t variable) {
    constexpr std::size_t kElement = 2; // of an access chain, behind the base and the block's member
    bool code = false, reached = false;
    for (const SpirvInstruction& one : module.instructions()) {
        code = code || is(&one, spv::OpFunction);
        if (!code || !uses(module, one, variable)) continue;
        if (is(&one, spv::OpArrayLength)) continue;
        reached = true;
        if (!indexes(one.opcode) || one.operands.size() <= kElement ||
            !is(module.definition(one.operands[kElement]), spv::OpConstant))
            return true;
    }
    return !reached;
}

// The product of all dimensions of a variable's array; 0 if one has no size, or a specialization constant's.
std::uint32_t countOf(const SpirvModule& module, const SpirvInstruction& variable) {
    std::uint32_t count = 1;
    const SpirvInstruction* type = module.definition(module.definition(variable.type)->operands[1]);
    for (; isArray(*type); type = module.definition(type->operands[0])) {
        const bool fixed =
            type->opcode == spv::OpTypeArray && is(module.definition(type->operands[1]), spv::OpConstant);
        count *= fixed ? static_cast<std::uint32_t>(constantValue(module, type->operands[1])) : 0;
    }
    return count;
}

// Nothing for what is no descriptor.
std::optional<DescriptorKind> kindOf(const SpirvModule& module, const SpirvInstruction& variable) {
    if (isStorageBuffer(module, variable)) return DescriptorKind::StorageBuffer;
    const SpirvInstruction& type = heldBy(module, variable);
    const bool combined = type.opcode == spv::OpTypeSampledImage;
    const SpirvInstruction& image = combined ? *module.definition(type.operands[0]) : type;
    switch (variable.operands[0]) {
    case spv::StorageClassUniform:
        return DescriptorKind::UniformBuffer;
    case spv::StorageClassUniformConstant:
        if (type.opcode == spv::OpTypeSampler) return DescriptorKind::Sampler;
        if (type.opcode == spv::OpTypeAccelerationStructureKHR) return DescriptorKind::AccelerationStructure;
        if (image.opcode != spv::OpTypeImage) return std::nullopt;
        if (image.operands[1] == spv::DimBuffer)
            return image.operands[5] == 2 ? DescriptorKind::StorageTexels : DescriptorKind::UniformTexels;
        if (combined) return DescriptorKind::CombinedImage;
        return image.operands[5] == 2 ? DescriptorKind::StorageImage : DescriptorKind::SampledImage;
    default:
        return std::nullopt;
    }
}

constexpr std::pair<spv::ExecutionModel, std::string_view> kModels[] = {
    {spv::ExecutionModelGLCompute, "comp"},
    {spv::ExecutionModelVertex, "vert"},
    {spv::ExecutionModelTessellationControl, "tesc"},
    {spv::ExecutionModelTessellationEvaluation, "tese"},
    {spv::ExecutionModelGeometry, "geom"},
    {spv::ExecutionModelFragment, "frag"},
    {spv::ExecutionModelTaskNV, "task"},
    {spv::ExecutionModelTaskEXT, "task"},
    {spv::ExecutionModelMeshNV, "mesh"},
    {spv::ExecutionModelMeshEXT, "mesh"},
    {spv::ExecutionModelRayGenerationKHR, "rgen"},
    {spv::ExecutionModelIntersectionKHR, "rint"},
    {spv::ExecutionModelAnyHitKHR, "rahit"},
    {spv::ExecutionModelClosestHitKHR, "rchit"},
    {spv::ExecutionModelMissKHR, "rmiss"},
    {spv::ExecutionModelCallableKHR, "rcall"}};

// The module's variables that a function uses, or one that it calls.
std::set<std::uint32_t> variablesOf(const SpirvModule& module, std::uint32_t entry) {
    std::map<std::uint32_t, std::vector<const SpirvInstruction*>> functions;
    std::uint32_t function = 0;
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) function = one.result;
        if (function != 0) functions[function].push_back(&one);
    }
    std::set<std::uint32_t> variables;
    std::vector<std::uint32_t> open = {entry};
    for (std::set<std::uint32_t> seen = {entry}; !open.empty();) {
        const std::uint32_t current = open.back();
        open.pop_back();
        for (const SpirvInstruction* const one : functions[current]) {
            if (is(one, spv::OpFunctionCall) && seen.insert(one->operands[0]).second)
                open.push_back(one->operands[0]);
            for (const std::uint32_t id : one->operands)
                if (is(module.definition(id), spv::OpVariable) && uses(module, *one, id))
                    variables.insert(id);
        }
    }
    return variables;
}

// One binding may be declared several times.
void addBinding(const ShaderBinding& one, std::vector<ShaderBinding>& bindings) {
    const auto known = std::ranges::find_if(bindings, [&](const ShaderBinding& other) {
        return other.set == one.set && other.binding == one.binding;
    });
    if (known == bindings.end())
        bindings.push_back(one);
    else
        known->count = known->count == 0 || one.count == 0 ? 0 : std::max(known->count, one.count);
}

std::optional<AtomicMemory> memoryOf(const SpirvModule& module, std::uint32_t pointer) {
    switch (storageOf(module, pointer).value_or(spv::StorageClassMax)) {
    case spv::StorageClassWorkgroup:
        return AtomicMemory::Shared;
    case spv::StorageClassImage:
        return AtomicMemory::Image;
    case spv::StorageClassUniform:
    case spv::StorageClassStorageBuffer:
    case spv::StorageClassPhysicalStorageBuffer:
        return AtomicMemory::Buffer;
    default:
        return std::nullopt;
    }
}

// Nothing for 32-bit integers, which every device can do.
std::optional<AtomicUse> useOf(const SpirvModule& module, const SpirvInstruction& one) {
    constexpr std::size_t kStoredValue = 3; // operand
    const spv::Op opcode = one.opcode;
    const bool floats =
        opcode == spv::OpAtomicFAddEXT || opcode == spv::OpAtomicFMinEXT || opcode == spv::OpAtomicFMaxEXT;
    if (!floats && (opcode < spv::OpAtomicLoad || opcode > spv::OpAtomicXor)) return std::nullopt;
    const SpirvInstruction* const type = opcode == spv::OpAtomicStore
                                             ? typeOf(module, one.operands[kStoredValue])
                                             : module.definition(one.type);
    const std::optional<AtomicMemory> memory = memoryOf(module, one.operands[0]);
    if (type == nullptr || !memory) return std::nullopt;
    if (is(type, spv::OpTypeInt)) {
        if (type->operands[0] != 64) return std::nullopt;
        return AtomicUse{AtomicKind::Integer, *memory, 64};
    }
    if (!is(type, spv::OpTypeFloat)) return std::nullopt;
    const AtomicKind kind = opcode == spv::OpAtomicFAddEXT ? AtomicKind::FloatAdd
                            : floats                       ? AtomicKind::FloatMinMax
                                                           : AtomicKind::FloatExchange;
    return AtomicUse{kind, *memory, type->operands[0]};
}

std::string namesOfConstants(std::span<const SpecConstant> constants) {
    std::vector<std::string> names;
    for (const SpecConstant& one : constants)
        names.push_back(one.name.empty() ? fmt::format("{}: {}", one.id, one.type)
                                         : fmt::format("{} ({}): {}", one.id, one.name, one.type));
    return names.empty() ? "the shader has no specialization constants"
                         : "the shader has the constants " + join(names, ", ");
}

} // namespace

std::vector<StructuredBuffer> structuredBuffersOf(const SpirvModule& module) {
    std::vector<StructuredBuffer> buffers;
    for (const BoundVariable& one : boundVariables(module)) {
        if (one.where.kind != DescriptorKind::StorageBuffer) continue;
        const std::size_t before = buffers.size();
        addBuffer(module, *module.definition(one.type), one.name, buffers);
        if (buffers.size() > before && !one.array) buffers.back().indexed = isIndexed(module, one.id);
    }
    std::set<std::uint32_t> atAddresses; // blocks that pointers point to, to which no variable is bound
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpTypePointer) || one.operands[0] != spv::StorageClassPhysicalStorageBuffer ||
            !module.decoration(one.operands[1], spv::DecorationBlock) ||
            !atAddresses.insert(one.operands[1]).second)
            continue;
        addBuffer(module, *module.definition(one.operands[1]), module.name(one.operands[1]), buffers);
    }
    return buffers;
}

std::vector<BoundVariable> boundVariables(const SpirvModule& module) {
    std::vector<BoundVariable> all;
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (!is(&one, spv::OpVariable)) continue;
        const std::optional<DescriptorKind> kind = kindOf(module, one);
        if (!kind) continue;
        BoundVariable& made = all.emplace_back();
        made.id = one.result;
        made.type = heldBy(module, one).result;
        made.where = {.set = module.decoration(one.result, spv::DecorationDescriptorSet).value_or(0),
                      .binding = module.decoration(one.result, spv::DecorationBinding).value_or(0),
                      .kind = *kind,
                      .count = countOf(module, one)};
        made.name = module.name(module.name(one.result).empty() ? made.type : one.result);
        made.array = module.definition(one.type)->operands[1] != made.type;
    }
    return all;
}

std::vector<EntryPoint> entryPointsOf(const SpirvModule& module) {
    std::vector<EntryPoint> all;
    for (const SpirvInstruction& one : module.instructions())
        if (is(&one, spv::OpEntryPoint)) {
            const auto* const known = std::ranges::find_if(
                kModels, [&](const auto& each) { return each.first == one.operands[0]; });
            all.push_back({literalText(one.operands.subspan(2)),
                           known != std::end(kModels) ? std::string(known->second)
                                                      : fmt::format("execution model {}", one.operands[0])});
        }
    return all;
}

std::set<std::uint32_t> usedVariables(const SpirvModule& module, const std::string& entryPoint) {
    const SpirvInstruction* const entry = computeEntry(module, entryPoint);
    return entry != nullptr ? variablesOf(module, entry->operands[1]) : std::set<std::uint32_t>();
}

Result<ShaderInterface> interfaceOf(const SpirvModule& module, const std::string& entryPoint) {
    const SpirvInstruction* const entry = computeEntry(module, entryPoint);
    if (entry == nullptr) return usageError(fmt::format("it has no compute shader '{}'", entryPoint), "");
    ShaderInterface found;
    Shader& shader = found.shader;
    shader.entryPoint = entryPoint;
    shader.words.assign(module.words().begin(), module.words().end());
    const std::set<std::uint32_t> used = variablesOf(module, entry->operands[1]);
    for (const std::uint32_t id : used) {
        const SpirvInstruction& variable = *module.definition(id);
        if (variable.operands[0] == spv::StorageClassPushConstant)
            shader.pushConstantBytes = std::max(
                shader.pushConstantBytes, LayoutReader(module).block(heldBy(module, variable).result).bytes);
        if (!kindOf(module, variable) && variable.operands[0] == spv::StorageClassUniformConstant)
            return Error{ErrorKind::Unsupported,
                         fmt::format("'{}' is of a kind that cannot be bound here", module.name(id)),
                         "use buffers, images and samplers"};
    }
    for (const BoundVariable& one : boundVariables(module))
        if (used.contains(one.id)) addBinding(one.where, shader.bindings);
    std::ranges::sort(shader.bindings, {},
                      [](const ShaderBinding& binding) { return std::pair(binding.set, binding.binding); });
    for (const SpirvInstruction& one : module.instructions()) {
        if (const std::optional<AtomicUse> use = useOf(module, one);
            use && std::ranges::count(shader.atomics, *use) == 0)
            shader.atomics.push_back(*use);
        const std::optional<std::uint32_t> number = module.decoration(one.result, spv::DecorationSpecId);
        if (!number || !isConstant(one)) continue;
        const Scalar& type = scalarOf(*module.definition(one.type));
        std::uint64_t bits = is(&one, spv::OpSpecConstantTrue) ? 1 : 0;
        for (std::size_t i = 0; i < one.operands.size() && i < 2; ++i)
            bits |= std::uint64_t{one.operands[i]} << (32 * i);
        found.constants.push_back({.id = *number,
                                   .name = module.name(one.result),
                                   .type = type.constant,
                                   .value = valueText(type, bits)});
    }
    return found;
}

Result<std::uint64_t> bitsOf(const ScalarField& number, const std::string& text) {
    const Scalar& type = *std::ranges::find_if(kScalars, [&](const Scalar& one) {
        return one.type == (number.isFloat ? spv::OpTypeFloat : spv::OpTypeInt) &&
               one.bits == 8 * number.bytes && one.isSigned == number.isSigned;
    });
    if (const std::optional<std::uint64_t> bits = bitsIn(type, text)) return *bits;
    return usageError(fmt::format("'{}' is no value of type {}", text, type.name),
                      "give a number that it holds");
}

Result<SpecializedConstant> specialized(const std::string& text, std::span<const SpecConstant> constants) {
    const std::size_t equals = text.find('=');
    const std::string which = text.substr(0, equals);
    if (equals == std::string::npos || which.empty()) {
        return usageError(fmt::format("--spec '{}' is not ID=VALUE", text),
                          "give a specialization constant's number or name, and its value");
    }
    const std::optional<std::uint32_t> id = parseAs<std::uint32_t>(which);
    const auto constant = std::ranges::find_if(
        constants, [&](const SpecConstant& one) { return id ? one.id == *id : one.name == which; });
    if (constant == constants.end())
        return usageError(fmt::format("--spec '{}' names no constant", text), namesOfConstants(constants));
    const std::string value = text.substr(equals + 1);
    const Scalar& type = *std::ranges::find(kScalars, constant->type, &Scalar::constant);
    if (type.bytes == 0)
        return usageError(fmt::format("--spec '{}': constants of this type cannot be set", text),
                          "set booleans, integers, floats and doubles");
    const std::optional<std::uint64_t> bits = bitsIn(type, value);
    if (!bits)
        return usageError(fmt::format("--spec '{}': '{}' is no value of type {}", text, value, type.constant),
                          namesOfConstants(constants));
    return SpecializedConstant{.id = constant->id, .value = *bits, .bytes = type.bytes};
}

} // namespace vkperftest
