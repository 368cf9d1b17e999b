// GPUs that Mesa's drivers compile for without the hardware, and these drivers.
#pragma once

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
    std::string_view library;      // how the name of the library in them begins: "libvulkan_radeon."
    std::string_view debian;       // the first release whose package mesa-vulkan-drivers has it: "12"
    std::uint32_t driverId = 0;    // VkDriverId
    std::string_view kernelDriver; // that the fake device must imitate; empty: none
    std::string_view variable;     // that it needs in the environment; empty: none
    std::string_view value;        // of the variable; empty: the target's model
    // It disassembles each pipeline's code, and its disassembler keeps its column in a global variable, so
    // threads of one process would shift each other's texts.
    bool oneThread = false;
};

inline constexpr MesaDriver kRadv{.name = "RADV",
                                  .vendor = "AMD",
                                  .library = "libvulkan_radeon.",
                                  .debian = "12",
                                  .driverId = 3,
                                  .variable = "RADV_FORCE_FAMILY"};

// Intel's GPUs from Skylake on; those that a version supports only experimentally are forced.
inline constexpr MesaDriver kAnv{.name = "ANV",
                                 .vendor = "Intel",
                                 .library = "libvulkan_intel.",
                                 .debian = "12",
                                 .driverId = 6,
                                 .kernelDriver = "i915",
                                 .variable = "INTEL_FORCE_PROBE",
                                 .value = "*",
                                 .oneThread = true};

// Intel's GPUs before Skylake.
inline constexpr MesaDriver kHasvk{.name = "hasvk",
                                   .vendor = "Intel",
                                   .library = "libvulkan_intel_hasvk.",
                                   .debian = "12",
                                   .driverId = 6,
                                   .kernelDriver = "i915",
                                   .oneThread = true};

inline constexpr MesaDriver kNvk{.name = "NVK",
                                 .vendor = "NVIDIA",
                                 .library = "libvulkan_nouveau.",
                                 .debian = "13",
                                 .driverId = 24,
                                 .kernelDriver = "nouveau"};

// The same, for GPUs that it supports only experimentally.
inline constexpr MesaDriver kForcedNvk = [] {
    MesaDriver forced = kNvk;
    forced.variable = "NVK_I_WANT_A_BROKEN_VULKAN_DRIVER";
    forced.value = "1";
    return forced;
}();

// Each of Mesa's drivers once.
inline constexpr const MesaDriver* kMesaDrivers[] = {&kRadv, &kAnv, &kHasvk, &kNvk};

struct Target {
    std::string_view name;  // of the family, as Mesa knows it
    std::string_view what;  // "ARCHITECTURE: GPU, GPU": well-known GPUs, whose names findTarget takes as well
    std::string_view mesa;  // the oldest version of Mesa that was seen to compile for it
    std::string_view model; // what the driver knows it by: a PCI device or a chipset, in hexadecimal, or a
                            // family; empty: its name
    std::string_view aliases;  // other names, separated by commas, among them those of published tables
    std::string_view formerly; // what older versions of the driver know it by; empty: nothing else
    const MesaDriver* driver = nullptr; // never null in allTargets()
};

// All targets that some version of Mesa knows, vendor by vendor, each vendor's oldest first; the installed
// Mesa may lack some.
std::span<const Target> allTargets();

// The GPUs that `what` names: "RX 480", "RX 580".
std::vector<std::string> gpusOf(const Target& target);

std::vector<std::string> aliasesOf(const Target& target);

// As --target takes it, for all targets of an architecture: "rdna2".
std::string architectureOf(const Target& target);

// The target of that name, alias or GPU. Case, blanks, parentheses with their content, and words that name no
// GPU do not count ("GeForce", "Graphics", "(R)"), so that names may be copied from drivers. If no GPU has
// the whole name, variants do not count either ("Ti", "XT", "Laptop", "8GB"). A usage error if there is no
// target or more than one.
Result<const Target*> findTarget(std::string_view name);

// Troubles of a driver that lists no device: it does not know the target, or Vulkan's loader returns an
// error, as it does then but also if a driver failed.
inline constexpr const char* kUnknownTarget = "not supported by this Mesa version";
inline constexpr const char* kPerhapsUnknownTarget =
    "vkEnumeratePhysicalDevices returned VK_ERROR_INITIALIZATION_FAILED, as for a GPU that this Mesa "
    "version does not support";

// True if the trouble is one of these two.
bool mayBeUnknown(std::string_view trouble);

// The driver's names for the target, that of its newest version first: no version knows two of them.
std::vector<std::string> modelsOf(const Target& target);

} // namespace vkperftest
