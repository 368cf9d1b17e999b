// Putting several processes' results together.
#pragma once

#include <span>

#include "model/run_result.h"

namespace vkperftest {

// One run of several short ones of the same plan, device and driver: what each has measured is one epoch,
// numbered in their order. A strategy that failed in one of them has failed. The kernels' code is the first
// run's. At least one run.
RunResult mergeRuns(std::span<const RunResult> runs);

} // namespace vkperftest
