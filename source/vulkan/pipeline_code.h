// What the driver's compiler tells about a pipeline (VK_KHR_pipeline_executable_properties).
#pragma once

#include <functional>
#include <span>

#include "isa/driver_code.h"
#include "model/device_record.h"
#include "vulkan/api.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

// Called from several threads, one at a time.
struct CodeHooks {
    std::function<void(const PipelineRequest&)> begin;
    std::function<void(const PipelineRequest&, const Result<DriverCode>&)> end;
};

// Unsupported if the driver tells nothing.
Result<void> tellsCode(VkPhysicalDevice device);

// Builds the pipelines on all cores, equal ones once, on a device that need not be able to execute them, and
// reads what the driver tells of each. Compute pipelines have one executable; a driver that makes several
// tells of the first, one that makes none of nothing. Representations that are no text are left out. NoDevice if the device cannot be opened,
// or its driver tells nothing. Vulkan's functions are those of that device then, which is closed: who has
// another open calls its useFunctions().
Result<void> compileOnly(VkPhysicalDevice device, const DeviceRecord& record,
                         std::span<const PipelineRequest> requests, const CodeHooks& hooks);

} // namespace vkperftest
