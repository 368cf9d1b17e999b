#include "base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

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
bool isSpecial(const fs::file_status& status) {
    return fs::exists(status) && !fs::is_regular_file(status);
}

struct Destination {
    fs::path path;
    fs::file_status status;
};

// Of a chain of links its end, present or not, so that a rename replaces the file and not the link. Not so of
// special files: what /dev/stdout ends at need not have a name.
Result<Destination> destinationOf(const std::string& path) {
    if (path.empty()) return writeError(path, "the name is empty");
    constexpr int kMostLinks = 40; // as the system's own limit
    std::error_code failed;
    Destination result{.path = pathOf(path)};
    result.status = fs::status(result.path, failed);
    if (fs::is_directory(result.status)) return writeError(path, "it is a folder");
    for (int links = 0; !isSpecial(result.status) && fs::is_symlink(result.path, failed); ++links) {
        if (links == kMostLinks) return writeError(path, "its links lead in a circle");
        result.path = result.path.parent_path() / fs::read_symlink(result.path, failed);
    }
    return result;
}

constexpr std::string_view kBesideEnding = ".tmp";
constexpr std::size_t kBesideDigits = 8;

// What names beside it begin with: the file's own name, cut where the whole would be longer than file systems
// take.
fs::path besideStem(const fs::path& path) {
    constexpr std::size_t kLongestName = 255;
    const std::size_t room = kLongestName - 1 - kBesideDigits - kBesideEnding.size();
    return path.filename().native().substr(0, room);
}

fs::path besideName(const fs::path& path) {
    fs::path name = besideStem(path);
    name += fmt::format(".{:0{}x}{}", randomBits(), kBesideDigits, kBesideEnding);
    return path.parent_path() / name;
}

// In the characters of the system's own names, which on Windows need not be Unicode.
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

// What writers left that were killed. Others may be at work: no write takes a minute.
void removeLeftovers(const fs::path& path) {
    constexpr std::chrono::minutes kAge(1);
    std::error_code failed;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::path stem = besideStem(path);
    for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator();
         entry.increment(failed)) {
        if (!isBesideName(entry->path().filename(), stem)) continue;
        std::error_code ignored;
        const fs::file_time_type written = fs::last_write_time(entry->path(), ignored);
        if (!ignored && fs::file_time_type::clock::now() - written > kAge) fs::remove(entry->path(), ignored);
    }
}

// A scanner may hold a file for a moment after it was written, and Windows then refuses to rename it or to
// replace it.
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

// `permissions` are set before anything is written, lest others read for a moment what they may not.
Result<void> writeStream(const fs::path& path, std::string_view content, const std::string& named,
                         std::optional<fs::perms> permissions = {}) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    std::error_code ignored; // some file systems have none
    if (file && permissions) fs::permissions(path, *permissions, ignored);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) return writeError(named, errno != 0 ? std::strerror(errno) : "unknown reason");
    return {};
}

#ifndef _WIN32
// To open a pipe as a stream would wait for ever where nobody reads it.
Result<int> openPipe(const fs::path& path, const std::string& named) {
    const auto end = std::chrono::steady_clock::now() + kPipePatience;
    while (true) {
        const int pipe = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (pipe >= 0) return pipe;
        if (errno != ENXIO && errno != EINTR) return writeError(named, std::strerror(errno));
        if (std::chrono::steady_clock::now() > end)
            return writeError(named, "it is a pipe that nobody reads");
        std::this_thread::sleep_for(kPipeRetry);
    }
}

Result<void> writePipe(const fs::path& path, std::string_view content, const std::string& named) {
    constexpr std::chrono::milliseconds kStalled(60'000); // a reader may pause
    int pipe = -1;
    VKPERFTEST_TRY(assign(pipe, openPipe(path, named)));
    std::string trouble;
    while (!content.empty() && trouble.empty()) {
        const ssize_t bytes = write(pipe, content.data(), content.size());
        if (bytes >= 0) {
            content.remove_prefix(static_cast<std::size_t>(bytes));
        } else if (errno == EAGAIN) {
            pollfd ready{.fd = pipe, .events = POLLOUT, .revents = 0};
            if (poll(&ready, 1, static_cast<int>(kStalled.count())) == 0)
                trouble = "it is a pipe whose reader has stopped reading";
        } else if (errno != EINTR) {
            trouble = std::strerror(errno);
        }
    }
    close(pipe);
    if (!trouble.empty()) return writeError(named, trouble);
    return {};
}
#endif

Result<void> writeSpecial(const Destination& to, std::string_view content, const std::string& named) {
#ifndef _WIN32
    if (fs::is_fifo(to.status)) return writePipe(to.path, content, named);
#endif
    return writeStream(to.path, content, named);
}

// Of the file that is replaced. Windows has but one bit, and replaces no file that has it.
std::optional<fs::perms> permissionsOf([[maybe_unused]] const fs::file_status& replaced) {
#ifndef _WIN32
    if (fs::exists(replaced)) return replaced.permissions() & fs::perms::all;
#endif
    return {};
}

} // namespace

Result<void> writeFileAtomically(const std::string& path, std::string_view content) {
    Destination to;
    VKPERFTEST_TRY(assign(to, destinationOf(path)));
    if (isSpecial(to.status)) return writeSpecial(to, content, path);
    const fs::path beside = besideName(to.path);
    Result<void> written = writeStream(beside, content, path, permissionsOf(to.status));
    std::error_code failed;
    if (written.ok()) {
        renameOver(beside, to.path, failed);
        if (!failed) return {};
        written = writeError(path, failed.message());
    }
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code absent;
    if (fs::equivalent(pathOf(a), pathOf(b), absent)) return true;
    const auto whole = [&](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(pathOf(path), absent), absent);
    };
    return isReplaceable(a) && !whole(a).empty() && whole(a) == whole(b);
}

bool isReplaceable(const std::string& path) {
    std::error_code ignored;
    return !isSpecial(fs::status(pathOf(path), ignored));
}

Result<void> checkWritable(const std::string& path) {
    Destination to;
    VKPERFTEST_TRY(assign(to, destinationOf(path)));
#ifndef _WIN32
    // Never closed: its reader would take that for the end of what is to come.
    if (int pipe = -1; fs::is_fifo(to.status)) return assign(pipe, openPipe(to.path, path));
#endif
    if (isSpecial(to.status)) return {};
    removeLeftovers(to.path);
    const fs::path beside = besideName(to.path);
    // A disk that is full still takes empty files.
    Result<void> written = writeStream(beside, std::string(4096, ' '), path);
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

} // namespace vkperftest
