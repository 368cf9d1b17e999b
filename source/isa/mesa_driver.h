// Mesa's Vulkan drivers whose compilers need no GPU.
#pragma once

#include <cstdint>
#include <string_view>

namespace vkperftest {

struct MesaDriver {
    std::string_view name;         // "RADV"
    std::string_view vendor;       // of its GPUs: "AMD"
    std::string_view manifest;     // how the names of its ICD manifests begin: "radeon_icd"
    std::string_view library;      // how the name of the library in them begins: "libvulkan_radeon."
    std::string_view debian;       // the first release whose package mesa-vulkan-drivers has it: "12"
    std::uint32_t driverId = 0;    // VkDriverId
    std::string_view kernelDriver; // that the fake device must play; empty: none
    std::string_view variable;     // that it needs; empty: none
    std::string_view value;        // of the variable; empty: the target's model
};

inline constexpr MesaDriver kRadv{.name = "RADV",
                                  .vendor = "AMD",
                                  .manifest = "radeon_icd",
                                  .library = "libvulkan_radeon.",
                                  .debian = "12",
                                  .driverId = 3,
                                  .variable = "RADV_FORCE_FAMILY"};

// Intel's GPUs from Skylake on; those that a version knows, but does not trust itself with, are forced.
inline constexpr MesaDriver kAnv{.name = "ANV",
                                 .vendor = "Intel",
                                 .manifest = "intel_icd",
                                 .library = "libvulkan_intel.",
                                 .debian = "12",
                                 .driverId = 6,
                                 .kernelDriver = "i915",
                                 .variable = "INTEL_FORCE_PROBE",
                                 .value = "*"};

// Those before.
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

} // namespace vkperftest
