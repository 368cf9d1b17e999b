// What the driver's compiler tells about a pipeline (VK_KHR_pipeline_executable_properties).
#pragma once

#include "isa/driver_code.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

// Whether devices of the driver can be created with DeviceOptions::compileOnly.
bool tellsCode(VkPhysicalDevice device);

// Of a pipeline of a device with compileOnly. Compute pipelines have one executable; a driver that makes several tells of
// the first. Representations that are no text are left out.
Result<DriverCode> readCode(const Device& device, const Pipeline& pipeline);

} // namespace vkperftest
