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

// What recording a dispatch in one way takes on the CPU, in the median.
struct RecordingCost {
    std::string way;
    double nanoseconds = 0;
    std::optional<Interval> interval;
};

// Of all ways that were measured in command buffers of so many dispatches, the cheapest first.
std::vector<RecordingCost> recordingCosts(const RunResult& run, std::uint64_t dispatches);

// The lengths of command buffers that any way was measured in, ascending.
std::vector<std::uint64_t> recordedLengths(const RunResult& run);

// One finding for each length of command buffer, "CPU, 1000 dispatches": Cheapest is the way with the lowest
// median, or TooClose if the 95 % interval of another reaches down into its own. The sentence names the ways
// in levels, each of which is surely dearer than one way of the level before. Its figures are a way's time a
// dispatch less that of "dispatch only", which is what recording costs without binding: the difference of the
// medians, with its 95 % interval; whole times where a way takes less than that. CannotSay without "dispatch
// only", if fewer than two ways of binding were measured, or with too few samples. Then one for each way that
// was not measured, with its reason. One CannotSay alone if the run holds no recording times: it was
// interrupted before. Of a software driver, too, the CPU's side is real time of a real driver.
std::vector<Finding> recordingFindings(const RunResult& run);

} // namespace vkperftest
