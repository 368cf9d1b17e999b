// What a driver's compiler makes of rows and of users' shaders: a digest of each row, or a log written
// during compilation.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "cases/binding.h"
#include "isa/compile_log.h"
#include "isa/shader.h"
#include "isa/summary.h"
#include "model/device_record.h"
#include "run/optional_readings.h"
#include "vulkan/device.h"

namespace vkperftest {

// What the row loads, counted per load of the row; or why that is unknown. Rows' keys are those of codeKey().
CodeCell cellAt(const CodeCells& cells, const BoundRow& bound);

using TellPart = std::function<void(const Message&)>; // one of compile_log.h

// Compiles every kernel of the bound rows once and tells each part of the log at once. Once in a process for a
// target, after pretend() (mesa_drivers.h). `device`: without a target, a device that is present, as selectDevice
// takes it; it need not be able to execute anything.
Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const BoundRow> boundRows,
                        const TellPart& tell);

// The same for users' shaders, each with a key of its own, with all that the device offers to compute shaders.
// Unsupported if the device lacks the robustness asked for.
Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const Shader> shaders,
                        const ShaderPipelineOptions& options, const TellPart& tell);

// One result for each key, in order, of the job of that key. Otherwise as readRowCodes.
struct CompileJob;
Result<std::vector<Result<CodeDigest>>> readCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                  std::span<const std::string> keys,
                                                  std::span<const CompileJob> jobs,
                                                  const LogicalDeviceOptions& options);

// One result for each bound row, in order. The pipelines are built for this alone, on a device of their own
// (see compileOnly in pipeline_code.h, also about volk's functions). Unsupported if the driver reports no
// code. `options`: those of the measuring device.
Result<std::vector<Result<CodeDigest>>> readRowCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                     std::span<const BoundRow> boundRows,
                                                     const LogicalDeviceOptions& options = {});

} // namespace vkperftest
