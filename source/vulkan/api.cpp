#define VOLK_IMPLEMENTATION // this file holds volk's code
#include "vulkan/api.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {
namespace {

std::vector<VkDevice>& abandoned() {
    static auto* const all = new std::vector<VkDevice>; // needed until the process ends
    return *all;
}

} // namespace

std::string resultName(VkResult result) {
    static constexpr std::pair<VkResult, const char*> kNames[] = {
        {VK_NOT_READY, "VK_NOT_READY"},
        {VK_TIMEOUT, "VK_TIMEOUT"},
        {VK_INCOMPLETE, "VK_INCOMPLETE"},
        {VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY"},
        {VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY"},
        {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED"},
        {VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST"},
        {VK_ERROR_LAYER_NOT_PRESENT, "VK_ERROR_LAYER_NOT_PRESENT"},
        {VK_ERROR_EXTENSION_NOT_PRESENT, "VK_ERROR_EXTENSION_NOT_PRESENT"},
        {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"},
        {VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER"},
        {VK_ERROR_TOO_MANY_OBJECTS, "VK_ERROR_TOO_MANY_OBJECTS"},
        {VK_ERROR_FORMAT_NOT_SUPPORTED, "VK_ERROR_FORMAT_NOT_SUPPORTED"},
        {VK_ERROR_FRAGMENTED_POOL, "VK_ERROR_FRAGMENTED_POOL"},
        {VK_ERROR_OUT_OF_POOL_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY"},
        {VK_ERROR_FRAGMENTATION, "VK_ERROR_FRAGMENTATION"},
        {VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"},
        {VK_ERROR_MEMORY_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED"},
        {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"},
    };
    for (const auto& [value, name] : kNames) {
        if (value == result) return name;
    }
    return fmt::format("VkResult {}", static_cast<int>(result));
}

VkPhysicalDeviceProperties coreProperties(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    return properties;
}

VkPhysicalDeviceFeatures coreFeatures(VkPhysicalDevice device) {
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(device, &features);
    return features;
}

void abandon(VkDevice device) {
    abandoned().push_back(device);
}

bool isAbandoned(VkDevice device) {
    return std::ranges::count(abandoned(), device) > 0;
}

bool anythingAbandoned() {
    return !abandoned().empty();
}

Result<void> check(std::string_view call, VkResult result) {
    if (result == VK_SUCCESS) return {};
    if (result == VK_ERROR_DEVICE_LOST) {
        return Error{ErrorKind::DeviceLost,
                     fmt::format("the device was lost ({} returned {})", call, resultName(result)), ""};
    }
    return rowFailed(fmt::format("{} returned {}", call, resultName(result)));
}

} // namespace vkperftest
