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

// Unsupported, naming the limit or feature of Vulkan 1.0 that is missing, if kernels with that array cannot index it so:
// glslang declares no capability for these features, as it does for those of VK_EXT_descriptor_indexing (shaderNeeds()).
Result<void> checkArray(const PhysicalDevice& device, const Binding& array, DescriptorIndex index);

} // namespace vkperftest
