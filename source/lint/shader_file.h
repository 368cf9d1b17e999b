// A file to lint.
#pragma once

#include <string>
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
    std::string stage;                       // empty: by the file's name or attributes, else compute
};

// Reads the file; its language is told by its name's ending (.hlsl .hlsli .fx .comp .glsl .spv .spvasm …), else by its
// contents. Fails, with a sentence, where the file cannot be read, is larger than 64 MiB, or is no shader by its name.
Result<ShaderFile> readShaderFile(const std::string& path);

} // namespace vkperftest
