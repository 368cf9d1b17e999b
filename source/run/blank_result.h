// The result that a run starts from: every row it will measure, nothing measured yet, or what an earlier run
// has left.
#pragma once

#include "model/run_result.h"
#include "run/runner.h"

namespace vkperftest {

// Rows and floors in the plan's order. Those that `plan.start` holds are taken over with their samples,
// finished or not; so are the null row and the baseline's series, which go on from there.
RunResult blankResult(const RunPlan& plan);

// Whether nothing is left to measure of the row: every strategy is closed, or it was stopped by its precision
// or its time.
bool finished(const RowResult& row);

} // namespace vkperftest
