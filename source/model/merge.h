// Putting several processes' results together.
#pragma once

#include <span>

#include "model/run_result.h"

namespace vkperftest {

struct MergedRuns {
    RunResult run;
    // What is not in it, a clause: "1 of 4 blocks left out of 3 of 276 rows; first reason: …"; empty if nothing is missing.
    std::string leftOut;
};

// One run of several short ones, blocks, of the same plan, device and driver: what each has measured is one epoch,
// numbered in their order. The kernels' code is the first run's. At least one run.
//
// In a row, samples of its strategies stand side by side. A block that could not measure all that others did, or that
// measured it with dispatches of another size, is left out of that row; of the ways to choose, the one that keeps the
// most samples is taken. So a strategy is measured if enough blocks have measured it; one that gave wrong values in any
// block has failed.
MergedRuns mergeRuns(std::span<const RunResult> runs);

// Whether both are of the same rows under the same strategies, as blocks of one plan are.
bool sameRows(const RunResult& a, const RunResult& b);

// A clause, of a run that was ended early or could not measure a row: which is the first.
std::string whyIncomplete(const RunResult& run);

} // namespace vkperftest
