// The CPU's side of the experiment "binding": which way to bind is the cheapest to record.
#pragma once

#include <vector>

#include "experiments/experiment.h"
#include "results/model.h"

namespace vkperftest {

// One finding for each length of command buffer, "CPU, 1000 dispatches": its verdict is the way whose median
// is the lowest, and those whose 95 % interval reaches down into its own; "dispatch only" is what recording
// costs without binding, and no way. "cannot say" if fewer than two ways were measured, or with too few
// samples. Then one for each way that was not measured, with its reason. Of a software driver, too, the CPU's
// side is real time of a real driver. One finding that cannot say if the run holds no recording times: it was
// interrupted before.
std::vector<Finding> recordingFindings(const RunResult& run);

} // namespace vkperftest
