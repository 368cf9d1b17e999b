// GPUs that Mesa's drivers compile for without the hardware, and these drivers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct MesaDriver {
    std::string_view name;         // "RADV"
    std::string_view vendor;       // of its GPUs: "AMD"
    std::string_view manifest;     // how the names of its ICD manifests begin: "radeon_icd"
    std::string_view library;      // how the name of the library in them begins: "libvulkan_radeon."
    std::string_view debian;       // the first release whose package mesa-vulkan-drivers has it: "12"
    std::uint32_t driverId = 0;    // VkDriverId
    std::string_view kernelDriver; // that the fake device must imitate; empty: none
    std::string_view variable;     // that it needs in the environment; empty: none
    std::string_view value;        // of the variable; empty: the target's model
};

inline constexpr MesaDriver kRadv{.name = "RADV",
                                  .vendor = "AMD",
                                  .manifest = "radeon_icd",
                                  .library = "libvulkan_radeon.",
                                  .debian = "12",
                                  .driverId = 3,
                                  .variable = "RADV_FORCE_FAMILY"};

// Intel's GPUs from Skylake on; those that a version supports only experimentally are forced.
inline constexpr MesaDriver kAnv{.name = "ANV",
                                 .vendor = "Intel",
                                 .manifest = "intel_icd",
                                 .library = "libvulkan_intel.",
                                 .debian = "12",
                                 .driverId = 6,
                                 .kernelDriver = "i915",
                                 .variable = "INTEL_FORCE_PROBE",
                                 .value = "*"};

// Intel's GPUs before Skylake.
inline constexpr MesaDriver kHasvk{.name = "hasvk",
                                   .vendor = "Intel",
                                   .manifest = "intel_hasvk_icd",
                                   .library = "libvulkan_intel_hasvk.",
                                   .debian = "12",
                                   .driverId = 6,
                                   .kernelDriver = "i915"};

inline constexpr MesaDriver kNvk{.name = "NVK",
                                 .vendor = "NVIDIA",
                                 .manifest = "nouveau_icd",
                                 .library = "libvulkan_nouveau.",
                                 .debian = "13",
                                 .driverId = 24,
                                 .kernelDriver = "nouveau"};

inline constexpr const MesaDriver* kMesaDrivers[] = {&kRadv, &kAnv, &kHasvk, &kNvk};

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

// All targets that some version of Mesa knows, vendor by vendor, each vendor's oldest first; the installed
// Mesa may lack some.
std::span<const Target> allTargets();

// The GPUs that `what` names: "RX 480", "RX 580".
std::vector<std::string> gpusOf(const Target& target);

// The target of that name, alias or GPU; case, blanks and "GeForce", "Radeon", "NVIDIA", "AMD", "Intel" do
// not count. A usage error if there is none or more than one.
Result<const Target*> findTarget(std::string_view name);

// Troubles of a driver that lists no device: it does not know the target, or Vulkan's loader returns an
// error, as it does then but also if a driver failed.
inline constexpr const char* kUnknownTarget = "not supported by this Mesa version";
inline constexpr const char* kPerhapsUnknownTarget =
    "vkEnumeratePhysicalDevices returned VK_ERROR_INITIALIZATION_FAILED, as for a GPU that this Mesa "
    "version does not support";

// True if the trouble is one of these two.
bool mayBeUnknown(std::string_view trouble);

// The driver's name for the target.
std::string modelOf(const Target& target);

} // namespace vkperftest
