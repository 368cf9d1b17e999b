#include "base/atomic_file.h"

#include <algorithm>
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
#else
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

#include "base/printable.h"
#include "base/random_bits.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

Error writeError(const std::string& path, const std::string& reason) {
    return {ErrorKind::Io, fmt::format("'{}' cannot be written ({})", printable(path), reason),
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

constexpr std::string_view kBesideEnding = ".tmp";
constexpr std::size_t kBesideDigits = 8;

fs::path besideName(const fs::path& path) {
    fs::path result = path;
    result += fmt::format(".{:0{}x}{}", randomBits(), kBesideDigits, kBesideEnding);
    return result;
}

// In the characters of the system's own names, which on Windows need not be Unicode.
bool isBesideName(const fs::path& name, const fs::path& of) {
    const fs::path::string_type& text = name.native();
    const std::size_t size = of.native().size();
    const std::string ending(kBesideEnding);
    if (text.size() != size + 1 + kBesideDigits + ending.size() || !text.starts_with(of.native()))
        return false;
    const auto isDigit = [](auto c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const auto digits = text.begin() + static_cast<std::ptrdiff_t>(size + 1);
    return text[size] == '.' && std::all_of(digits, digits + kBesideDigits, isDigit) &&
           std::equal(digits + kBesideDigits, text.end(), ending.begin());
}

// What writers left that were killed. Others may be at work: no write takes a minute.
void removeLeftovers(const fs::path& path) {
    constexpr std::chrono::minutes kAge(1);
    std::error_code failed;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator();
         entry.increment(failed)) {
        if (!isBesideName(entry->path().filename(), path.filename())) continue;
        std::error_code ignored;
        const fs::file_time_type written = fs::last_write_time(entry->path(), ignored);
        if (!ignored && fs::file_time_type::clock::now() - written > kAge) fs::remove(entry->path(), ignored);
    }
}

constexpr std::uintmax_t kMostBytes = 256u << 20; // some hundred times a precise run of all rows

Error tooLarge(const std::string& name) {
    return {
        ErrorKind::Usage,
        fmt::format("'{}' has more than {} MB, too much for any input", printable(name), kMostBytes >> 20),
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
    removeLeftovers(destination);
    const fs::path beside = besideName(destination);
    // A disk that is full still takes empty files.
    Result<void> written = writeDirectly(beside, std::string(4096, ' '), path);
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

namespace {

Error readError(const std::string& path, const std::string& reason, const char* remedy = "check the path") {
    return {ErrorKind::Usage, fmt::format("'{}' cannot be read ({})", printable(path), reason), remedy};
}

#ifndef _WIN32
// To open a pipe as a stream would wait for ever where nobody writes to it; once somebody does, they may take their time.
Result<std::string> readPipe(const fs::path& path, const std::string& named) {
    constexpr std::chrono::seconds kPatience(5);
    constexpr std::chrono::milliseconds kBetween(20);
    const int pipe = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (pipe < 0) return readError(named, std::strerror(errno));
    const auto end = std::chrono::steady_clock::now() + kPatience;
    std::string content;
    std::vector<char> chunk(1 << 16);
    bool hasWriter = false;
    while (true) {
        const ssize_t bytes = read(pipe, chunk.data(), chunk.size());
        if (bytes > 0) content.append(chunk.data(), static_cast<std::size_t>(bytes));
        hasWriter = hasWriter || bytes > 0 || (bytes < 0 && errno == EAGAIN);
        const bool waiting = bytes == 0 && !hasWriter && std::chrono::steady_clock::now() < end;
        const bool failed = bytes < 0 && errno != EAGAIN && errno != EINTR;
        if ((bytes == 0 && !waiting) || failed || content.size() > kMostBytes) break;
        pollfd ready{.fd = pipe, .events = POLLIN, .revents = 0};
        if (waiting) std::this_thread::sleep_for(kBetween);
        if (bytes < 0) poll(&ready, 1, -1);
    }
    close(pipe);
    if (content.size() > kMostBytes) return tooLarge(named);
    if (!hasWriter) return readError(named, "it is a pipe, and nobody writes to it");
    return content;
}
#endif

} // namespace

Result<std::string> readFile(const std::string& path) {
    errno = 0;
    std::error_code failed;
    const fs::path named = pathOf(path);
    if (fs::is_directory(named, failed)) {
        return readError(path, "it is a folder", "");
    }
#ifndef _WIN32
    if (fs::is_fifo(named, failed)) return readPipe(named, path);
#endif
    std::ifstream file(named, std::ios::binary);
    if (!file) return readError(path, errno != 0 ? std::strerror(errno) : "unknown reason");
    const std::uintmax_t bytes = fs::file_size(named, failed);
    if (!failed && bytes > kMostBytes) return tooLarge(path);
    return readStream(file, path);
}

Result<std::string> readStream(std::istream& stream, const std::string& name) {
    std::string content;
    std::vector<char> chunk(1 << 16);
    while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), stream.gcount() > 0) {
        const auto bytes = static_cast<std::size_t>(stream.gcount());
        if (content.size() + bytes > kMostBytes) return tooLarge(name);
        content.append(chunk.data(), bytes);
    }
    if (stream.bad())
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot be read to its end", printable(name)), ""};
    return content;
}

} // namespace vkperftest
