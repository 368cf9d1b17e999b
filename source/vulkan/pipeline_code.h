// What the driver's compiler reports about a pipeline (VK_KHR_pipeline_executable_properties), of kernels and of
// users' shaders.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "isa/disassembly.h"
#include "isa/shader.h"
#include "model/device_record.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

struct CompileJob {
    std::string key; // equal for equal pipelines
    std::function<Result<Pipeline>(const Device&)> build;
};

CompileJob compileJob(std::string key, const PipelineRequest& request);

// The same for a user's shader, which is compiled and never executed; both arguments must outlive the job. RowFailed
// if the driver rejects it; Unsupported, with the reason, if the device cannot bind the shader that way, require the
// subgroup size, or do the shader's atomic operations or ray queries.
CompileJob compileJob(std::string key, const Shader& shader, const ShaderPipelineOptions& options);

// The same pipeline, to be executed.
Result<Pipeline> createShaderPipeline(const Device& device, const Shader& shader,
                                      const ShaderPipelineOptions& options);

// Called with a job's key, from several threads, one at a time.
struct CodeHooks {
    std::function<void(const std::string&)> begin = [](auto&) {};
    std::function<void(const std::string&, const Result<DriverCode>&)> end;
};

// Unsupported if the driver reports no code.
Result<void> tellsCode(const PhysicalDevice& device);

// Builds each distinct pipeline once, and reads what the driver reports about its first executable (nothing
// if there is none). Representations that are not text are skipped. Uses all cores, or one if the driver's
// disassembler is not thread-safe, and a device of its own, which need not be able to execute anything.
// NoDevice if the device cannot be opened or its driver reports no code. Afterwards volk's functions are
// those of that closed device: if another device is open, call its useFunctions(). `options`: what else the
// device is opened with.
Result<void> compileOnly(const PhysicalDevice& device, const DeviceRecord& record,
                         std::span<const CompileJob> jobs, const CodeHooks& hooks,
                         LogicalDeviceOptions options = {});

} // namespace vkperftest
