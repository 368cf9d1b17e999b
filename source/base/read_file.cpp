#include "base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

Error tooLarge(const std::string& name, std::uintmax_t most) {
    return {ErrorKind::Usage,
            fmt::format("'{}' is larger than {} MB, the limit for input files", printable(name), most >> 20),
            "check the path"};
}

Error readError(const std::string& path, const std::string& reason, const char* remedy = "check the path") {
    return {ErrorKind::Usage, fmt::format("'{}' cannot be read ({})", printable(path), reason), remedy};
}

} // namespace

Result<std::string> readFile(const std::string& path, std::uintmax_t most) {
    errno = 0;
    std::error_code failed;
    const fs::path named = pathOf(path);
    if (fs::is_directory(named, failed)) return readError(path, "it is a folder", "name a file");
    std::ifstream file(named, std::ios::binary);
    if (!file) return readError(path, errno != 0 ? std::strerror(errno) : "unknown reason");
    const std::uintmax_t bytes = fs::file_size(named, failed);
    if (!failed && bytes > most) return tooLarge(path, most);
    return readStream(file, path, most);
}

Result<std::string> readStream(std::istream& stream, const std::string& name, std::uintmax_t most) {
    std::string content;
    std::vector<char> chunk(1 << 16);
    while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), stream.gcount() > 0) {
        const auto bytes = static_cast<std::size_t>(stream.gcount());
        if (content.size() + bytes > most) return tooLarge(name, most);
        content.append(chunk.data(), bytes);
    }
    if (stream.bad())
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read to its end", printable(name)), ""};
    return content;
}

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
        const std::string name = textOf(entry->path().filename());
        if (name.starts_with(prefix) && name.ends_with(suffix)) found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace vkperftest
