// Shaders as users name them: files and folders.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

enum class ShaderLanguage { Hlsl, Glsl, Spirv, Slang, Wgsl };

// A place in a file. Counted from 1; 0 where it is not known, as in SPIR-V without debug lines.
struct Place {
    std::string file; // as the user named it, or as an include found it
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t endColumn = 0; // the column after the last character
};

struct ShaderFile {
    std::string path; // as the user named it
    ShaderLanguage language = ShaderLanguage::Hlsl;
    std::string bytes;
};

// Options for the compilers and lint's reader of HLSL, as the user gave them.
struct ShaderOptions {
    std::vector<std::string> defines;        // "NAME" or "NAME=VALUE"
    std::vector<std::string> includeFolders; // searched in this order, after the including file's own folder
    std::string entry;                       // empty: every entry point that the file holds
    std::string stage;       // of kShaderStages; empty: by the file's name, else by its entry points
    std::string hlslVersion; // of kHlslVersions, for dxc and the reader; empty: 2021
    std::optional<std::array<std::uint32_t, 3>> workgroup = {}; // instead of the shader's own
    bool skipMissingIncludes = false;                           // read them as empty files

    bool choosesEntry() const { return !entry.empty() || !stage.empty(); }
};

inline constexpr std::string_view kHlslVersions[] = {"2016", "2017", "2018", "2021", "202x"};

struct ShaderStage {
    std::string_view name;      // glslang's, which `--stage` takes; also a file extension
    std::string_view attribute; // in HLSL's [shader("…")]
    std::string_view profile;   // dxc's: "cs" of "cs_6_8"
};
inline constexpr std::array<ShaderStage, 14> kShaderStages = {{{"comp", "compute", "cs"},
                                                               {"vert", "vertex", "vs"},
                                                               {"tesc", "hull", "hs"},
                                                               {"tese", "domain", "ds"},
                                                               {"geom", "geometry", "gs"},
                                                               {"frag", "pixel", "ps"},
                                                               {"task", "amplification", "as"},
                                                               {"mesh", "mesh", "ms"},
                                                               {"rgen", "raygeneration", "lib"},
                                                               {"rint", "intersection", "lib"},
                                                               {"rahit", "anyhit", "lib"},
                                                               {"rchit", "closesthit", "lib"},
                                                               {"rmiss", "miss", "lib"},
                                                               {"rcall", "callable", "lib"}}};

// A shader's.
struct EntryPoint {
    std::string name;  // "a::b" in a namespace
    std::string stage; // of kShaderStages
};

// The stage that one of the file's extensions names: "comp" for "blur.comp.hlsl"; empty if none does.
std::string stageOfName(const std::string& path);

// The stage that the options name, else the file's name, else "comp".
std::string stageOf(const ShaderFile& file, const ShaderOptions& options);

// Reads the file. Its extension (.hlsl .hlsli .fx .glsl .spv .slang .wgsl …) decides its language, else its
// contents; if neither does, a file named after a stage (.comp) is GLSL. Fails if the
// file cannot be read, is larger than 64 MiB, is in UTF-16, or is not recognized as a shader.
Result<ShaderFile> readShaderFile(const std::string& path);

// Without UTF-8's byte order mark, which glslang cannot parse, if there is one.
std::string withoutByteOrderMark(std::string bytes);

// Ends the last line, without which glslang rejects #include there.
void endLastLine(std::string& text);

struct ShaderPath {
    std::string path;
    std::string trouble; // why there is nothing to lint: a sentence; empty if there is
    bool named = true;   // by the user, not found in a folder
};

// A folder becomes the shaders in it and below, recognized by their extensions; files for others to include
// (.hlsli) are skipped. Every other text is a file. Sorted within each folder; each file once.
std::vector<ShaderPath> expandShaderPaths(const std::vector<std::string>& given);

} // namespace vkperftest
