// What a physical device tells about itself.
#pragma once

#include "model/device_record.h"
#include "vulkan/api.h"

namespace vkperftest {

// A device without such a queue is unusable.
DeviceRecord describe(VkPhysicalDevice device, QueueKind queue);

} // namespace vkperftest
