// Who measured, when, with what: what is known of a run before anything is measured.
#pragma once

#include <span>

#include "cases/target.h"
#include "model/run_result.h"

namespace vkperftest {

// Tool, time of day, host, device and the hashes of the kernels that the targets need.
Provenance provenanceOf(const DeviceRecord& device, std::span<const Target> targets);

} // namespace vkperftest
