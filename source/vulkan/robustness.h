// Bounds checks, which pipelines demand, and arrays of descriptors, which shaders index: what a device offers.
//
// VK_EXT_pipeline_robustness lets each pipeline demand its own bounds checks; without it, all pipelines of a device have
// the same. Null descriptors are always of the whole device.
#pragma once

#include "base/compile_settings.h"
#include "cases/operation.h"
#include "kernels/catalogue.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

// Unsupported, naming the extension or feature, if the device lacks it.
Result<void> checkRobustness(const PhysicalDevice& device, Robustness robustness);

VkPipelineRobustnessCreateInfoEXT pipelineRobustness(Robustness robustness);

// By what shaders may index arrays of descriptors: features of a device.
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
