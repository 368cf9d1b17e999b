// Features that kernels need of a device beyond Vulkan 1.1, by the capabilities that their SPIR-V declares.
#pragma once

#include <span>
#include <string_view>

#include "kernels/catalogue.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

struct ShaderNeed {
    std::uint32_t capability; // of SPIR-V
    std::string_view feature; // "shaderInt64"
    VkBool32 VkPhysicalDeviceFeatures::*core;
    const Offer* offer = nullptr; // if it is none of these
};

std::span<const ShaderNeed> shaderNeeds();

bool declares(const Kernel& kernel, const ShaderNeed& need);

} // namespace vkperftest
