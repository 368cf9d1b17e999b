// What a device can do with subgroups in compute shaders, and whether that is enough for a kernel.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "kernels/catalogue.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

struct SubgroupTraits {
    VkSubgroupFeatureFlags operations = 0; // in compute shaders
    std::uint32_t usual = 0;               // size
    // VK_EXT_subgroup_size_control: pipelines may let the size vary. All zero or false without it.
    bool sizeControl = false;
    std::uint32_t smallest = 0; // size that a pipeline may require; 0: none
    std::uint32_t largest = 0;
    std::uint32_t mostInWorkgroup = 0; // subgroups of a required size
};

SubgroupTraits subgroupTraits(const PhysicalDevice& device);

// Unsupported, naming what the device lacks, if the kernel needs more, or for a size that pipelines with
// workgroups of 256 may not require. Size 0: the driver's choice.
Result<void> checkSubgroup(const SubgroupTraits& device, const Kernel& kernel, std::uint32_t size);

} // namespace vkperftest
