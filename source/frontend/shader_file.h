// A file to lint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

enum class ShaderLanguage { Hlsl, Glsl, SpirvBinary, SpirvAssembly };

struct ShaderFile {
    std::string path; // as the user named it
    ShaderLanguage language = ShaderLanguage::Hlsl;
    std::string bytes;
};

// What the compilers and the scanner are told: all of it as the user gave it.
struct ShaderOptions {
    std::vector<std::string> defines;        // "NAME" or "NAME=VALUE"
    std::vector<std::string> includeFolders; // searched in this order, after the including file's own folder
    std::string entry;                       // empty: every entry point that the file holds
    std::string stage;                       // of kShaderStages; empty: by the file's name, else "comp"
};

// As glslang's program calls them; `--stage` takes these, and so do the endings of files' names.
inline constexpr std::string_view kShaderStages[] = {"comp",  "vert",  "tesc",  "tese", "geom",
                                                     "frag",  "task",  "mesh",  "rgen", "rint",
                                                     "rahit", "rchit", "rmiss", "rcall"};

// By one of the endings of the file's name: "comp" of "blur.comp.hlsl"; empty if none says.
std::string stageOfName(const std::string& path);

// The one that the options name, else the file's name, else "comp".
std::string stageOf(const ShaderFile& file, const ShaderOptions& options);

// Reads the file; its language is told by its name's ending (.hlsl .hlsli .fx .glsl .spv .spvasm …), else by
// its contents; one that is named after a stage (.comp) is taken for GLSL where these do not tell. Fails,
// with a sentence, where the file cannot be read, is larger than 64 MiB, or is no shader by its name.
Result<ShaderFile> readShaderFile(const std::string& path);

} // namespace vkperftest
