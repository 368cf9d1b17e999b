#include "base/file_claim.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

#include "base/destination.h"
#include "base/printable.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

enum class Locked { Ours, Others, Unknown }; // Unknown: the file system has no locks

// The lock file, and what holds it open.
#ifdef _WIN32

using Handle = HANDLE;

// Nobody else can open the file, and the system removes it with its last handle, even if the process was
// killed. Retries, since a virus scanner may hold the file for a moment, or an earlier handle may still
// exist.
Locked lock(const fs::path& path, Handle& handle) {
    constexpr std::chrono::milliseconds kPatience(1000), kBetween(20);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (true) {
        handle = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr, OPEN_ALWAYS,
                             FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                             nullptr);
        if (handle != INVALID_HANDLE_VALUE) return Locked::Ours;
        const DWORD why = GetLastError();
        if (why != ERROR_SHARING_VIOLATION && why != ERROR_ACCESS_DENIED) return Locked::Unknown;
        if (std::chrono::steady_clock::now() > end)
            return why == ERROR_SHARING_VIOLATION ? Locked::Others : Locked::Unknown;
        std::this_thread::sleep_for(kBetween);
    }
}

void unlock(const fs::path&, Handle handle) {
    CloseHandle(handle);
}

#else

using Handle = int;

bool isFile(const fs::path& path, Handle handle) {
    struct stat there {
    }, held{};
    return stat(path.c_str(), &there) == 0 && fstat(handle, &held) == 0 && there.st_ino == held.st_ino &&
           there.st_dev == held.st_dev;
}

Locked lock(const fs::path& path, Handle& handle) {
    constexpr mode_t kForAll = 0644;
    constexpr int kFlags = O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    constexpr int kTries = 10; // on some network file systems, no file equals itself
    for (int tries = 0; tries < kTries; ++tries) {
        handle = open(path.c_str(), O_RDWR | kFlags, kForAll); // NFS locks only files open for writing
        if (handle < 0 && errno == EACCES) handle = open(path.c_str(), O_RDONLY | kFlags, kForAll);
        if (handle < 0) return Locked::Unknown;
        if (flock(handle, LOCK_EX | LOCK_NB) != 0) {
            const bool others = errno == EWOULDBLOCK;
            if (!others) unlink(path.c_str());
            close(handle);
            return others ? Locked::Others : Locked::Unknown;
        }
        // The previous holder may have removed it just before.
        if (isFile(path, handle)) return Locked::Ours;
        close(handle);
    }
    return Locked::Unknown;
}

// Removed while it is held: afterwards it may belong to another process.
void unlock(const fs::path& path, Handle handle) {
    unlink(path.c_str());
    close(handle);
}

#endif

struct Claim {
    fs::path path; // of the lock
    Handle handle = {};
};

class Claims {
public:
    Claims() = default;
    Claims(const Claims&) = delete;
    Claims& operator=(const Claims&) = delete;
    ~Claims() { release(); }

    // Under any name: a second lock on the same file would fail in this process, too.
    bool holds(const fs::path& path) const {
        return std::ranges::any_of(all_, [&](const Claim& claim) {
            std::error_code ignored;
            return claim.path == path || fs::equivalent(claim.path, path, ignored);
        });
    }
    void add(Claim claim) { all_.push_back(std::move(claim)); }
    void release() {
        for (const Claim& claim : std::exchange(all_, {})) unlock(claim.path, claim.handle);
    }

private:
    std::vector<Claim> all_;
};

Claims& claims() {
    static Claims all;
    return all;
}

} // namespace

Result<void> claimFile(const std::string& path) {
    Destination to;
    VKPERFTEST_TRY(assign(to, destinationOf(path)));
    if (isSpecial(to.status)) return {};
    // Relative names would mean another file after a change of folder.
    std::error_code unknown;
    const fs::path whole = fs::absolute(to.path, unknown);
    Claim claim{.path = lockName(unknown ? to.path : whole)};
    if (claims().holds(claim.path)) return {};
    // Our locks are empty files; any other file of this name must not be removed.
    if (const std::uintmax_t bytes = fs::file_size(claim.path, unknown); !unknown && bytes > 0) return {};
    switch (lock(claim.path, claim.handle)) {
    case Locked::Others:
        return Error{ErrorKind::Io, fmt::format("another process is writing '{}'", printable(path)),
                     "wait until it ends, or choose another path with --output"};
    case Locked::Ours:
        claims().add(std::move(claim));
        removeBeside(to.path);
        break;
    case Locked::Unknown:
        break;
    }
    return {};
}

void releaseClaims() {
    claims().release();
}

} // namespace vkperftest
