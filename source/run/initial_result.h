// The result that a run starts from: every row that it will measure, without samples, or with the samples of
// the run that is resumed.
#pragma once

#include "model/run_result.h"
#include "run/plan.h"

namespace vkperftest {

// Rows and twins in the plan's order. Rows of the earlier run are taken over with their samples, finished or
// not; so are the null row and the baseline's series, which continue from there.
RunResult initialResult(const RunPlan& plan);

// Everything that the plan measures: each row and twin under each of its strategies.
std::vector<BoundRow> boundRowsOf(const RunPlan& plan);

// The strategies that the device must be opened for. A run that measures recording needs all of them.
std::vector<Strategy> neededStrategies(const RunPlan& plan);

// True if nothing of the row is left to measure: every strategy is unsupported or failed, or the row stopped
// because it was precise or its time was up.
bool finished(const RowResult& row);

} // namespace vkperftest
