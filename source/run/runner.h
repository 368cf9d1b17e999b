// Measures rows on an executor: verify, size, warm up, then interleaved rounds until every row is precise or
// the time is up; every few rounds everything on the device is made anew and verified again, an epoch. Sees
// neither a clock nor a device: time is what the executor reports.
#pragma once

#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// Fails only if the baseline cannot be measured; every other trouble is the row's own and stands in the
// result. The wall time is left for the caller to fill in.
Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks);

} // namespace vkperftest
