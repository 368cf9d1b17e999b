#include "base/atomic_file.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <thread>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#endif

#include <fmt/format.h>

#include "base/random_bits.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

Error writeError(const std::string& path, const std::string& reason) {
    return {ErrorKind::Io, fmt::format("'{}' cannot be written ({})", path, reason),
            "choose another path with --output"};
}

// Pipes, terminals and /dev/null cannot be replaced by a rename.
bool isSpecial(const fs::path& path) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    return fs::exists(status) && !fs::is_regular_file(status);
}

// The file that a chain of links ends at, present or not, so that a rename replaces the file and not the
// link.
fs::path target(const std::string& path) {
    constexpr int kMostLinks = 40; // as the system's own limit; a circle is left for the write to fail on
    fs::path result = pathOf(path);
    std::error_code failed;
    for (int i = 0; i < kMostLinks && fs::is_symlink(result, failed); ++i) {
        result = result.parent_path() / fs::read_symlink(result, failed);
    }
    return result;
}

fs::path besideName(const fs::path& path) {
    fs::path result = path;
    result += fmt::format(".{:08x}.tmp", randomBits());
    return result;
}

constexpr std::uintmax_t kMostBytes = 256u << 20; // some hundred times a precise run of all rows

Error tooLarge(const std::string& name) {
    return {ErrorKind::Usage,
            fmt::format("'{}' has more than {} MB, too much for any input", name, kMostBytes >> 20),
            "check the path"};
}

// A scanner may hold a file for a moment after it was written, and Windows then refuses to rename it or to replace it.
void renameOver(const fs::path& from, const fs::path& to, std::error_code& failed) {
    fs::rename(from, to, failed);
#ifdef _WIN32
    constexpr std::chrono::milliseconds kPatience(1000), kBetween(20);
    const auto held = [&] {
        return failed.value() == ERROR_ACCESS_DENIED || failed.value() == ERROR_SHARING_VIOLATION ||
               failed == std::errc::permission_denied;
    };
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (failed && held() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(kBetween);
        fs::rename(from, to, failed);
    }
#endif
}

Result<void> writeDirectly(const fs::path& path, std::string_view content, const std::string& named) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) return writeError(named, errno != 0 ? std::strerror(errno) : "unknown reason");
    return {};
}

} // namespace

Result<void> writeFileAtomically(const std::string& path, std::string_view content) {
    const fs::path destination = target(path);
    std::error_code failed;
    if (fs::is_directory(destination, failed)) return writeError(path, "it is a folder");
    if (isSpecial(destination)) return writeDirectly(destination, content, path);
    const fs::path beside = besideName(destination);
    Result<void> written = writeDirectly(beside, content, path);
    if (written.ok()) {
        renameOver(beside, destination, failed);
        if (!failed) return {};
        written = writeError(path, failed.message());
    }
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

bool isReplaceable(const std::string& path) {
    return !isSpecial(target(path));
}

Result<void> checkWritable(const std::string& path) {
    if (path.empty()) return writeError(path, "the name is empty");
    const fs::path destination = target(path);
    std::error_code failed;
    if (fs::is_directory(destination, failed)) return writeError(path, "it is a folder");
    if (isSpecial(destination)) return {};
    const fs::path beside = besideName(destination);
    Result<void> written = writeDirectly(beside, "", path);
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

Result<std::string> readFile(const std::string& path) {
    errno = 0;
    std::error_code failed;
    const fs::path named = pathOf(path);
    if (fs::is_directory(named, failed)) {
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read (it is a folder)", path), ""};
    }
    std::ifstream file(named, std::ios::binary);
    if (!file) {
        const char* reason = errno != 0 ? std::strerror(errno) : "unknown reason";
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read ({})", path, reason),
                     "check the path"};
    }
    const std::uintmax_t bytes = fs::file_size(named, failed);
    if (!failed && bytes > kMostBytes) return tooLarge(path);
    return readStream(file, path);
}

Result<std::string> readStream(std::istream& stream, const std::string& name) {
    std::string content;
    std::vector<char> chunk(1 << 16);
    while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), stream.gcount() > 0) {
        content.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
        if (content.size() > kMostBytes) return tooLarge(name);
    }
    if (stream.bad()) return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read to its end", name), ""};
    return content;
}

} // namespace vkperftest
