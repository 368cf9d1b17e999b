#include "frontend/reflection.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>
#include <spirv_cross.hpp>

#include "frontend/compiled_shader.h"

namespace vkperftest {
namespace {

using spirv_cross::Compiler;
using spirv_cross::SPIRType;

constexpr std::pair<SPIRType::BaseType, std::string_view> kScalarNames[] = {
    {SPIRType::Boolean, "bool"},  {SPIRType::SByte, "int8_t"},    {SPIRType::UByte, "uint8_t"},
    {SPIRType::Short, "int16_t"}, {SPIRType::UShort, "uint16_t"}, {SPIRType::Int, "int"},
    {SPIRType::UInt, "uint"},     {SPIRType::Int64, "int64_t"},   {SPIRType::UInt64, "uint64_t"},
    {SPIRType::Half, "half"},     {SPIRType::Float, "float"},     {SPIRType::Double, "double"}};

std::string scalarName(const SPIRType& type) {
    for (const auto& [scalar, name] : kScalarNames) {
        if (scalar == type.basetype) return std::string(name);
    }
    return "unknown";
}

// As HLSL calls it: "float3", "float3x4", "Light[2]".
std::string typeName(const Compiler& compiler, const SPIRType& type, std::size_t dimensions) {
    std::string name;
    if (type.basetype == SPIRType::Struct) {
        name = compiler.get_name(type.self);
    } else {
        name = scalarName(type);
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
void addBuffer(const Compiler& compiler, const SPIRType& block, std::string name, bool writable,
               Reflection& reflection) {
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
         .writable = writable,
         .stride = stride,
         .members = structure ? members(compiler, named) : std::vector<ReflectedMember>(),
         .element = std::move(element)});
}

void addBuffer(const Compiler& compiler, const spirv_cross::Resource& resource, Reflection& reflection) {
    std::string name = compiler.get_name(resource.id);
    if (name.empty()) name = resource.name;
    const bool writable = !compiler.get_buffer_block_flags(resource.id).get(spv::DecorationNonWritable);
    addBuffer(compiler, compiler.get_type(resource.base_type_id), std::move(name), writable, reflection);
}

// The types that pointers to addresses point to, in the order of the pointers, each once. SPIRV-Cross lists no
// such blocks, because no variable is bound to them.
std::vector<std::uint32_t> typesAtAddresses(std::span<const std::uint32_t> words) {
    std::vector<std::uint32_t> types;
    for (const auto one : RawInstructions(words)) {
        if (opcodeOf(one) != spv::OpTypePointer || one[2] != spv::StorageClassPhysicalStorageBuffer) continue;
        if (std::ranges::count(types, one[3]) == 0) types.push_back(one[3]);
    }
    return types;
}

void addBlockAtAddress(const Compiler& compiler, std::uint32_t type, Reflection& reflection) {
    const SPIRType& block = compiler.get_type(type);
    if (block.basetype != SPIRType::Struct || !compiler.has_decoration(block.self, spv::DecorationBlock))
        return;
    bool writable = false;
    for (std::uint32_t i = 0; i < block.member_types.size(); ++i)
        writable = writable || !compiler.has_member_decoration(block.self, i, spv::DecorationNonWritable);
    addBuffer(compiler, block, compiler.get_name(block.self), writable, reflection);
}

// What precedes the module's code, which would take SPIRV-Cross most of its time and adds nothing here.
std::span<const std::uint32_t> declarationsIn(std::span<const std::uint32_t> words) {
    for (const auto one : RawInstructions(words)) {
        if (opcodeOf(one) == spv::OpFunction) return {words.begin(), one.begin()};
    }
    return words;
}

} // namespace

Result<Reflection> reflect(std::span<const std::uint32_t> words) {
    try {
        words = declarationsIn(words);
        const Compiler compiler(words.data(), words.size());
        Reflection reflection;
        for (const spirv_cross::Resource& resource : compiler.get_shader_resources().storage_buffers)
            addBuffer(compiler, resource, reflection);
        for (const std::uint32_t type : typesAtAddresses(words))
            addBlockAtAddress(compiler, type, reflection);
        return reflection;
    } catch (const std::exception& error) {
        return Error{ErrorKind::Usage, fmt::format("SPIRV-Cross cannot read it ({})", error.what()), ""};
    }
}

} // namespace vkperftest
