// GPUs that Mesa's drivers compile for without them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "isa/mesa_driver.h"

namespace vkperftest {

struct Target {
    std::string_view name; // of the family, as Mesa knows it
    std::string_view
        what; // "ARCHITECTURE: GPU, GPU (remark)": well-known GPUs, whose names findTarget takes as well
    std::string_view
        mesa; // the oldest version of Mesa that was seen to compile for it; empty: none was tried
    std::string_view
        model; // what the driver knows it by: a PCI device or a chipset, in hexadecimal; empty: its name
    std::array<std::string_view, 4> aliases = {}; // other names, among them those of published tables
    const MesaDriver* driver = nullptr;
};

// All that some version of Mesa knows, vendor by vendor, each vendor's oldest first; an installed one may lack some.
std::span<const Target> allTargets();

// The GPUs that `what` names: "RX 480", "RX 580".
std::vector<std::string> gpusOf(const Target& target);

// The target of that name, alias or GPU; case, blanks and "GeForce", "Radeon", "NVIDIA", "AMD", "Intel" do not count. A
// usage error otherwise, or if the name is that of several targets.
Result<const Target*> findTarget(std::string_view name);

// Troubles of a driver that shows no device: it does not know the target; or Vulkan's loader gives an error, as it does
// then, but also where a driver failed.
inline constexpr const char* kUnknownTarget = "unknown to this Mesa";
inline constexpr const char* kPerhapsUnknownTarget =
    "vkEnumeratePhysicalDevices gave VK_ERROR_INITIALIZATION_FAILED, as for a GPU that this Mesa does not "
    "know";

// Whether it is one of these two.
bool mayBeUnknown(std::string_view trouble);

// What the driver knows it by.
std::string modelOf(const Target& target);

} // namespace vkperftest
