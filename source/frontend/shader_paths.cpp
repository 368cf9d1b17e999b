#include "frontend/shader_paths.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "frontend/shader_file.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSearchedEndings[] = {".hlsl", ".fx", ".glsl", ".spv", ".spvasm"};

// Also the names of stages.
bool isShader(const fs::path& path) {
    const std::string ending = lowercase(textOf(path.extension()));
    return std::ranges::count(kSearchedEndings, ending) > 0 ||
           (ending.size() > 1 && std::ranges::count(kShaderStages, ending.substr(1)) > 0);
}

// Skips folders that cannot be read, and links to folders, which may form a cycle.
std::vector<std::string> filesBelow(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored)) files.push_back(textOf(entry->path()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::string> shadersBelow(const std::string& folder) {
    std::vector<std::string> files = filesBelow(pathOf(folder));
    std::erase_if(files, [](const std::string& file) { return !isShader(pathOf(file)); });
    return files;
}

// "shaders/*/a.hlsl" → what matches below "shaders/"; a pattern that ends with * matches shaders only.
std::vector<std::string> matching(const std::string& pattern) {
    const std::size_t wild = pattern.find_first_of("*?");
    const std::size_t slash = pattern.find_last_of("/\\", wild);
    const bool here = slash == std::string::npos;
    const std::string folder = here ? "." : pattern.substr(0, slash + 1);
    std::vector<std::string> files;
    for (std::string& file : filesBelow(pathOf(folder))) {
        if (here) file = textOf(pathOf(file).lexically_relative("."));
        if (globMatches(pattern, file) && (isShader(pathOf(file)) || !pattern.ends_with('*')))
            files.push_back(std::move(file));
    }
    return files;
}

} // namespace

std::vector<ShaderPath> expandShaderPaths(const std::vector<std::string>& given) {
    std::vector<ShaderPath> paths;
    std::set<std::string> known;
    const auto add = [&](const std::string& path, const std::string& trouble, bool named) {
        if (known.insert(path).second) paths.push_back({path, trouble, named});
    };
    for (const std::string& text : given) {
        std::error_code failed;
        const fs::file_status status = fs::status(pathOf(text), failed);
        const bool pattern = !fs::exists(status) && text.find_first_of("*?") != std::string::npos;
        if (!pattern && !fs::is_directory(status)) {
            add(text, "", true);
            continue;
        }
        const std::vector<std::string> files = pattern ? matching(text) : shadersBelow(text);
        for (const std::string& file : files) add(file, "", false);
        if (!files.empty()) continue;
        const std::string trouble =
            pattern ? fmt::format("no file matches '{}'", printable(text))
                    : fmt::format("the folder '{}' contains no shaders; lint reads files that end with {} or "
                                  "a stage such as .comp",
                                  printable(text), fmt::join(kSearchedEndings, " "));
        add(text, trouble, true);
    }
    return paths;
}

} // namespace vkperftest
