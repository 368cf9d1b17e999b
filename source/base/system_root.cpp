#include "base/system_root.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/child_process.h"
#include "base/utf8_path.h"

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>
#endif

namespace vkperftest {

namespace fs = std::filesystem;

namespace {

Error cannotUse(const fs::path& root, const std::string& why, const std::string& remedy) {
    return {ErrorKind::NoDevice,
            fmt::format("the driver needs the system libraries in '{}', and {}", textOf(root), why), remedy};
}

bool startsWith(const fs::path& path, std::string_view start) {
    return textOf(path.filename()).starts_with(start);
}

// Folders of the root directory whose libraries the dynamic loader finds: "lib", "lib64".
std::vector<fs::path> libraryFolders(const fs::path& root) {
    std::vector<fs::path> folders;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(root, failed)) {
        if (startsWith(entry.path(), "lib") && entry.is_directory(failed)) folders.push_back(entry.path());
    }
    return folders;
}

bool hasLoader(const fs::path& root) {
    std::error_code failed;
    for (const fs::path& folder : libraryFolders(root)) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
            if (startsWith(entry.path(), "ld-linux")) return true;
        }
    }
    return false;
}

} // namespace

fs::path systemRootAround(const fs::path& file) {
    std::error_code failed;
    const fs::path whole = fs::canonical(file, failed);
    for (fs::path folder = whole.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
        if (hasLoader(folder) && fs::is_directory(folder / "usr", failed)) return folder;
    }
    return {};
}

bool usesSystemRoot(const fs::path& root) {
    std::error_code failed;
    return fs::equivalent(root / "usr", "/usr", failed);
}

#ifndef __linux__

Error restartInSystemRoot(const fs::path& root) {
    return cannotUse(root, "only Linux can use them", "");
}

#else

namespace {

// Gives this process its own view of the file system: root may do so, other users only as the only user in a
// user namespace.
bool ownMounts() {
    if (unshare(CLONE_NEWNS) != 0) {
        const auto user = getuid(), group = getgid();
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
        const std::pair<const char*, std::string> settings[] = {
            {"/proc/self/setgroups", "deny"},
            {"/proc/self/uid_map", fmt::format("{0} {0} 1", user)},
            {"/proc/self/gid_map", fmt::format("{0} {0} 1", group)}};
        for (const auto& [file, text] : settings) {
            const int open = ::open(file, O_WRONLY | O_CLOEXEC);
            if (open < 0 || write(open, text.data(), text.size()) < 0) return false;
            close(open);
        }
    }
    return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool showAt(const fs::path& folder, const fs::path& place) {
    return mount(folder.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

} // namespace

Error restartInSystemRoot(const fs::path& root) {
    const auto refused = [&](const char* what) {
        return cannotUse(
            root,
            fmt::format("this process is not permitted to use them ({}: {})", what, std::strerror(errno)),
            "run as root or allow user namespaces; Debian 13 and later need neither: install its "
            "mesa-vulkan-drivers");
    };
    if (*std::next(root.begin()) == "usr")
        return cannotUse(root, "a folder below /usr cannot take the place of /usr", "move it");
    const std::vector<fs::path> libraries = libraryFolders("/");
    if (!ownMounts()) return refused("unshare");
    for (const fs::path& place : libraries) {
        const bool shown = fs::is_symlink(place) || !fs::exists(root / place.filename()) ||
                           showAt(root / place.filename(), place);
        if (!shown) return refused("mount");
    }
    if (!showAt(root / "usr", "/usr")) return refused("mount");
    return restartProgram();
}

#endif

} // namespace vkperftest
