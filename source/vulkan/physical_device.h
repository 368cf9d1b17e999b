// What a physical device reports about itself.
#pragma once

#include "model/device_record.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

// A device without such a queue is unusable.
DeviceRecord describe(const PhysicalDevice& device, QueueKind queue);

} // namespace vkperftest
