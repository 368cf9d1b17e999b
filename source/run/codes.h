// What the driver's compiler made of the kernels, row by row.
#pragma once

#include "model/run_result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// Why there is no code, after a run that did not ask for it.
inline constexpr std::string_view kCodeNotRequested = "not requested";

// Asks the executor for the code of all rows, twins and the null row of an initial result
// (run/initial_result.h) that have none yet, every kernel once under each strategy, and writes it there; or
// why there is none. A kernel that the driver refuses costs that kernel's code alone; one that it cannot run
// has none, and if that is so of all, the first's reason is kept.
void addCodes(Executor& executor, const RunPlan& plan, RunResult& result);

} // namespace vkperftest
