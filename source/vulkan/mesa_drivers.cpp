#include "vulkan/mesa_drivers.h"

#include <filesystem>

#ifdef __linux__
#include <cerrno>
#include <cstring>

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/process.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "model/driver_environment.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// Empty if the manifest does not name it.
std::string libraryNameOf(const std::string& manifest) {
    const Result<std::string> path = libraryOf(manifest);
    return path.ok() ? textOf(pathOf(path.value()).filename()) : std::string();
}

// Folders of manifests on Linux, in the loader's order.
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

// Files or folders that the loader's variables name.
std::vector<fs::path> namedPlaces() {
    std::vector<fs::path> places;
    for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"}) {
        for (const std::string& path : split(environmentVariable(variable), ':')) {
            if (!path.empty()) places.push_back(pathOf(path));
        }
    }
    return places;
}

// The driver's manifests among these files and in these folders, whatever their names.
std::vector<std::string> manifestsAt(const std::vector<fs::path>& places, const MesaDriver& driver) {
    std::vector<std::string> manifests;
    const auto add = [&](const fs::path& candidate) {
        if (libraryNameOf(textOf(candidate)).starts_with(driver.library))
            manifests.push_back(textOf(candidate));
    };
    for (const fs::path& path : places) {
        for (const fs::path& file : entries(path)) add(file);
        add(path);
    }
    return manifests;
}

#ifndef __linux__

// Gives this process the fake device, for example "i915:1912". Returns at once if it has it already;
// otherwise restarts the program in its place, with the same arguments and the library preloaded from memory.
// NoDevice if that is impossible.
Result<void> plugInFakeDevice(const std::string&) {
    return Error{ErrorKind::NoDevice, "compiling for a GPU that this machine lacks works on Linux only",
                 "run this program's Linux version"};
}

#else

constexpr const char* kDriverVariable = "VKPERFTEST_FAKE_DEVICE"; // the library reads it

Error cannot(const std::string& why) {
    return {ErrorKind::NoDevice, fmt::format("the fake device cannot be used: {}", why), ""};
}

// The descriptor of an in-memory file with the library; the restarted program inherits it.
int libraryInMemory() {
    const std::span<const unsigned char> bytes = fakeDeviceLibrary();
    const int file = static_cast<int>(syscall(SYS_memfd_create, "vkperftest-fake-device", 0U));
    for (std::size_t done = 0; file >= 0 && done < bytes.size();) {
        const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
        if (count < 0) return -1;
        done += static_cast<std::size_t>(count);
    }
    return file;
}

Result<void> plugInFakeDevice(const std::string& device) {
    if (fakeDeviceLibrary().empty())
        return cannot("this program was built without it, because libdrm's headers were missing");
    if (environmentVariable(kDriverVariable) == device) {
        if (dlsym(RTLD_DEFAULT, "vkperftestFakeDevice") != nullptr) return {};
        return cannot("the dynamic loader did not preload it");
    }
    const int library = libraryInMemory();
    if (library < 0) return cannot(fmt::format("no in-memory file can be made ({})", std::strerror(errno)));
    const std::string others = environmentVariable("LD_PRELOAD");
    setEnvironmentVariable("LD_PRELOAD",
                           fmt::format("/proc/self/fd/{}{}{}", library, others.empty() ? "" : ":", others));
    setEnvironmentVariable(kDriverVariable, device);
    return restartProgram();
}

#endif

} // namespace

Result<std::vector<std::string>> findManifests(const MesaDriver& driver) {
    std::vector<fs::path> places = namedPlaces();
    // A variable that hides a GPU from other commands does not matter for targets.
    const std::vector<fs::path> installed = manifestFolders();
    places.insert(places.end(), installed.begin(), installed.end());
    std::vector<std::string> manifests = manifestsAt(places, driver);
    if (!manifests.empty()) return manifests;
    return Error{
        ErrorKind::NoDevice,
        fmt::format("{}, Mesa's driver for {} GPUs, was not found, but targets need it", driver.name,
                    driver.vendor),
        fmt::format("install mesa-vulkan-drivers of Debian {} or newer, or name the driver's manifest with "
                    "--driver (scripts/mesa-versions.sh in this program's repository fetches some)",
                    driver.debian)};
}

bool mayBe(const MesaDriver& driver, const std::string& manifest) {
    const std::string library = libraryNameOf(manifest); // opening it reports what is wrong with it
    constexpr std::string_view kMesa = "libvulkan_";     // how Mesa's names begin
    return !library.starts_with(kMesa) || library.starts_with(driver.library);
}

Result<void> pretend(const Target& target, std::string model) {
    const MesaDriver& driver = *target.driver;
    if (model.empty()) model = modelsOf(target)[0];
    if (!driver.variable.empty())
        setEnvironmentVariable(std::string(driver.variable),
                               driver.value.empty() ? model : std::string(driver.value));
    // Mesa complains without it.
    std::error_code failed;
    if (environmentVariable("XDG_RUNTIME_DIR").empty())
        setEnvironmentVariable("XDG_RUNTIME_DIR", textOf(fs::temp_directory_path(failed)));
    if (driver.kernelDriver.empty()) return {};
    return plugInFakeDevice(fmt::format("{}:{}", driver.kernelDriver, model));
}

} // namespace vkperftest
