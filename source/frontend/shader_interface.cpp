#include "frontend/shader_interface.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <spirv_cross.hpp>

#include "base/text.h"
#include "frontend/atomic_uses.h"

namespace vkperftest {
namespace {

using spirv_cross::Compiler;
using spirv_cross::SPIRType;

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

// SPIRV-Cross throws.
template <class Work> auto guarded(const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::exception& error) {
        return Error{ErrorKind::Usage, fmt::format("SPIRV-Cross cannot read it ({})", error.what()), ""};
    }
}

// The product of all dimensions; 0 if one has no size, or a specialization constant's.
std::uint32_t arraySize(const SPIRType& type) {
    std::uint32_t size = 1;
    for (std::size_t i = 0; i < type.array.size(); ++i)
        size *= type.array_size_literal[i] ? type.array[i] : 0;
    return size;
}

class Reader {
public:
    Reader(const Compiler& compiler, std::vector<ShaderBinding>& bindings)
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

SpecConstant::Type typeOf(const SPIRType& type) {
    switch (type.basetype) {
    case SPIRType::Boolean:
        return SpecConstant::Type::Bool;
    case SPIRType::Int:
        return SpecConstant::Type::Int;
    case SPIRType::UInt:
        return SpecConstant::Type::Uint;
    case SPIRType::Int64:
        return SpecConstant::Type::Int64;
    case SPIRType::UInt64:
        return SpecConstant::Type::Uint64;
    case SPIRType::Short:
        return SpecConstant::Type::Int16;
    case SPIRType::UShort:
        return SpecConstant::Type::Uint16;
    case SPIRType::Half:
        return SpecConstant::Type::Float16;
    case SPIRType::SByte:
        return SpecConstant::Type::Int8;
    case SPIRType::UByte:
        return SpecConstant::Type::Uint8;
    case SPIRType::Float:
        return SpecConstant::Type::Float;
    case SPIRType::Double:
        return SpecConstant::Type::Double;
    default:
        return SpecConstant::Type::Other;
    }
}

ShaderInterface read(std::span<const std::uint32_t> words, const std::string& entryPoint) {
    Compiler compiler(words.data(), words.size());
    compiler.set_entry_point(entryPoint, spv::ExecutionModelGLCompute);
    const spirv_cross::ShaderResources used =
        compiler.get_shader_resources(compiler.get_active_interface_variables());
    ShaderInterface found;
    Shader& shader = found.shader;
    shader.entryPoint = entryPoint;
    shader.words.assign(words.begin(), words.end());
    Reader reader(compiler, shader.bindings);
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
             .type = typeOf(compiler.get_type(compiler.get_constant(constant.id).constant_type))});
    return found;
}

template <class T> std::optional<T> numberIn(std::string_view text) {
    T number{};
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failed == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// IEEE 754's binary16, rounded to the nearest, ties to even; nothing if the value is too large for it.
std::optional<std::uint64_t> halfBits(float value) {
    constexpr float kTooLarge = 65520, kLeastNormal = 0x1p-14F;
    const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
    const float size = std::abs(value);
    if (!(size < kTooLarge)) return std::nullopt;
    // Steps of 2^-24, then ten bits below the leading one.
    if (size < kLeastNormal) return sign | static_cast<std::uint64_t>(std::nearbyint(size * 0x1p24F));
    const int exponent = std::ilogb(size);
    const auto digits = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    return sign |
           ((static_cast<std::uint64_t>(exponent + 14) << 10U) + digits); // a carry raises the exponent
}

// The value's bits in the constant's type; nothing if it does not fit.
std::optional<std::uint64_t> bitsOf(std::string_view value, SpecConstant::Type type) {
    using Type = SpecConstant::Type;
    if (type == Type::Bool) {
        const std::string word = lowercase(value);
        if (word == "true" || word == "1") return 1;
        return word == "false" || word == "0" ? std::optional<std::uint64_t>(0) : std::nullopt;
    }
    const auto as = [&](auto number, auto bits) -> std::optional<std::uint64_t> {
        const auto found = numberIn<decltype(number)>(value);
        return found ? std::optional<std::uint64_t>(std::bit_cast<decltype(bits)>(*found)) : std::nullopt;
    };
    if (type == Type::Int) return as(std::int32_t(), std::uint32_t());
    if (type == Type::Uint) return as(std::uint32_t(), std::uint32_t());
    if (type == Type::Float) return as(float(), std::uint32_t());
    if (type == Type::Double) return as(double(), std::uint64_t());
    if (type == Type::Int64) return as(std::int64_t(), std::uint64_t());
    if (type == Type::Uint64) return as(std::uint64_t(), std::uint64_t());
    const auto small = [&](auto number) -> std::optional<std::uint64_t> {
        const auto found = numberIn<std::int32_t>(value);
        if (!found || !std::in_range<decltype(number)>(*found)) return std::nullopt;
        return std::bit_cast<std::uint32_t>(*found);
    };
    if (type == Type::Int16) return small(std::int16_t());
    if (type == Type::Uint16) return small(std::uint16_t());
    if (type == Type::Int8) return small(std::int8_t());
    if (type == Type::Uint8) return small(std::uint8_t());
    if (type != Type::Float16) return std::nullopt;
    const auto number = numberIn<float>(value);
    return number ? halfBits(*number) : std::nullopt;
}

struct TypeFacts {
    std::string_view name;
    std::uint32_t bytes;
};

TypeFacts factsOf(SpecConstant::Type type) {
    constexpr TypeFacts kFacts[] = {{"bool", 4},           {"int", 4},       {"uint", 4},     {"float", 4},
                                    {"double", 8},         {"int64_t", 8},   {"uint64_t", 8}, {"int16_t", 2},
                                    {"uint16_t", 2},       {"float16_t", 2}, {"int8_t", 1},   {"uint8_t", 1},
                                    {"of another type", 0}};
    return kFacts[static_cast<std::size_t>(type)];
}

std::string namesOfConstants(std::span<const SpecConstant> constants) {
    std::vector<std::string> names;
    for (const SpecConstant& constant : constants)
        names.push_back(
            constant.name.empty()
                ? fmt::format("{}: {}", constant.id, factsOf(constant.type).name)
                : fmt::format("{} ({}): {}", constant.id, constant.name, factsOf(constant.type).name));
    return names.empty() ? "the shader has no specialization constants"
                         : "the shader has the constants " + join(names, ", ");
}

} // namespace

Result<std::vector<ModuleEntry>> entryPointsOf(std::span<const std::uint32_t> words) {
    return guarded([&]() -> Result<std::vector<ModuleEntry>> {
        const Compiler compiler(words.data(), words.size());
        std::vector<ModuleEntry> all;
        for (const spirv_cross::EntryPoint& one : compiler.get_entry_points_and_stages())
            all.push_back({one.name, stageName(one.execution_model)});
        return all;
    });
}

Result<ShaderInterface> interfaceOf(std::span<const std::uint32_t> words, const std::string& entryPoint) {
    ShaderInterface found;
    VKPERFTEST_TRY(
        assign(found, guarded([&]() -> Result<ShaderInterface> { return read(words, entryPoint); })));
    const Result<SpirvModule> module = SpirvModule::read({words.begin(), words.end()}, true);
    if (!module.ok()) return module.error();
    found.shader.atomics = atomicUsesIn(module.value());
    return found;
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
    if (constant->type == SpecConstant::Type::Other)
        return Error{ErrorKind::Usage, fmt::format("--spec '{}': constants of this type cannot be set", text),
                     "set scalar constants of up to 64 bits"};
    const std::optional<std::uint64_t> bits = bitsOf(value, constant->type);
    if (!bits)
        return Error{ErrorKind::Usage,
                     fmt::format("--spec '{}': '{}' is no value of type {}", text, value,
                                 factsOf(constant->type).name),
                     namesOfConstants(constants)};
    return SpecializedConstant{.id = constant->id, .value = *bits, .bytes = factsOf(constant->type).bytes};
}

} // namespace vkperftest
