#include "frontend/reflection.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <exception>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <spirv_cross.hpp>

#include "base/text.h"
#include "frontend/access_origin.h"

namespace vkperftest {
namespace {

using spirv_cross::Compiler;
using spirv_cross::SPIRType;

template <class T> std::optional<T> numberIn(std::string_view text) {
    T number{};
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failed == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

template <class T> std::optional<std::uint64_t> bitsAs(std::string_view text) {
    using Read = std::conditional_t<std::is_integral_v<T> && sizeof(T) < 4, std::int32_t, T>; // fills 32 bits
    using Bits = std::conditional_t<sizeof(Read) == 8, std::uint64_t, std::uint32_t>;
    const std::optional<Read> number = numberIn<Read>(text);
    if constexpr (!std::is_same_v<T, Read>) {
        if (number && !std::in_range<T>(*number)) return std::nullopt;
    }
    return number ? std::optional<std::uint64_t>(std::bit_cast<Bits>(*number)) : std::nullopt;
}

std::optional<std::uint64_t> bitsOfBool(std::string_view text) {
    const std::string word = lowercase(text);
    if (word == "true" || word == "1") return 1;
    return word == "false" || word == "0" ? std::optional<std::uint64_t>(0) : std::nullopt;
}

struct Scalar {
    SPIRType::BaseType type;
    std::string_view name;     // in HLSL
    std::string_view constant; // of a specialization constant of this type
    std::uint32_t bytes;       // of its value; 0: it cannot be set
    // A constant's value; nothing if the text is none, or does not fit.
    std::optional<std::uint64_t> (*bitsOf)(std::string_view text);
};

constexpr Scalar kScalars[] = {{SPIRType::Boolean, "bool", "bool", 4, bitsOfBool},
                               {SPIRType::SByte, "int8_t", "int8_t", 1, bitsAs<std::int8_t>},
                               {SPIRType::UByte, "uint8_t", "uint8_t", 1, bitsAs<std::uint8_t>},
                               {SPIRType::Short, "int16_t", "int16_t", 2, bitsAs<std::int16_t>},
                               {SPIRType::UShort, "uint16_t", "uint16_t", 2, bitsAs<std::uint16_t>},
                               {SPIRType::Int, "int", "int", 4, bitsAs<std::int32_t>},
                               {SPIRType::UInt, "uint", "uint", 4, bitsAs<std::uint32_t>},
                               {SPIRType::Int64, "int64_t", "int64_t", 8, bitsAs<std::int64_t>},
                               {SPIRType::UInt64, "uint64_t", "uint64_t", 8, bitsAs<std::uint64_t>},
                               {SPIRType::Half, "half", "float16_t", 0, nullptr},
                               {SPIRType::Float, "float", "float", 4, bitsAs<float>},
                               {SPIRType::Double, "double", "double", 8, bitsAs<double>},
                               {SPIRType::Unknown, "unknown", "of another type", 0, nullptr}};

const Scalar& scalarOf(const SPIRType& type) {
    const Scalar* const found = std::ranges::find(kScalars, type.basetype, &Scalar::type);
    return found != std::end(kScalars) ? *found : std::end(kScalars)[-1];
}

// SPIRV-Cross throws.
template <class Work> auto guarded(const Work& work) -> Result<decltype(work())> {
    try {
        return work();
    } catch (const std::exception& error) {
        return Error{ErrorKind::Usage, fmt::format("SPIRV-Cross cannot read it ({})", error.what()), ""};
    }
}

// As HLSL calls it: "float3", "float3x4", "Light[2]".
std::string typeName(const Compiler& compiler, const SPIRType& type, std::size_t dimensions) {
    std::string name;
    if (type.basetype == SPIRType::Struct) {
        name = compiler.get_name(type.self);
    } else {
        name = scalarOf(type).name;
        if (type.columns > 1)
            name += fmt::format("{}x{}", type.columns, type.vecsize);
        else if (type.vecsize > 1)
            name += std::to_string(type.vecsize);
    }
    for (std::size_t i = dimensions; i-- > 0;)
        name += type.array_size_literal[i] ? fmt::format("[{}]", type.array[i]) : std::string("[]");
    return name;
}

std::vector<ReflectedMember> members(const Compiler& compiler, const SPIRType& structure) {
    std::vector<ReflectedMember> result;
    for (std::uint32_t i = 0; i < structure.member_types.size(); ++i) {
        const SPIRType& type = compiler.get_type(structure.member_types[i]);
        result.push_back(
            {.name = compiler.get_member_name(structure.self, i),
             .type = typeName(compiler, type, type.array.size()),
             .offset = compiler.type_struct_member_offset(structure, i),
             .size = static_cast<std::uint32_t>(compiler.get_declared_struct_member_size(structure, i))});
    }
    return result;
}

// The elements of a buffer are the last member of its block, if that is a runtime array.
void addBuffer(const Compiler& compiler, const SPIRType& block, std::string name, Reflection& reflection) {
    if (block.basetype != SPIRType::Struct || block.member_types.empty()) return;
    const auto last = static_cast<std::uint32_t>(block.member_types.size() - 1);
    const SPIRType& array = compiler.get_type(block.member_types[last]);
    if (array.array.empty() || !array.array_size_literal.back() || array.array.back() != 0) return;
    const std::uint32_t stride = compiler.type_struct_member_array_stride(block, last);
    std::string element = typeName(compiler, array, array.array.size() - 1);
    if (element == "uint" && stride == 4) return; // so is a byte-address buffer
    const bool structure = array.basetype == SPIRType::Struct && array.array.size() == 1;
    // Array types have no name or members of their own; the type that they are made of has.
    const SPIRType& named = structure ? compiler.get_type(array.self) : array;
    reflection.structuredBuffers.push_back(
        {.name = std::move(name),
         .stride = stride,
         .members = structure ? members(compiler, named) : std::vector<ReflectedMember>(),
         .element = std::move(element)});
}

void addBuffer(const Compiler& compiler, const spirv_cross::Resource& resource, Reflection& reflection) {
    std::string name = compiler.get_name(resource.id);
    if (name.empty()) name = resource.name;
    addBuffer(compiler, compiler.get_type(resource.base_type_id), std::move(name), reflection);
}

// The types that pointers to addresses point to, in the order of the pointers, each once. SPIRV-Cross lists
// no such blocks, because no variable is bound to them.
std::vector<std::uint32_t> typesAtAddresses(const SpirvModule& module) {
    std::vector<std::uint32_t> types;
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpTypePointer) && one.operands[0] == spv::StorageClassPhysicalStorageBuffer &&
            std::ranges::count(types, one.operands[1]) == 0)
            types.push_back(one.operands[1]);
    }
    return types;
}

void addBlockAtAddress(const Compiler& compiler, std::uint32_t type, Reflection& reflection) {
    const SPIRType& block = compiler.get_type(type);
    if (block.basetype != SPIRType::Struct || !compiler.has_decoration(block.self, spv::DecorationBlock))
        return;
    addBuffer(compiler, block, compiler.get_name(block.self), reflection);
}

// What precedes the module's code, which would take SPIRV-Cross most of its time and adds nothing here.
std::span<const std::uint32_t> declarationsIn(const SpirvModule& module) {
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) // behind its first word, type and result
            return {module.words().data(), one.operands.data() - 3};
    }
    return module.words();
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

std::string stageName(spv::ExecutionModel model) {
    for (const auto& [known, name] : kModels) {
        if (known == model) return std::string(name);
    }
    return fmt::format("execution model {}", static_cast<std::uint32_t>(model));
}

// The product of all dimensions; 0 if one has no size, or a specialization constant's.
std::uint32_t arraySize(const SPIRType& type) {
    std::uint32_t size = 1;
    for (std::size_t i = 0; i < type.array.size(); ++i)
        size *= type.array_size_literal[i] ? type.array[i] : 0;
    return size;
}

class BindingReader {
public:
    BindingReader(const Compiler& compiler, std::vector<ShaderBinding>& bindings)
        : compiler_(compiler), bindings_(bindings) {}

    template <class Resources> void add(const Resources& resources, DescriptorKind kind) {
        for (const spirv_cross::Resource& resource : resources) {
            const SPIRType& type = compiler_.get_type(resource.type_id);
            const bool texels = type.image.dim == spv::DimBuffer && type.basetype == SPIRType::Image;
            const DescriptorKind own = !texels                                ? kind
                                       : kind == DescriptorKind::StorageImage ? DescriptorKind::StorageTexels
                                                                              : DescriptorKind::UniformTexels;
            const ShaderBinding one{.set =
                                        compiler_.get_decoration(resource.id, spv::DecorationDescriptorSet),
                                    .binding = compiler_.get_decoration(resource.id, spv::DecorationBinding),
                                    .kind = own,
                                    .count = arraySize(type)};
            const auto known = std::ranges::find_if(bindings_, [&](const ShaderBinding& other) {
                return other.set == one.set && other.binding == one.binding;
            });
            if (known == bindings_.end())
                bindings_.push_back(one);
            else // one binding declared with several types
                known->count = known->count == 0 || one.count == 0 ? 0 : std::max(known->count, one.count);
        }
    }

private:
    const Compiler& compiler_;
    std::vector<ShaderBinding>& bindings_;
};

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

// A module's atomic operations that not every device offers, each once, in the order of their first uses.
std::vector<AtomicUse> atomicUsesIn(const SpirvModule& module) {
    std::vector<AtomicUse> uses;
    for (const SpirvInstruction& one : module.instructions()) {
        const std::optional<AtomicUse> use = useOf(module, one);
        if (use && std::ranges::find(uses, *use) == uses.end()) uses.push_back(*use);
    }
    return uses;
}

ShaderInterface interfaceIn(const SpirvModule& module, const std::string& entryPoint) {
    const std::span<const std::uint32_t> words = module.words();
    Compiler compiler(words.data(), words.size());
    compiler.set_entry_point(entryPoint, spv::ExecutionModelGLCompute);
    const spirv_cross::ShaderResources used =
        compiler.get_shader_resources(compiler.get_active_interface_variables());
    ShaderInterface found;
    Shader& shader = found.shader;
    shader.entryPoint = entryPoint;
    shader.words.assign(words.begin(), words.end());
    BindingReader reader(compiler, shader.bindings);
    reader.add(used.uniform_buffers, DescriptorKind::UniformBuffer);
    reader.add(used.storage_buffers, DescriptorKind::StorageBuffer);
    reader.add(used.sampled_images, DescriptorKind::CombinedImage);
    reader.add(used.separate_images, DescriptorKind::SampledImage);
    reader.add(used.separate_samplers, DescriptorKind::Sampler);
    reader.add(used.storage_images, DescriptorKind::StorageImage);
    reader.add(used.acceleration_structures, DescriptorKind::AccelerationStructure);
    std::ranges::sort(shader.bindings, {},
                      [](const ShaderBinding& binding) { return std::pair(binding.set, binding.binding); });
    for (const spirv_cross::Resource& block : used.push_constant_buffers) {
        const SPIRType& type = compiler.get_type(block.base_type_id);
        shader.pushConstantBytes = std::max(
            shader.pushConstantBytes, static_cast<std::uint32_t>(compiler.get_declared_struct_size(type)));
    }
    for (const spirv_cross::SpecializationConstant& constant : compiler.get_specialization_constants())
        found.constants.push_back(
            {.id = constant.constant_id,
             .name = compiler.get_name(constant.id),
             .type = scalarOf(compiler.get_type(compiler.get_constant(constant.id).constant_type)).constant});
    shader.atomics = atomicUsesIn(module);
    return found;
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

Result<Reflection> reflect(const SpirvModule& module) {
    return guarded([&] {
        const std::span<const std::uint32_t> words = declarationsIn(module);
        const Compiler compiler(words.data(), words.size());
        Reflection reflection;
        for (const spirv_cross::Resource& resource : compiler.get_shader_resources().storage_buffers)
            addBuffer(compiler, resource, reflection);
        for (const std::uint32_t type : typesAtAddresses(module))
            addBlockAtAddress(compiler, type, reflection);
        return reflection;
    });
}

Result<std::vector<ModuleEntry>> entryPointsOf(const SpirvModule& module) {
    return guarded([&] {
        const Compiler compiler(module.words().data(), module.words().size());
        std::vector<ModuleEntry> all;
        for (const spirv_cross::EntryPoint& one : compiler.get_entry_points_and_stages())
            all.push_back({one.name, stageName(one.execution_model)});
        return all;
    });
}

Result<ShaderInterface> interfaceOf(const SpirvModule& module, const std::string& entryPoint) {
    return guarded([&] { return interfaceIn(module, entryPoint); });
}

Result<SpecializedConstant> specialized(const std::string& text, std::span<const SpecConstant> constants) {
    const std::size_t equals = text.find('=');
    const std::string which = text.substr(0, equals);
    if (equals == std::string::npos || which.empty()) {
        return Error{ErrorKind::Usage, fmt::format("--spec '{}' is not ID=VALUE", text),
                     "give a specialization constant's number or name, and its value"};
    }
    const std::optional<std::uint32_t> id = numberIn<std::uint32_t>(which);
    const auto constant = std::ranges::find_if(
        constants, [&](const SpecConstant& one) { return id ? one.id == *id : one.name == which; });
    if (constant == constants.end())
        return Error{ErrorKind::Usage, fmt::format("--spec '{}' names no constant", text),
                     namesOfConstants(constants)};
    const std::string value = text.substr(equals + 1);
    const Scalar& type = *std::ranges::find(kScalars, constant->type, &Scalar::constant);
    if (type.bytes == 0)
        return Error{ErrorKind::Usage, fmt::format("--spec '{}': constants of this type cannot be set", text),
                     "set booleans, integers, floats and doubles"};
    const std::optional<std::uint64_t> bits = type.bitsOf(value);
    if (!bits)
        return Error{ErrorKind::Usage,
                     fmt::format("--spec '{}': '{}' is no value of type {}", text, value, type.constant),
                     namesOfConstants(constants)};
    return SpecializedConstant{.id = constant->id, .value = *bits, .bytes = type.bytes};
}

} // namespace vkperftest
