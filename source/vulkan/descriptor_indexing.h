// By what shaders may index arrays of descriptors: features of a device.
#pragma once

#include "cases/operation.h"
#include "kernels/catalogue.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

class DescriptorIndexing {
public:
    DescriptorIndexing() = default;                            // no feature
    explicit DescriptorIndexing(const PhysicalDevice& device); // all that it offers

    // Those of VK_EXT_descriptor_indexing; the caller enables those of Vulkan 1.0.
    void addTo(EnabledFeatures& features) const;

    // Unsupported, naming the feature or limit that is missing, if kernels with that array cannot index it so.
    Result<void> check(const Binding& array, DescriptorIndex index) const;

private:
    VkPhysicalDeviceFeatures core_{};
    VkPhysicalDeviceDescriptorIndexingFeatures extended_{};
    std::uint32_t mostStorageBuffers_ = 0;
};

} // namespace vkperftest
