// The CPU's side of the experiment "binding": which way to bind is the cheapest to record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/finding.h"
#include "model/run_result.h"
#include "stats/interval.h"

namespace vkperftest {

// The median time that recording a dispatch in one way takes on the CPU.
struct RecordingCost {
    std::string way;
    double nanoseconds = 0;
    std::optional<Interval> interval;
};

// The costs of all ways measured in command buffers of that many dispatches, the cheapest first.
std::vector<RecordingCost> recordingCosts(const RunResult& run, std::uint64_t dispatches);

// The lengths of command buffers that any way was measured in, ascending.
std::vector<std::uint64_t> recordedLengths(const RunResult& run);

// One finding for each length of command buffer, "CPU, 1000 dispatches": Cheapest for the way with the lowest
// median, or TooClose if the 95 % interval of another way reaches down into its own. The sentence lists the
// ways in levels; each way is surely dearer than at least one way of the level before. A way's figure is its
// time per dispatch minus that of "dispatch only", which is the cost of recording without binding: the
// difference of the medians, with its 95 % interval. If a way takes less than "dispatch only", the figures
// are total times. CannotSay without "dispatch only", with fewer than two ways of binding, or with too few
// samples. Then one finding for each way that was not measured, with the reason. A single CannotSay if the
// run holds no recording times because it was interrupted before. Even with a software driver, the CPU's side
// is the real time of a real driver.
std::vector<Finding> recordingFindings(const RunResult& run);

} // namespace vkperftest
