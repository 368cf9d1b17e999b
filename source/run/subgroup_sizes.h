// Rows in every subgroup size that a device offers.
#pragma once

#include "base/result.h"
#include "model/device_record.h"
#include "run/plan.h"

namespace vkperftest {

// The sizes that a compute pipeline may require on the device, ascending; empty: none.
std::vector<std::uint32_t> offeredSizes(const DeviceRecord& device);

// Unsupported if a device whose pipelines may require these sizes does not offer the size.
Result<void> checkSize(std::uint32_t size, std::uint32_t smallest, std::uint32_t largest);

// Behind each row that leaves the size to the driver, and whose lanes share nothing, adds the same row in
// each of the sizes, and their twins. Fails if no pipeline may require a size, or if an earlier run, which
// the plan resumes, has rows in other sizes.
Result<void> addEverySize(RunPlan& plan, const DeviceRecord& device);

} // namespace vkperftest
