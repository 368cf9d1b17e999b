// What a physical device tells about itself.
#pragma once

#include "model/device_record.h"
#include "vulkan/api.h"

namespace vkperftest {

DeviceRecord describe(VkPhysicalDevice device);

} // namespace vkperftest
