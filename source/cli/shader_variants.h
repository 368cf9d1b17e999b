// Users' compute shaders, and variants of them that show from which source line an instruction comes.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"
#include "frontend/shader_file.h"
#include "frontend/source_accesses.h"
#include "isa/line_search.h"

namespace vkperftest {

// A shader's accesses to one variable: those that are used, have a line, and can be removed.
struct RemovableGroup {
    AccessGroup lines;
    std::vector<std::vector<SourceAccess>> accesses; // of each of its sets
};

struct ShaderVariants {
    std::string file; // as the user named it
    std::string entryPoint;
    std::string compiler;                      // that made the SPIR-V; empty: it was given
    std::shared_ptr<const SpirvModule> module; // never null
    std::vector<RemovableGroup> groups;
    std::vector<SpecConstant> constants;     // with their values
    std::vector<SpecializedConstant> values; // given for its constants
    std::array<std::uint32_t, 3> workgroup = {1, 1, 1};
    bool usualWorkgroup = false; // instead of one invocation, which a specialization constant defaults to
    bool hasLines = true;        // false: the SPIR-V has no debug lines

    std::vector<std::uint32_t> without(const ShaderVariant& variant) const; // the module's words
    std::vector<AccessGroup> accessGroups() const;
};

// The compute shaders of a file, and its other entry points with their stages: "main (frag)".
struct FoundShaders {
    std::vector<ShaderVariants> shaders;
    std::vector<std::string> others;
};

// Those of the constants (ID=VALUE) that the shader has.
std::vector<std::string> constantsOf(std::span<const std::string> given, const ShaderVariants& shader);

// As compileShader says; the error about a file without any says how to write one.
Result<std::vector<CompiledShader>> computeShadersIn(const ShaderFile& file, const ShaderOptions& options);

// An error if the file cannot be read or compiled to SPIR-V. `constants`: ID=VALUE; those that a shader lacks
// are ignored.
Result<FoundShaders> shadersIn(const std::string& path, const ShaderOptions& options,
                               std::span<const std::string> constants);

// The error about a file that has only these others; its remedy is what the command does.
Error noComputeShader(std::span<const std::string> others, const char* does);

// The error about files whose errors are that they lack the wanted entry point, all of them. Its remedy names
// those that they have.
Error entryNowhere(std::span<const Error> lacking);

} // namespace vkperftest
