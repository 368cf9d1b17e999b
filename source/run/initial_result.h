// The result that a run starts from: every row that it will measure, with nothing measured yet, or with what
// an earlier run has left.
#pragma once

#include "model/run_result.h"
#include "run/plan.h"

namespace vkperftest {

// Rows and twins in the plan's order. Those that the earlier run holds are taken over with their samples,
// finished or not; so are the null row and the baseline's series, which go on from there.
RunResult initialResult(const RunPlan& plan);

// All that the plan measures, each row and twin under each of its strategies.
std::vector<BoundRow> boundRowsOf(const RunPlan& plan);

// What the device must be opened for: everything is recorded in every way, if anything is.
std::vector<Strategy> neededStrategies(const RunPlan& plan);

// Whether nothing is left to measure of the row: every strategy is closed, or it was stopped by its precision
// or its time.
bool finished(const RowResult& row);

} // namespace vkperftest
