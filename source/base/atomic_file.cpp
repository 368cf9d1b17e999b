#include "base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

#include "base/printable.h"
#include "base/process.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Error writeError(const std::string& path, const std::string& reason) {
    return {ErrorKind::Io, fmt::format("'{}' cannot be written ({})", printable(path), reason),
            "choose another path with --output"};
}

// Pipes, terminals and /dev/null are never replaced by a rename.
bool isSpecial(const fs::file_status& status) {
    return fs::exists(status) && !fs::is_regular_file(status);
}

struct Destination {
    fs::path path;
    fs::file_status status;
};

// The end of a chain of links, whether it exists or not, so that a rename replaces the file and not the link.
// Links to special files are not followed: the target of /dev/stdout need not have a name.
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

// "x.json.vkperf-tmp", cut so that it fits the limit of file systems.
fs::path besideName(const fs::path& path, const char* ending = ".vkperf-tmp") {
    constexpr std::size_t kLongestName = 255;
    fs::path name = path.filename().native().substr(0, kLongestName - std::strlen(ending));
    name += ending;
    return path.parent_path() / name;
}

// Locks --------------------------------------------------------------------------------------------------------------

enum class Locked { Ours, Others, Unknown }; // Unknown: the file system has no locks

#ifdef _WIN32
using Handle = HANDLE;
const Handle kNoHandle = INVALID_HANDLE_VALUE;

fs::path lockName(const fs::path& path) { // an open file cannot be replaced
    return besideName(path, ".vkperf-lock");
}

// Nobody else can open the file, and the system removes it with its last handle, even if the process was killed.
// Retries, since a virus scanner may hold the file for a moment, or an earlier handle may still exist.
Locked lock(const fs::path& path, Handle& handle, bool&) {
    const auto end = std::chrono::steady_clock::now() + 1s;
    while (true) {
        handle = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr, OPEN_ALWAYS,
                             FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                             nullptr);
        if (handle != kNoHandle) return Locked::Ours;
        const DWORD why = GetLastError();
        if (why != ERROR_SHARING_VIOLATION && why != ERROR_ACCESS_DENIED) return Locked::Unknown;
        if (std::chrono::steady_clock::now() > end)
            return why == ERROR_SHARING_VIOLATION ? Locked::Others : Locked::Unknown;
        std::this_thread::sleep_for(kPipeRetry);
    }
}

void unlock(const fs::path&, Handle handle, bool) {
    CloseHandle(handle);
}

#else
using Handle = int;
constexpr Handle kNoHandle = -1;

fs::path lockName(const fs::path& path) {
    return path;
}

// Whether the path still names the file; `bytes`: its size.
bool isFile(const fs::path& path, Handle handle, off_t& bytes) {
    struct stat there {
    }, held{};
    const bool known = stat(path.c_str(), &there) == 0 && fstat(handle, &held) == 0;
    bytes = held.st_size;
    return known && there.st_ino == held.st_ino && there.st_dev == held.st_dev;
}

Locked lock(const fs::path& path, Handle& handle, bool& isNew) {
    constexpr mode_t kForAll = 0666; // less what the user's mask takes away
    constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    constexpr int kTries = 10; // on some network file systems, no file equals itself
    for (int tries = 0; tries < kTries; ++tries) {
        handle = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | kFlags, kForAll);
        isNew = handle >= 0;
        if (!isNew) handle = open(path.c_str(), O_RDWR | kFlags); // NFS locks only files open for writing
        if (handle < 0 && errno == EACCES) handle = open(path.c_str(), O_RDONLY | kFlags);
        if (handle < 0) return Locked::Unknown;
        if (flock(handle, LOCK_EX | LOCK_NB) != 0) {
            const bool others = errno == EWOULDBLOCK;
            if (isNew) unlink(path.c_str());
            close(handle);
            return others ? Locked::Others : Locked::Unknown;
        }
        off_t bytes = 0; // its writer may have replaced it just before
        if (isFile(path, handle, bytes)) return Locked::Ours;
        close(handle);
    }
    return Locked::Unknown;
}

// A file that this process made and never wrote is removed.
void unlock(const fs::path& path, Handle handle, bool isNew) {
    off_t bytes = 0;
    if (isNew && isFile(path, handle, bytes) && bytes == 0) unlink(path.c_str());
    close(handle);
}
#endif

struct Lock {
    fs::path path; // of what is locked
    Handle handle = kNoHandle;
    bool isNew = false;
};

struct Locks {
    std::vector<Lock> all;

    ~Locks() { release(); }
    // Under any name: a second lock on the same file would fail in this process, too.
    Lock* find(const fs::path& path) {
        const auto found = std::ranges::find_if(all, [&](const Lock& lock) {
            std::error_code ignored;
            return lock.path == path || fs::equivalent(lock.path, path, ignored);
        });
        return found != all.end() ? &*found : nullptr;
    }
    void release() {
        for (const Lock& lock : std::exchange(all, {})) unlock(lock.path, lock.handle, lock.isNew);
    }
};

Locks& locks() {
    static Locks all;
    return all;
}

// Writing ------------------------------------------------------------------------------------------------------------

// A virus scanner may hold a file for a moment after it was written; Windows then fails to rename or replace it.
void renameOver(const fs::path& from, const fs::path& to, std::error_code& failed) {
    fs::rename(from, to, failed);
#ifdef _WIN32
    const auto held = [&] {
        return failed.value() == ERROR_ACCESS_DENIED || failed.value() == ERROR_SHARING_VIOLATION ||
               failed == std::errc::permission_denied;
    };
    const auto end = std::chrono::steady_clock::now() + 1s;
    while (failed && held() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(kPipeRetry);
        fs::rename(from, to, failed);
    }
#endif
}

// The same, where this process's lock on the old file becomes one on the new file.
void replace(const fs::path& from, const fs::path& to, std::error_code& failed) {
#ifdef _WIN32
    renameOver(from, to, failed);
#else
    Lock* const held = locks().find(to);
    const int locked = held != nullptr ? open(from.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW) : kNoHandle;
    if (locked >= 0) flock(locked, LOCK_EX | LOCK_NB);
    renameOver(from, to, failed);
    const int released = locked >= 0 && !failed ? std::exchange(held->handle, locked) : locked;
    if (released >= 0) close(released);
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

// To a new file: neither what a killed writer left there, nor what a link of that name leads to.
Result<void> writeBeside(const fs::path& beside, std::string_view content, const std::string& named,
                         std::optional<fs::perms> permissions = {}) {
    std::error_code ignored;
    fs::remove(beside, ignored);
    return writeStream(beside, content, named, permissions);
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
    constexpr int kStalled = 60'000; // milliseconds; a reader may pause
    int pipe = -1;
    VKPERFTEST_TRY(assign(pipe, openPipe(path, named)));
    std::string trouble;
    while (!content.empty() && trouble.empty()) {
        const ssize_t bytes = write(pipe, content.data(), content.size());
        if (bytes >= 0) {
            content.remove_prefix(static_cast<std::size_t>(bytes));
        } else if (errno == EAGAIN) {
            pollfd ready{.fd = pipe, .events = POLLOUT, .revents = 0};
            if (poll(&ready, 1, kStalled) == 0) trouble = "it is a pipe whose reader has stopped reading";
        } else if (errno != EINTR) {
            trouble = std::strerror(errno);
        }
    }
    close(pipe);
    if (!trouble.empty()) return writeError(named, trouble);
    return {};
}

#endif

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
#ifndef _WIN32
    if (fs::is_fifo(to.status)) return writePipe(to.path, content, path);
#endif
    if (isSpecial(to.status)) return writeStream(to.path, content, path);
    const fs::path beside = besideName(to.path);
    Result<void> written = writeBeside(beside, content, path, permissionsOf(to.status));
    std::error_code failed;
    if (written.ok()) {
        replace(beside, to.path, failed);
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
    Result<void> written =
        writeBeside(beside, std::string(4096, ' '), path); // a full disk accepts empty files
    std::error_code ignored;
    fs::remove(beside, ignored);
    return written;
}

Result<void> lockFile(const std::string& path) {
    Destination to;
    VKPERFTEST_TRY(assign(to, destinationOf(path)));
    if (isSpecial(to.status)) return {};
    // Relative names would mean another file after a change of folder.
    std::error_code unknown;
    const fs::path whole = fs::absolute(to.path, unknown);
    Lock lock{.path = lockName(unknown ? to.path : whole)};
    if (locks().find(lock.path) != nullptr) return {};
    const Locked locked = vkperftest::lock(lock.path, lock.handle, lock.isNew);
    if (locked == Locked::Others)
        return Error{ErrorKind::Io, fmt::format("another process is writing '{}'", printable(path)),
                     "wait until it ends, or choose another path with --output"};
    if (locked == Locked::Ours) locks().all.push_back(std::move(lock));
    return {};
}

void unlockFiles() {
    locks().release();
}

Result<void> ScratchFolder::create(const std::string& purpose) {
    std::error_code failed;
    const char* const remedy = "set TMPDIR to a writable folder";
    const fs::path parent = fs::temp_directory_path(failed);
    if (failed) {
        return Error{ErrorKind::Io,
                     fmt::format("there is no folder for temporary files ({})", failed.message()), remedy};
    }
    path_ = parent / fmt::format("vkperftest-{}-{:08x}", purpose, randomBits());
    if (fs::create_directory(path_, failed)) return {};
    return Error{ErrorKind::Io, fmt::format("'{}' cannot be created ({})", textOf(path_), failed.message()),
                 remedy};
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

} // namespace vkperftest
