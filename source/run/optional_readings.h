// What the driver's compiler made of the kernels, row by row.
#pragma once

#include <functional>
#include <vector>

#include "model/run_result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// The reason for missing code after a run that did not ask for it.
inline constexpr std::string_view kCodeNotRequested = "not requested";

// Asks the executor for the code of every row, twin and null row of an initial result (run/plan.h)
// that has none yet, once for each kernel and strategy, and records there the code or the reason why there is
// none. If the driver rejects a kernel, only that kernel's code is missing. A kernel that the device cannot
// run gets no entry; if no kernel gets one, the first reason is kept.
void addCodes(Executor& executor, const RunPlan& plan, RunResult& result);

// Measures the CPU's side of binding: every way at every length, in rounds of shuffled order, so that a
// disturbance of the host slows all ways equally.

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
