#include "base/atomic_file.h"

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

#include "base/destination.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// A virus scanner may hold a file for a moment after it was written; Windows then fails to rename or replace
// it.
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

// `permissions` are set before anything is written, so that others can never read what they may not.
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
// Opening a pipe as a stream would wait forever if nobody reads it.
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

// The permissions of the file to be replaced. Windows has only a read-only bit, and does not replace files
// that have it.
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
    // Never closed: its reader would take that for the end of the data.
    if (int pipe = -1; fs::is_fifo(to.status)) return assign(pipe, openPipe(to.path, path));
#endif
    if (isSpecial(to.status)) return {};
    const fs::path beside = besideName(to.path);
    // A full disk still accepts empty files.
    Result<void> written = writeStream(beside, std::string(4096, ' '), path);
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

} // namespace vkperftest
