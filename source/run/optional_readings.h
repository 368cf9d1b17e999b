// What a run measures besides its rows: the code that the driver's compiler makes of the kernels, the CPU's side of
// binding, and walks through windows of memory.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/run_result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// Names the pipeline that the bound row runs: "raw_buffer.4.linear set".
std::string codeKey(const BoundRow& bound);

// Asks the executor for the code of every row, control and A/A control of an initial result (run/plan.h)
// that has none yet, once for each kernel and strategy, and records there the code or the reason why there is
// none. If the driver rejects a kernel, only that kernel's code is missing. A kernel that the device cannot
// run gets no entry; if no kernel gets one, the first reason is kept.
void addCodes(Executor& executor, const RunPlan& plan, RunResult& result);

// Both of the following take turns in rounds of shuffled order, so that a disturbance slows all equally. In a first
// round, whose times do not count, everything is verified. NoDevice if the device is
// gone; any other failure is recorded for its way, or its walk and size, alone.

// Enough for an interval of a few percent; 11,111 dispatches of every way are recorded in each round.
constexpr std::size_t kRecordingRounds = 15;

// Command buffers up to this length are executed; longer ones would show nothing more, in a hundred times the
// time under the validation layers.
constexpr std::uint64_t kLongestExecuted = 1000;

// One result for each way of binding, in their order, with samples of every length. If it is interrupted, all ways
// become not measured.
Result<std::vector<RecordingResult>> measureRecording(Executor& executor, std::uint64_t seed,
                                                      const std::function<bool()>& interrupted);

struct WindowEffort {
    std::size_t rounds = 15;
    std::uint64_t memory = kWindowMemory;
};

// 8 rounds for goals of 3 % and more, as of --quick; 30 for 0.3 % and less, as of --precise.
WindowEffort windowEffort(const Effort& effort, const Method& method);

struct WalkedWindows {
    // One for each walk (cases/walk.h) and size of its window, walks in their order, sizes ascending; none if the
    // measurement was interrupted, so that a resumed run measures all.
    std::vector<WindowResult> results;
    // In timed dispatches, and the part of it in samples; the rest found the dispatches' sizes.
    double busyNanoseconds = 0, timedNanoseconds = 0;
};

// In the first round, each dispatch is made to take 0.5 ms or more; unless the method has a limit, it is never
// shorter than shortestDispatch().
// `tell` is called before every turn.
Result<WalkedWindows> measureWindows(Executor& executor, const WindowEffort& effort, std::uint64_t seed,
                                     const std::function<bool()>& interrupted,
                                     const std::function<void(std::size_t done, std::size_t all)>& tell);

} // namespace vkperftest
