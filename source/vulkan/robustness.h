// Bounds checks: what a device offers, how a logical device enables them, and how a pipeline demands them.
//
// VK_EXT_pipeline_robustness lets each pipeline demand its own; without it, all pipelines of a device have the
// same. Null descriptors are always of the whole device.
#pragma once

#include "base/compile_settings.h"
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

} // namespace vkperftest
