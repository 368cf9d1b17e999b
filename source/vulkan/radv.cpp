#include "vulkan/radv.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/environment.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "model/driver_environment.h"
#include "vulkan/api.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

bool namesRadv(const fs::path& manifest) {
    const std::string name = textOf(manifest.filename());
    return name.starts_with("radeon_icd") && name.ends_with(".json");
}

// How manifests are named for this program's architecture: "radeon_icd.x86_64.json".
constexpr std::string_view kArchitecture =
#if defined(__x86_64__)
    "x86_64";
#elif defined(__i386__)
    "i686";
#elif defined(__aarch64__)
    "aarch64";
#else
    "";
#endif

// 0: for this architecture; 1: for none or all; 2: for another.
int strangeness(const fs::path& manifest) {
    const std::string suffix = textOf(manifest.stem().extension()); // ".x86_64"
    if (suffix.empty()) return 1;
    return suffix.substr(1) == kArchitecture ? 0 : 2;
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
    for (const std::string& root : roots) folders.push_back(pathOf(root) / "vulkan" / "icd.d");
    return folders;
}

// Files or folders that a variable of the loader names.
std::vector<fs::path> manifestsIn(const char* variable) {
    std::vector<fs::path> paths;
    for (const std::string& path : split(environmentVariable(variable), ':')) {
        if (!path.empty()) paths.push_back(pathOf(path));
    }
    return paths;
}

// Where the loader looks: two variables replace its folders, another stands before them.
std::vector<fs::path> placesOfManifests() {
    for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
        if (std::vector<fs::path> named = manifestsIn(variable); !named.empty()) return named;
    }
    std::vector<fs::path> places = manifestsIn("VK_ADD_DRIVER_FILES");
    const std::vector<fs::path> folders = manifestFolders();
    places.insert(places.end(), folders.begin(), folders.end());
    return places;
}

} // namespace

Result<std::vector<std::string>> findRadvs() {
    std::vector<fs::path> candidates;
    for (const fs::path& path : placesOfManifests()) {
        std::error_code failed;
        std::vector<fs::path> inFolder;
        for (const fs::directory_entry& entry : fs::directory_iterator(path, failed))
            inFolder.push_back(entry.path());
        std::sort(inFolder.begin(), inFolder.end());
        candidates.insert(candidates.end(), inFolder.begin(), inFolder.end());
        candidates.push_back(path);
    }
    std::erase_if(candidates, [](const fs::path& candidate) {
        std::error_code failed;
        return !namesRadv(candidate) || !fs::is_regular_file(candidate, failed);
    });
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const fs::path& a, const fs::path& b) { return strangeness(a) < strangeness(b); });
    if (!candidates.empty()) {
        std::vector<std::string> manifests;
        for (const fs::path& candidate : candidates) manifests.push_back(textOf(candidate));
        return manifests;
    }
    return withVariables(
        {ErrorKind::NoDevice, "RADV, Mesa's driver for AMD GPUs, was not found, and targets need it",
         "install it (Debian and Ubuntu: apt install mesa-vulkan-drivers), or name its manifest "
         "with --driver"},
        driverVariables());
}

void pretendFamily(std::string_view family) {
    setEnvironmentVariable("RADV_FORCE_FAMILY", std::string(family));
    // Mesa complains without it.
    std::error_code failed;
    if (environmentVariable("XDG_RUNTIME_DIR").empty())
        setEnvironmentVariable("XDG_RUNTIME_DIR", textOf(fs::temp_directory_path(failed)));
}

bool isRadv(const DeviceRecord& device) {
    return device.driverId == VK_DRIVER_ID_MESA_RADV;
}

} // namespace vkperftest
