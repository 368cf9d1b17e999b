// What the driver's compiler makes of rows: what is kept of it.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "cases/target.h"
#include "isa/digest.h"
#include "model/device_record.h"
#include "vulkan/api.h"

namespace vkperftest {

// One result for each target, in their order, of pipelines that are built for this alone, on a device of
// their own (compileOnly in pipeline_code.h, whose word on functions holds here, too). Unsupported if the
// driver tells nothing.
Result<std::vector<Result<CodeDigest>>> readTargetCodes(VkPhysicalDevice device, const DeviceRecord& record,
                                                        std::span<const Target> targets);

} // namespace vkperftest
