// What a physical device tells about itself.
#pragma once

#include "model/device_record.h"
#include "vulkan/api.h"

namespace vkperftest {

DeviceRecord describe(VkPhysicalDevice device);

bool hasExtension(VkPhysicalDevice device, const char* name);

} // namespace vkperftest
