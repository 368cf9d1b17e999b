#include "base/destination.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/random_bits.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBesideEnding = ".tmp", kLockEnding = ".vkperf-lock";
constexpr std::size_t kBesideDigits = 8;

// The beginning of all names beside a file: the file's own name, cut so that the longest of them fits the
// limit of file systems.
fs::path besideStem(const fs::path& path) {
    constexpr std::size_t kLongestName = 255;
    const std::size_t room = kLongestName - 1 - kBesideDigits - kBesideEnding.size();
    return path.filename().native().substr(0, room);
}

// Compares in the characters of the system's own names, which need not be Unicode on Windows.
bool isBesideName(const fs::path& name, const fs::path& stem) {
    const fs::path::string_type& text = name.native();
    const std::size_t size = stem.native().size();
    const std::string ending(kBesideEnding);
    if (text.size() != size + 1 + kBesideDigits + ending.size() || !text.starts_with(stem.native()))
        return false;
    const auto isDigit = [](auto c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const auto digits = text.begin() + static_cast<std::ptrdiff_t>(size + 1);
    return text[size] == '.' && std::all_of(digits, digits + kBesideDigits, isDigit) &&
           std::equal(digits + kBesideDigits, text.end(), ending.begin());
}

} // namespace

Error writeError(const std::string& path, const std::string& reason) {
    return {ErrorKind::Io, fmt::format("'{}' cannot be written ({})", printable(path), reason),
            "choose another path with --output"};
}

bool isSpecial(const fs::file_status& status) {
    return fs::exists(status) && !fs::is_regular_file(status);
}

Result<Destination> destinationOf(const std::string& path) {
    if (path.empty()) return writeError(path, "the name is empty");
    constexpr int kMostLinks = 40; // the system's own limit
    std::error_code failed;
    Destination result{.path = pathOf(path)};
    result.status = fs::status(result.path, failed);
    if (fs::is_directory(result.status)) return writeError(path, "it is a folder");
    for (int links = 0; !isSpecial(result.status) && fs::is_symlink(result.path, failed); ++links) {
        if (links == kMostLinks) return writeError(path, "its links form a loop");
        result.path = result.path.parent_path() / fs::read_symlink(result.path, failed);
    }
    return result;
}

fs::path besideName(const fs::path& path) {
    fs::path name = besideStem(path);
    name += fmt::format(".{:0{}x}{}", randomBits(), kBesideDigits, kBesideEnding);
    return path.parent_path() / name;
}

void removeBeside(const fs::path& path) {
    std::error_code failed;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::path stem = besideStem(path);
    for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator();
         entry.increment(failed)) {
        std::error_code ignored;
        if (isBesideName(entry->path().filename(), stem)) fs::remove(entry->path(), ignored);
    }
}

fs::path lockName(const fs::path& path) {
    fs::path name = besideStem(path);
    name += kLockEnding;
    return path.parent_path() / name;
}

} // namespace vkperftest
