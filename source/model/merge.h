// Merging the results of several processes.
#pragma once

#include <set>
#include <span>

#include "model/run_result.h"

namespace vkperftest {

// Blocks that are missing from some of the merged run's rows, counted over all rows.
struct LeftOut {
    std::set<std::size_t> blocks;
    std::size_t rows = 0;
    std::string why = {}; // of the first one: why its run ended early, or what is wrong with the row
};

struct MergedRuns {
    RunResult run;
    LeftOut leftOut;
};

// Merges short runs, blocks, of the same plan, device and driver into one: what each has measured is one
// restart, numbered in their order. The kernels' code is the first run's. Takes at least one run.
//
// In a row, samples of its strategies stand side by side. A block that could not measure all that others did,
// or that used dispatches of another size, is left out of that row; the choice keeps the most samples. So a
// strategy is measured if enough blocks have measured it, and has failed if any block gave wrong values.
MergedRuns mergeRuns(std::span<const RunResult> runs);

// Whether both are of the same rows under the same strategies, as blocks of one plan are.
bool sameRows(const RunResult& a, const RunResult& b);

// A clause about a run that ended early or could not measure a row: the reason, or the first such row.
std::string whyIncomplete(const RunResult& run);

} // namespace vkperftest
