// All that a device offers to compute shaders, for compiling shaders whose needs are unknown.
#pragma once

#include <deque>
#include <vector>

#include "base/compile_settings.h"
#include "isa/shader.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

// What a logical device is created with. It must not move: the chain points into it.
class ShaderFeatures {
public:
    ShaderFeatures(const PhysicalDevice& device, Robustness robustness);
    ShaderFeatures(const ShaderFeatures&) = delete;
    ShaderFeatures& operator=(const ShaderFeatures&) = delete;

    const std::vector<const char*>& extensions() const { return names_; }
    const void* chain() const { return &all_; } // with the features of Vulkan 1.0

private:
    std::vector<const char*> names_;
    std::deque<Features> features_;
    VkPhysicalDeviceFeatures2 all_{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
};

// The features that shaders' atomic operations need of a device. Some drivers abort where one is missing.

// Unsupported, naming the feature, if the device lacks one that the shader needs.
Result<void> checkAtomics(const PhysicalDevice& device, const Shader& shader);

} // namespace vkperftest
