// What a driver's compiler makes of rows: a digest of each, or a transcript written down while it compiles.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "cases/bound_row.h"
#include "isa/digest.h"
#include "isa/subjects.h"
#include "model/device_record.h"
#include "vulkan/device.h"

namespace vkperftest {

// The row's place in a transcript; empty if no kernel goes with the strategy.
std::string codeKey(const Case& row, Strategy strategy);

// What the row loads, counted for each of its loads; why nothing is known of it.
CodeCell cellAt(const CodeCells& cells, const BoundRow& bound);

// Compiles every kernel of the bound rows once and hands each piece of the transcript to `append` at once.
// May be called once in a process if it is to pretend; then it may begin by starting the program again
// (mesa_drivers.h). `device`: without a target one that is present, as selectDevice takes it; whether it can
// execute anything does not matter.
Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const BoundRow> boundRows,
                        const std::function<void(const std::string&)>& append);

// One result for each bound row, in their order, of pipelines that are built for this alone, on a device of
// their own (compileOnly in pipeline_code.h, whose word on functions holds here, too). Unsupported if the
// driver tells nothing. `options`: with what the device that measures was opened.
Result<std::vector<Result<CodeDigest>>> readRowCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                     std::span<const BoundRow> boundRows,
                                                     const LogicalDeviceOptions& options = {});

} // namespace vkperftest
