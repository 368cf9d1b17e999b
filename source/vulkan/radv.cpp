#include "vulkan/radv.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/environment.h"
#include "base/text.h"
#include "vulkan/api.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

bool namesRadv(const fs::path& manifest) {
    const std::string name = manifest.filename().string();
    return name.starts_with("radeon_icd") && name.ends_with(".json");
}

// Folders of manifests in the loader's order, without those of other systems than Linux.
std::vector<fs::path> manifestFolders() {
    const auto variable = [](const char* name, const std::string& otherwise) {
        const std::string value = environmentVariable(name);
        return value.empty() ? otherwise : value;
    };
    const std::string home = environmentVariable("HOME");
    std::vector<std::string> roots = {variable("XDG_CONFIG_HOME", home + "/.config")};
    for (const std::string& root : split(variable("XDG_CONFIG_DIRS", "/etc/xdg"), ':')) roots.push_back(root);
    roots.insert(roots.end(), {"/usr/local/etc", "/etc", variable("XDG_DATA_HOME", home + "/.local/share")});
    for (const std::string& root : split(variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share"), ':'))
        roots.push_back(root);
    std::vector<fs::path> folders;
    for (const std::string& root : roots) folders.push_back(fs::path(root) / "vulkan" / "icd.d");
    return folders;
}

// What the variables of the loader name, files or folders; they replace its folders.
std::vector<fs::path> namedManifests() {
    std::string list = environmentVariable("VK_DRIVER_FILES");
    if (list.empty()) list = environmentVariable("VK_ICD_FILENAMES");
    std::vector<fs::path> paths;
    for (const std::string& path : split(list, ':')) {
        if (!path.empty()) paths.emplace_back(path);
    }
    return paths;
}

} // namespace

Result<std::string> findRadv() {
    std::vector<fs::path> candidates;
    const std::vector<fs::path> named = namedManifests();
    for (const fs::path& path : named.empty() ? manifestFolders() : named) {
        std::error_code failed;
        std::vector<fs::path> inFolder;
        for (const fs::directory_entry& entry : fs::directory_iterator(path, failed))
            inFolder.push_back(entry.path());
        std::sort(inFolder.begin(), inFolder.end());
        candidates.insert(candidates.end(), inFolder.begin(), inFolder.end());
        candidates.push_back(path);
    }
    for (const fs::path& candidate : candidates) {
        std::error_code failed;
        if (namesRadv(candidate) && fs::is_regular_file(candidate, failed)) return candidate.string();
    }
    return Error{ErrorKind::NoDevice,
                 "RADV, Mesa's driver for AMD GPUs, is not installed, and targets need it",
                 "install it (Debian and Ubuntu: apt install mesa-vulkan-drivers), or name its manifest with "
                 "--driver"};
}

void pretendFamily(std::string_view family) {
    setEnvironmentVariable("RADV_FORCE_FAMILY", std::string(family));
    // Mesa complains without it.
    std::error_code failed;
    if (environmentVariable("XDG_RUNTIME_DIR").empty())
        setEnvironmentVariable("XDG_RUNTIME_DIR", fs::temp_directory_path(failed).string());
}

bool isRadv(const DeviceRecord& device) {
    return device.driverId == VK_DRIVER_ID_MESA_RADV;
}

} // namespace vkperftest
