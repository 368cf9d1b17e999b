// What decides outside the program which Vulkan drivers and devices it sees: variables, manifests, rights.
#pragma once

#include <string>

#include "base/result.h"

namespace vkperftest {

// The variables by which Vulkan's loader chooses drivers, of those that are set: "VK_DRIVER_FILES=/a.json is
// set", also where it is set to nothing, which hides all drivers; empty if none is. `driver`: a --driver is
// used, which replaces those that name manifests.
std::string driverVariables(bool driver = false);

// The same of validation layers.
std::string layerVariables();

// The error with these variables in its cause, and a remedy for them.
Error withVariables(Error error, const std::string& variables);

// The library_path in a driver's manifest; a usage error if there is no such file or it is not one: a JSON
// object whose member "ICD" has that.
Result<std::string> libraryOf(const std::string& path);

// What is wrong with the manifests that VK_DRIVER_FILES, or else VK_ICD_FILENAMES, name: that of the first
// that is not one or whose library is missing, a clause. Empty if nothing is.
std::string manifestTrouble();

// Why drivers that load may find no device, by the nodes in `folder` (on Linux /dev/dri), as a remedy: there
// is none, or this user may not open them.
std::string whyNoDevice(const std::string& folder = "/dev/dri");

} // namespace vkperftest
