#include "frontend/shader_file.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// Compilers take a hundred times a source's bytes.
constexpr std::size_t kMostBytes = std::size_t(16) << 20U, kMostSource = std::size_t(4) << 20U;

struct Ending {
    std::string_view text;
    ShaderLanguage language;
};

constexpr Ending kEndings[] = {
    {".hlsl", ShaderLanguage::Hlsl}, {".hlsli", ShaderLanguage::Hlsl}, {".fx", ShaderLanguage::Hlsl},
    {".fxh", ShaderLanguage::Hlsl},  {".usf", ShaderLanguage::Hlsl},   {".ush", ShaderLanguage::Hlsl},
    {".glsl", ShaderLanguage::Glsl}, {".spv", ShaderLanguage::Spirv},  {".slang", ShaderLanguage::Slang},
    {".wgsl", ShaderLanguage::Wgsl},
};

std::optional<ShaderLanguage> byContents(std::string_view bytes) {
    if (bytes.starts_with("\x03\x02\x23\x07") || bytes.starts_with("\x07\x23\x02\x03"))
        return ShaderLanguage::Spirv;
    const auto holds = [&](std::string_view text) { return bytes.find(text) != std::string_view::npos; };
    if (holds("#version ")) return ShaderLanguage::Glsl;
    // GLSL without #version has none of these.
    constexpr std::string_view kOfHlsl[] = {"[numthreads", "[shader(", "[[vk::", " SV_", ":SV_", "register("};
    if (std::ranges::any_of(kOfHlsl, holds)) return ShaderLanguage::Hlsl;
    return {};
}

constexpr std::string_view kSearchedEndings[] = {".hlsl", ".fx", ".glsl", ".spv"};

bool isStage(std::string_view name) {
    return std::ranges::count(kShaderStages, name, &ShaderStage::name) > 0;
}

// Also the names of stages.
bool isShader(const fs::path& path) {
    const std::string ending = lowercase(textOf(path.extension()));
    return std::ranges::count(kSearchedEndings, ending) > 0 ||
           (ending.size() > 1 && isStage(ending.substr(1)));
}

// Skips folders that cannot be read, and links to folders, which may form a cycle.
std::vector<std::string> shadersBelow(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored) && isShader(entry->path()))
            files.push_back(textOf(entry->path()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

std::string stageOfName(const std::string& path) {
    for (std::filesystem::path name = pathOf(path).filename(); name.has_extension(); name = name.stem()) {
        std::string ending = lowercase(textOf(name.extension()).substr(1));
        if (isStage(ending)) return ending;
    }
    return {};
}

std::string stageOf(const ShaderFile& file, const ShaderOptions& options) {
    const std::string stage = options.stage.empty() ? stageOfName(file.path) : options.stage;
    return stage.empty() ? "comp" : stage;
}

Result<ShaderFile> readShaderFile(const std::string& path) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(pathOf(path), failed);
    const auto tooLarge = [&](std::size_t most) {
        return usageError(fmt::format("'{}' is larger than {} MB", printable(path), most >> 20U),
                          "no shader is that large; name a shader");
    };
    if (!failed && size > kMostBytes) return tooLarge(kMostBytes);
    ShaderFile file = {.path = path};
    VKPERFTEST_TRY(assign(file.bytes, readFile(path)));
    if (file.bytes.size() > kMostBytes) return tooLarge(kMostBytes);
    if (path.find('\n') != std::string::npos) {
        return usageError(
            fmt::format("'{}' has a line feed in its name, which compilers' messages cannot quote",
                        printable(path)),
            "rename it");
    }
    if (file.bytes.starts_with("\xff\xfe") || file.bytes.starts_with("\xfe\xff"))
        return usageError(fmt::format("'{}' is in UTF-16", printable(path)), "save it as UTF-8");
    file.bytes = withoutByteOrderMark(std::move(file.bytes));
    const auto* const known =
        std::ranges::find(kEndings, lowercase(textOf(pathOf(path).extension())), &Ending::text);
    std::optional<ShaderLanguage> language =
        known != std::end(kEndings) ? std::optional(known->language) : byContents(file.bytes);
    if (!language && !stageOfName(path).empty())
        language = ShaderLanguage::Glsl; // "x.comp" may be in any language
    if (!language) {
        return usageError(
            fmt::format("'{}' is not a kind of file that lint reads", printable(path)),
            "give it the extension of its language: .hlsl, .comp or .glsl, .spv (spirv-as makes it "
            "of assembly)");
    }
    file.language = *language;
    if (file.language != ShaderLanguage::Spirv && file.bytes.size() > kMostSource)
        return tooLarge(kMostSource);
    return file;
}

void endLastLine(std::string& text) {
    if (!text.empty() && text.back() != '\n') text += '\n';
}

std::string withoutByteOrderMark(std::string bytes) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (bytes.starts_with(kMark)) bytes.erase(0, kMark.size());
    return bytes;
}

std::vector<ShaderPath> expandShaderPaths(const std::vector<std::string>& given) {
    std::vector<ShaderPath> paths;
    std::set<std::string> known;
    const auto add = [&](const std::string& path, const std::string& trouble, bool named) {
        if (known.insert(path).second) paths.push_back({path, trouble, named});
    };
    for (const std::string& text : given) {
        std::error_code failed;
        if (!fs::is_directory(pathOf(text), failed)) {
            add(text, "", true);
            continue;
        }
        const std::vector<std::string> files = shadersBelow(pathOf(text));
        for (const std::string& file : files) add(file, "", false);
        if (!files.empty()) continue;
        add(text,
            fmt::format("the folder '{}' contains no shaders: no files that end with {} or a stage "
                        "such as .comp",
                        printable(text), fmt::join(kSearchedEndings, " ")),
            true);
    }
    return paths;
}

} // namespace vkperftest
