// What the driver's compiler made of the kernels, row by row.
#pragma once

#include "model/run_result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// The reason for missing code after a run that did not ask for it.
inline constexpr std::string_view kCodeNotRequested = "not requested";

// Asks the executor for the code of every row, twin and null row of an initial result (run/initial_result.h)
// that has none yet, once for each kernel and strategy, and records there the code or the reason why there is
// none. If the driver rejects a kernel, only that kernel's code is missing. A kernel that the device cannot
// run gets no entry; if no kernel gets one, the first reason is kept.
void addCodes(Executor& executor, const RunPlan& plan, RunResult& result);

} // namespace vkperftest
