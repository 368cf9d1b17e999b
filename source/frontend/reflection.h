// What a module's shaders declare: structured buffers, and what entry points need from outside.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/layouts.h"
#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

struct ReflectedMember {
    std::string name;
    std::string type; // "float3"
    std::uint32_t offset = 0;
    std::uint32_t size = 0; // bytes of the value itself, without padding
};

// A storage buffer, or a block at addresses (buffer_reference), that ends with a runtime array of elements.
struct StructuredBuffer {
    std::string name;
    std::uint32_t stride = 0;             // of one element of its runtime array
    std::vector<ReflectedMember> members; // of a structure; empty for an element without members
    std::string element;                  // its type's name
    std::uint32_t memberBytes = 0; // that its widest aligned scalar or vector lets one load have: 1 to 16
    bool indexed = true; // false: code reaches only elements whose number is a constant, such as counters
};

std::vector<StructuredBuffer> structuredBuffersOf(const SpirvModule& module);

struct SpecConstant {
    std::uint32_t id = 0;   // SpecId
    std::string name;       // may be empty
    std::string_view type;  // "int16_t"; of some types, such as "float16_t", it cannot be set
    std::string value = {}; // its default
};

struct ShaderInterface {
    Shader shader; // with the module's words, without key
    std::vector<SpecConstant> constants;
};

// A variable that is bound to descriptors.
struct BoundVariable {
    std::uint32_t id = 0;
    std::uint32_t type = 0; // of what it holds, whatever the dimensions of its array
    ShaderBinding where;
    std::string name;   // its own, or its block's; may be empty
    bool array = false; // of descriptors
};

// In the module's order.
std::vector<BoundVariable> boundVariables(const SpirvModule& module);

// All entry points of a module; of stages without a name, SPIR-V's number.
std::vector<EntryPoint> entryPointsOf(const SpirvModule& module);

// What the compute shader `entryPoint` needs: the resources that its code uses. A usage error for an entry point that
// is missing or of another stage; Unsupported for resources of kinds that no pipeline here can bind.
Result<ShaderInterface> interfaceOf(const SpirvModule& module, const std::string& entryPoint);

// The ids of the module's variables that the code of a compute shader uses.
std::set<std::uint32_t> usedVariables(const SpirvModule& module, const std::string& entryPoint);

// The text as such a number; a usage error if it is none, or one that does not fit.
Result<std::uint64_t> bitsOf(const ScalarField& number, const std::string& text);

// "ID=VALUE" or "NAME=VALUE" as a value for one of the constants: true, false, or a number of the constant's
// type. A usage error names the shader's constants.
Result<SpecializedConstant> specialized(const std::string& text, std::span<const SpecConstant> constants);

} // namespace vkperftest
