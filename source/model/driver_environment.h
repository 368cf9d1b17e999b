// What decides, outside the program, which Vulkan drivers and devices it sees: variables, manifests,
// permissions.
#pragma once

#include <string>

#include "base/result.h"

namespace vkperftest {

inline constexpr const char* kInstallDriver =
    "install your GPU's driver, or a software one (Debian and Ubuntu: apt install mesa-vulkan-drivers)";

// The variables that are set and by which Vulkan's loader chooses drivers: "VK_DRIVER_FILES=/a.json is set".
// A variable may be set to nothing, which hides all drivers. Empty if none is set. `driver`: --driver is
// used, which replaces the variables that name manifests.
std::string driverVariables(bool driver = false);

// The same for validation layers.
std::string layerVariables();

// The error with these variables in its cause, and a remedy for them.
Error withVariables(Error error, const std::string& variables);

// The library_path in a driver's manifest. A usage error if there is no such file or it is no manifest: a
// JSON object whose member "ICD" has a library_path.
Result<std::string> libraryOf(const std::string& path);

// What is wrong with the manifests that VK_DRIVER_FILES, or else VK_ICD_FILENAMES, names: a clause about the
// first file that is no manifest or whose library is missing. Empty if nothing is wrong.
std::string manifestTrouble();

// A remedy if drivers load but find no device, by the nodes in `folder` (on Linux /dev/dri): there are none,
// or this user may not open them.
std::string whyNoDevice(const std::string& folder = "/dev/dri");

} // namespace vkperftest
