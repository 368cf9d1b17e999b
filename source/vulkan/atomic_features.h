// The features that shaders' atomic operations need of a device. Some drivers abort where one is missing.
#pragma once

#include "isa/shader.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

// Unsupported, naming the feature, if the device lacks one that the shader needs.
Result<void> checkAtomics(const PhysicalDevice& device, const Shader& shader);

} // namespace vkperftest
