// Putting several processes' results together.
#pragma once

#include <set>
#include <span>

#include "model/run_result.h"

namespace vkperftest {

// Blocks that are not in some of the merged run's rows, all of them together.
struct LeftOut {
    std::set<std::size_t> blocks;
    std::size_t rows = 0;
    // Of the first: the row, why it was not measured (nothing: its dispatches had another size), and why its
    // run ended early (RunResult::aborted; empty if it did not).
    std::string row = {};
    std::optional<Unmeasured> unmeasured = {};
    std::string aborted = {};
};

struct MergedRuns {
    RunResult run;
    LeftOut leftOut;
};

// One run of several short ones, blocks, of the same plan, device and driver: what each has measured is one
// epoch, numbered in their order. The kernels' code is the first run's. At least one run.
//
// In a row, samples of its strategies stand side by side. A block that could not measure all that others did,
// or that measured it with dispatches of another size, is left out of that row; of the ways to choose, the
// one that keeps the most samples is taken. So a strategy is measured if enough blocks have measured it; one
// that gave wrong values in any block has failed.
MergedRuns mergeRuns(std::span<const RunResult> runs);

// The worse of what two parts of a run know of the device's timer: the rate that is surely farther from 1,
// or, if neither is surely off, the one with the tighter bounds.
std::optional<TimerRate> worseTimer(const std::optional<TimerRate>& one,
                                    const std::optional<TimerRate>& other);

// Whether both are of the same rows under the same strategies, as blocks of one plan are.
bool sameRows(const RunResult& a, const RunResult& b);

// A clause, of a run that was ended early or could not measure a row: which is the first.
std::string whyIncomplete(const RunResult& run);

} // namespace vkperftest
