#include "base/system_files.h"

#include <algorithm>
#include <fstream>

#include "base/text.h"

namespace vkperftest {

namespace fs = std::filesystem;

std::vector<std::string> readLines(const fs::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.emplace_back(trim(line));
    return lines;
}

std::string readLine(const fs::path& path) {
    const std::vector<std::string> lines = readLines(path);
    return lines.empty() ? std::string() : lines.front();
}

std::optional<double> readNumber(const fs::path& path, double divisor) {
    const std::optional<long long> number = parseInteger(readLine(path));
    if (!number) return std::nullopt;
    return static_cast<double>(*number) / divisor;
}

std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix, std::string_view suffix) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(suffix)) found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace vkperftest
