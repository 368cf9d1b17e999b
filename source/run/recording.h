// Measures the CPU's side of binding: every way at every length, in rounds of shuffled order, so that a
// disturbance of the host slows all ways equally.
#pragma once

#include <functional>
#include <vector>

#include "model/run_result.h"
#include "run/executor.h"

namespace vkperftest {

// Enough for an interval of a few percent; 11,111 dispatches of every way are recorded in each round.
constexpr std::size_t kRecordingRounds = 15;

// Command buffers up to this length are executed; longer ones would show nothing more, in a hundred times the
// time under the validation layers.
constexpr std::uint64_t kLongestExecuted = 1000;

// One result for each way, in their order. In a first round, whose times do not count, every way is executed
// and verified at every length up to kLongestExecuted. `interrupted` may be empty; once it returns true, ways
// become not measured unless all rounds are done. NoDevice if the device is gone; any other failure is
// recorded for its way alone.
Result<std::vector<RecordingResult>> measureRecording(Executor& executor, std::uint64_t seed,
                                                      const std::function<bool()>& interrupted);

} // namespace vkperftest
