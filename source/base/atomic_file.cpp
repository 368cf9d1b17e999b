#include "base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <istream>
#include <thread>
#include <utility>

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"

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

// Empty if it is not known.
fs::path wholePath(const fs::path& path) {
    std::error_code unknown;
    return fs::weakly_canonical(fs::absolute(path, unknown), unknown);
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
constexpr std::chrono::milliseconds kRetry(20); // for what a virus scanner holds

using Handle = HANDLE;
const Handle kNoHandle = INVALID_HANDLE_VALUE;

// Nobody else can open the file, and the system removes it with its last handle, even if the process was killed.
// Retries, since a virus scanner may hold the file for a moment, or an earlier handle may still exist.
Locked lock(const fs::path& path, Handle& handle) {
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
        std::this_thread::sleep_for(kRetry);
    }
}

void unlock(const fs::path&, Handle handle) {
    CloseHandle(handle);
}

#else
using Handle = int;
constexpr Handle kNoHandle = -1;

Locked lock(const fs::path& path, Handle& handle) {
    constexpr mode_t kForAll = 0666; // less what the user's mask takes away
    constexpr int kTries = 10;       // its last holder may have removed it just before
    for (int tries = 0; tries < kTries; ++tries) {
        constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK; // for a pipe, nobody need come
        handle = open(path.c_str(), O_RDWR | O_CREAT | kFlags, kForAll);
        if (handle < 0 && errno == EACCES) // another user's, which a killed run left
            handle = open(path.c_str(), O_RDONLY | kFlags);
        if (handle < 0) return Locked::Unknown;
        const bool ours = flock(handle, LOCK_EX | LOCK_NB) == 0;
        const bool others = !ours && errno == EWOULDBLOCK;
        struct stat held {};
        if (ours && fstat(handle, &held) == 0 && held.st_nlink > 0) return Locked::Ours;
        close(handle);
        if (!ours) return others ? Locked::Others : Locked::Unknown;
    }
    return Locked::Unknown;
}

void unlock(const fs::path& path, Handle handle) {
    unlink(path.c_str());
    close(handle);
}
#endif

struct Lock {
    fs::path path; // of the file that is locked instead
    Handle handle = kNoHandle;
};

struct Locks {
    std::vector<Lock> all;

    ~Locks() { release(); }
    void release() {
        for (const Lock& lock : std::exchange(all, {})) unlock(lock.path, lock.handle);
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
        std::this_thread::sleep_for(kRetry);
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

// The permissions of the file to be replaced. Windows has only a read-only bit, and does not replace files
// that have it.
std::optional<fs::perms> permissionsOf([[maybe_unused]] const fs::file_status& replaced) {
#ifndef _WIN32
    if (fs::exists(replaced)) return replaced.permissions() & fs::perms::all;
#endif
    return {};
}

// To a new file beside it: neither what a killed writer left there, nor what a link of that name leads to. Then it
// replaces the file, or is removed if that is only to be checked.
Result<void> writeBeside(const std::string& path, std::string_view content, bool replaces) {
    Destination to;
    VKPERFTEST_TRY(assign(to, destinationOf(path)));
    if (isSpecial(to.status)) return replaces ? writeStream(to.path, content, path) : Result<void>();
    const fs::path beside = besideName(to.path);
    std::error_code ignored, failed;
    fs::remove(beside, ignored);
    Result<void> written = writeStream(beside, content, path, permissionsOf(to.status));
    if (written.ok() && replaces) {
        renameOver(beside, to.path, failed);
        if (failed) written = writeError(path, failed.message());
    }
    if (!written.ok() || !replaces) fs::remove(beside, ignored);
    return written;
}

constexpr const char* kScratchEnding = ".vkperf-work";

// Removes what killed processes left: no other goes for a day without writing a file into its folder.
void removeLeftFolders(const fs::path& parent) {
    const fs::file_time_type yesterday = fs::file_time_type::clock::now() - 24h;
    for (const fs::path& left : entries(parent, "vkperftest-", kScratchEnding)) {
        std::error_code failed;
        const bool old = fs::last_write_time(left, failed) < yesterday;
        if (!failed && old && fs::is_directory(fs::symlink_status(left, failed)))
            fs::remove_all(left, failed);
    }
}

Error tooLarge(const std::string& name, std::uintmax_t most) {
    return usageError(
        fmt::format("'{}' is larger than {} MB, the limit for input files", printable(name), most >> 20),
        "check the path");
}

Error readError(const std::string& path, const std::string& reason, const char* remedy = "check the path") {
    return usageError(fmt::format("'{}' cannot be read ({})", printable(path), reason), remedy);
}

} // namespace

Result<void> writeFileAtomically(const std::string& path, std::string_view content) {
    return writeBeside(path, content, true);
}

Result<void> checkWritable(const std::string& path) {
    return writeBeside(path, std::string(4096, ' '), false); // a full disk accepts empty files
}

bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code absent;
    if (fs::equivalent(pathOf(a), pathOf(b), absent)) return true;
    const fs::path whole = wholePath(pathOf(a));
    return isReplaceable(a) && !whole.empty() && whole == wholePath(pathOf(b));
}

bool isReplaceable(const std::string& path) {
    std::error_code ignored;
    return !isSpecial(fs::status(pathOf(path), ignored));
}

Result<void> lockFile(const std::string& path) {
    Destination to;
    VKPERFTEST_TRY(assign(to, destinationOf(path)));
    if (isSpecial(to.status)) return {};
    // Under any name: a second lock on the same file would fail in this process, too.
    const fs::path whole = wholePath(to.path);
    Lock lock{.path = besideName(whole.empty() ? to.path : whole, ".vkperf-lock")};
    if (std::ranges::count(locks().all, lock.path, &Lock::path) > 0) return {};
    const Locked locked = vkperftest::lock(lock.path, lock.handle);
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
    removeLeftFolders(parent);
    path_ = parent / fmt::format("vkperftest-{}-{:08x}{}", purpose, randomBits(), kScratchEnding);
    const bool isNew = fs::create_directory(path_, failed);
    if (isNew) fs::permissions(path_, fs::perms::owner_all, failed); // users' shaders may be secret
    if (isNew && !failed) return {};
    const std::string name = textOf(path_);
    if (!isNew) path_.clear(); // it is another's
    return Error{ErrorKind::Io,
                 fmt::format("'{}' cannot be created ({})", name, failed ? failed.message() : "it exists"),
                 remedy};
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

// Reading ------------------------------------------------------------------------------------------------------------

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
    if (stream.bad()) return usageError(fmt::format("'{}' cannot be read to its end", printable(name)), "");
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
