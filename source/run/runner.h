// Measures rows on an executor: verify, size, warm up, then interleaved rounds until every row is precise or
// the time is up. Every few rounds an epoch begins: everything on the device is recreated and verified again.
// The runner sees neither a clock nor a device: time is what the executor reports.
#pragma once

#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// Fails only if the baseline cannot be measured; any other failure is recorded in the result of its row. The
// caller fills in the wall time.
Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks);

} // namespace vkperftest
