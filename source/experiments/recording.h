// The CPU's side of the experiment "binding": which way to bind is the cheapest to record.
#pragma once

#include <string_view>
#include <vector>

#include "experiments/finding.h"
#include "model/run_result.h"

namespace vkperftest {

constexpr std::string_view kTooClose = "cannot tell apart"; // a verdict

// One finding for each length of command buffer, "CPU, 1000 dispatches": its verdict is the way with the
// lowest median, or kTooClose if the 95 % interval of another reaches down into its own; the
// sentence names those. Its figures are a way's time a dispatch less that of "dispatch only", which is what
// recording costs without binding: the difference of the medians, with its 95 % interval. "cannot say"
// without that, if fewer than two ways of binding were measured, or with too few samples. Then one for each
// way that was not measured, with its reason. Of a software driver, too, the CPU's side is real time of a
// real driver. One finding that cannot say if the run holds no recording times: it was interrupted before.
std::vector<Finding> recordingFindings(const RunResult& run);

} // namespace vkperftest
