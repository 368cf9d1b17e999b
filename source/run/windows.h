// Measures walks (cases/walk.h): every walk at every size of its window, in rounds of shuffled order, so that
// a disturbance slows no size more than others.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "model/run_result.h"
#include "run/executor.h"
#include "run/stopping.h"

namespace vkperftest {

struct WindowEffort {
    std::size_t rounds = 15;
    std::uint64_t memory = kWindowMemory;
};

// 8 rounds for goals of 3 % and more, as of --quick; 30 for 0.3 % and less, as of --precise, and then windows
// up to kPreciseWindowMemory.
WindowEffort windowEffort(const Effort& effort);

// A sample: the dispatch, and one of twice its steps. What a dispatch costs besides its loads, and first
// loads from memory, are in both, but not in their difference. Each comes behind an untimed load of the whole
// window: behind the shorter dispatch alone, caches would hold what the longer one loads first.
std::array<WalkPart, 4> partsOfSample(const WalkDispatch& dispatch);

struct WindowHooks {
    std::function<bool()> interrupted;                               // may be empty
    std::function<void(std::size_t done, std::size_t all)> measured; // after every sample; may be empty
};

struct WalkedWindows {
    // One for each walk and size, walks in their order, sizes ascending; none if the measurement was
    // interrupted, so that a resumed run measures all.
    std::vector<WindowResult> results;
    // In timed dispatches, and the part of it in samples; the rest found the dispatches' sizes.
    double busyNanoseconds = 0, timedNanoseconds = 0;
};

// Before the rounds, every walk and size is verified, and its dispatches are made to take 1 ms or more, and
// are never shorter than shortestDispatch(). NoDevice if the device is gone; any other failure is recorded
// for its walk and size alone.
Result<WalkedWindows> measureWindows(Executor& executor, const WindowEffort& effort, std::uint64_t seed,
                                     const WindowHooks& hooks);

} // namespace vkperftest
