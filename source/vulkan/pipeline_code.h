// What the driver's compiler reports about a pipeline (VK_KHR_pipeline_executable_properties).
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

// Unsupported if the driver reports no code.
Result<void> tellsCode(const PhysicalDevice& device);

// Builds each distinct pipeline once, and reads what the driver reports about its first executable (nothing
// if there is none). Requests without a kernel and representations that are not text are skipped. Uses all
// cores, or one if the driver's disassembler is not thread-safe, and a device of its own, which need not be
// able to execute anything. NoDevice if the device cannot be opened or its driver reports no code. Afterwards
// volk's functions are those of that closed device: if another device is open, call its useFunctions().
// `options`: what else the device is opened with.
Result<void> compileOnly(const PhysicalDevice& device, const DeviceRecord& record,
                         std::span<const PipelineRequest> requests, const CodeHooks& hooks,
                         LogicalDeviceOptions options = {});

} // namespace vkperftest
