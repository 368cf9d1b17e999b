// What the entry points of a module need from outside, by SPIRV-Cross.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "isa/shader.h"

namespace vkperftest {

struct SpecConstant {
    std::uint32_t id = 0; // SpecId
    std::string name;     // may be empty
    enum class Type : std::uint8_t {
        Bool,
        Int,
        Uint,
        Float,
        Double,
        Int64,
        Uint64,
        Int16,
        Uint16,
        Float16,
        Int8,
        Uint8,
        Other
    } type = Type::Uint;
};

struct ModuleEntry {
    std::string name;
    std::string stage; // as --stage takes it: "comp"; SPIR-V's number for others
};

struct ShaderInterface {
    Shader shader; // with the module's words, without key
    std::vector<SpecConstant> constants;
};

// All entry points of a module. `words` must be valid SPIR-V.
Result<std::vector<ModuleEntry>> entryPointsOf(std::span<const std::uint32_t> words);

// What the compute shader `entryPoint` needs. Usage errors for entry points that are missing or of another
// stage, and for what no compute pipeline can bind. `words` must be valid SPIR-V.
Result<ShaderInterface> interfaceOf(std::span<const std::uint32_t> words, const std::string& entryPoint);

// "ID=VALUE" or "NAME=VALUE" as a value for one of the constants: true, false, or a number of the constant's
// type. A usage error names the shader's constants.
Result<SpecializedConstant> specialized(const std::string& text, std::span<const SpecConstant> constants);

} // namespace vkperftest
