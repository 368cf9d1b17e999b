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
    std::string file;                          // as the user named it
    std::string compiler;                      // that made the SPIR-V; empty: it was given
    std::shared_ptr<const SpirvModule> module; // never null; with the values of constants that were given
    ShaderInterface needs;                     // of the module
    std::array<std::uint32_t, 3> workgroup = {1, 1, 1};
    bool usualWorkgroup = false; // instead of one invocation, which a specialization constant defaults to
    // Of findAccesses().
    std::vector<RemovableGroup> groups;
    bool hasLines = true; // false: the SPIR-V has no debug lines

    void findAccesses();
    std::vector<std::uint32_t> without(const ShaderVariant& variant) const; // the module's words
    std::vector<AccessGroup> accessGroups() const;
};

// The compute shaders of a file, and its other entry points with their stages: "main (frag)".
struct FoundShaders {
    std::vector<ShaderVariants> shaders;
    std::vector<std::string> others;
    std::string source; // the file's text; empty: it is SPIR-V
};

// An error if the file cannot be read or compiled to SPIR-V; the one about a file without any shader says how to write
// one. `constants`: ID=VALUE; those that a shader lacks are ignored.
Result<FoundShaders> shadersIn(const std::string& path, const ShaderOptions& options,
                               std::span<const std::string> constants);

// A usage error if none of the shaders has one of the constants (ID=VALUE).
Result<void> checkConstants(std::span<const std::string> given, std::span<const ShaderVariants> shaders);

// The error about a file that has only these others; its remedy is what the command does.
Error noComputeShader(std::span<const std::string> others, const char* does);

// The error about files whose errors are that they lack the wanted entry point, all of them. Its remedy names
// those that they have.
Error entryNowhere(std::span<const Error> lacking);

} // namespace vkperftest
