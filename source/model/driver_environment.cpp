#include "model/driver_environment.h"

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

std::string setOf(std::initializer_list<const char*> names) {
    std::vector<std::string> found, empty;
    for (const char* name : names) {
        const std::string value = environmentVariable(name);
        if (value.empty() && std::getenv(name) != nullptr) empty.push_back(fmt::format("{}=\"\"", name));
        if (!value.empty()) found.push_back(fmt::format("{}={}", name, value));
    }
    if (found.empty()) found = empty; // which some loaders take for a list without drivers
    if (found.empty()) return {};
    return join(found, " and ") + (found.size() == 1 ? " is set" : " are set");
}

bool mayOpen([[maybe_unused]] const fs::path& node) {
#ifdef _WIN32
    return true;
#else
    return access(node.c_str(), R_OK | W_OK) == 0;
#endif
}

} // namespace

std::string driverVariables(bool driver) {
    if (driver) return setOf({"VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"});
    return setOf({"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT",
                  "VK_LOADER_DRIVERS_DISABLE"});
}

std::string layerVariables() {
    return setOf({"VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_LOADER_LAYERS_DISABLE"});
}

Error withVariables(Error error, const std::string& variables) {
    if (variables.empty()) return error;
    error.cause += fmt::format(" ({})", variables);
    error.remedy = "if the variable hides it, unset it; otherwise " + error.remedy;
    return error;
}

Result<std::string> libraryOf(const std::string& path) {
    const auto refusal = [&](const std::string& why) {
        return Error{
            ErrorKind::Usage, fmt::format("'{}' {}", path, why),
            "--driver takes the manifest of a Vulkan driver, on Linux often in /usr/share/vulkan/icd.d"};
    };
    std::error_code failed;
    if (const fs::file_status status = fs::status(pathOf(path), failed); !fs::is_regular_file(status))
        return refusal(fs::exists(status) ? "is not a file" : "does not exist");
    const Result<std::string> text = readFile(path);
    if (!text.ok()) return text.error();
    const auto manifest = nlohmann::json::parse(text.value(), nullptr, false);
    if (manifest.is_discarded()) return refusal("is not JSON");
    if (manifest.is_object() && (manifest.contains("layer") || manifest.contains("layers")))
        return refusal("is the manifest of a layer, not of a driver");
    const nlohmann::json::json_pointer library("/ICD/library_path");
    if (!manifest.contains(library) || !manifest.at(library).is_string())
        return refusal("is JSON, but not the manifest of a driver: it has no ICD with a library_path");
    return manifest.at(library).get<std::string>();
}

std::string manifestTrouble() {
#ifdef _WIN32
    constexpr char kSeparator = ';';
#else
    constexpr char kSeparator = ':';
#endif
    std::string files = environmentVariable("VK_DRIVER_FILES");
    if (files.empty()) files = environmentVariable("VK_ICD_FILENAMES"); // loaders before 1.3.207
    std::error_code failed;
    for (const std::string& file : split(files, kSeparator)) {
        if (file.empty() || fs::is_directory(pathOf(file), failed)) continue;
        const Result<std::string> library = libraryOf(file);
        if (!library.ok()) return library.error().cause;
        // A mere name is searched for by the system.
        const bool isPath = library.value().find_first_of("/\\") != std::string::npos;
        const fs::path path = pathOf(file).parent_path() / pathOf(library.value());
        if (isPath && !fs::exists(path, failed))
            return fmt::format("the library of '{}' is missing: '{}'", file, library.value());
    }
    return {};
}

std::string whyNoDevice(const std::string& folder) {
#ifdef _WIN32
    return kInstallDriver;
#endif
    const std::vector<fs::path> nodes = entries(pathOf(folder), "renderD");
    if (nodes.empty()) {
        return fmt::format(
            "check that the GPU's kernel driver is loaded and, in a container, that its devices are passed "
            "in (there is no {}/renderD*), or {}",
            folder, kInstallDriver);
    }
    for (const fs::path& node : nodes) {
        if (mayOpen(node)) continue;
        return fmt::format("get permission to open {}: join its group (sudo usermod -aG render \"$USER\") "
                           "and log in again",
                           textOf(node));
    }
    return kInstallDriver;
}

} // namespace vkperftest
