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
Result<void> tellsCode(const PhysicalDevice& device);

// Builds the pipelines on all cores, or one by one where the driver's disassembler is not thread-safe, equal
// ones once and those without a kernel never, on a device of their own that need not be able to execute them,
// and reads what the driver tells of each pipeline's first executable (nothing if it has none);
// representations that are no text are left out. NoDevice if the device cannot be opened or its driver tells
// nothing. Afterwards volk's functions are those of that closed device: whoever has another open calls its
// useFunctions(). `options`: with what else the device is opened.
Result<void> compileOnly(const PhysicalDevice& device, const DeviceRecord& record,
                         std::span<const PipelineRequest> requests, const CodeHooks& hooks,
                         LogicalDeviceOptions options = {});

} // namespace vkperftest
