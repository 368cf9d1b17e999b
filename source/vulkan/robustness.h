// Bounds checks: what a device offers, how a logical device enables them, and how a pipeline demands them.
//
// VK_EXT_pipeline_robustness lets each pipeline demand its own; without it, all pipelines of a device have the
// same. Null descriptors are always of the whole device.
#pragma once

#include "base/compile_settings.h"
#include "cases/operation.h"
#include "kernels/catalogue.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

// Unsupported, naming the extension or feature, if the device lacks it.
Result<void> checkRobustness(const PhysicalDevice& device, Robustness robustness);

// What a logical device enables. It must not move: the chain points into it.
class EnabledRobustness {
public:
    // `ofAll`: of every pipeline; `most`: the most that any pipeline demands, at least `ofAll`.
    EnabledRobustness(const PhysicalDevice& device, Robustness ofAll, Robustness most);
    EnabledRobustness(const EnabledRobustness&) = delete;
    EnabledRobustness& operator=(const EnabledRobustness&) = delete;

    bool perPipeline() const { return perPipeline_; }
    // The feature robustBufferAccess of Vulkan 1.0.
    bool bufferAccess() const { return bufferAccess_; }
    // Only if every pipeline is to have robustness 2: they belong to the whole device, and NVK 26.1.6 checks the
    // loads of all its pipelines then.
    bool nullDescriptors() const { return nullDescriptors_; }
    // Enables the rest.
    void addTo(EnabledFeatures& features) const;

private:
    bool perPipeline_ = false;
    bool bufferAccess_ = false;
    bool nullDescriptors_ = false;
};

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
