// What a driver's compiler makes of rows and of users' shaders, as it reports (VK_KHR_pipeline_executable_properties): a
// digest of each row, or a log written during compilation.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "cases/binding.h"
#include "isa/compile_log.h"
#include "isa/disassembly.h"
#include "isa/shader.h"
#include "isa/summary.h"
#include "model/device_record.h"
#include "run/optional_readings.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

struct CompileJob {
    std::string key; // equal for equal pipelines
    std::function<Result<Pipeline>(const Device&)> build;
};

CompileJob compileJob(std::string key, const PipelineRequest& request);

// The same for a user's shader (createShaderPipeline), which must outlive the job.
CompileJob compileJob(std::string key, const Shader& shader);

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

// What the row loads, counted per load of the row; or why that is unknown. Rows' keys are those of codeKey().
CodeCell cellAt(const CodeCells& cells, const BoundRow& bound);

using TellPart = std::function<void(const Message&)>; // one of compile_log.h

// Compiles every kernel of the bound rows once and tells each part of the log at once. Once in a process for a
// target, after pretend() (mesa_drivers.h). `device`: without a target, a device that is present, as selectDevice
// takes it; it need not be able to execute anything.
Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const BoundRow> boundRows,
                        const TellPart& tell);

// The same for users' shaders, each with a key of its own, with all that the device offers to compute shaders.
// Unsupported if the device lacks the robustness, which is the same for all.
Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const Shader> shaders,
                        const TellPart& tell);

// One result for each bound row, in order, of the job of its key. Otherwise as readRowCodes.
Result<std::vector<Result<CodeDigest>>> readCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                  std::span<const BoundRow> boundRows,
                                                  std::span<const CompileJob> jobs,
                                                  const LogicalDeviceOptions& options);

// One result for each bound row, in order. The pipelines are built for this alone, on a device of their own
// (see compileOnly, also about volk's functions). Unsupported if the driver reports no
// code. `options`: those of the measuring device.
Result<std::vector<Result<CodeDigest>>> readRowCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                     std::span<const BoundRow> boundRows,
                                                     const LogicalDeviceOptions& options = {});

} // namespace vkperftest
