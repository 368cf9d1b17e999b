// Going on with a results file that was not finished.
#pragma once

#include "run/runner.h"

namespace vkperftest {

// The plan that the file's run had: its suite, rows, strategies, baseline, effort and seed, and what it has
// finished. A usage error if this program lacks one of them, or if the file holds no samples of its own (a
// published table).
Result<RunPlan> resumedPlan(const RunResult& file);

// Whether samples of both can stand in one file: the same device, driver and kernels. A usage error that says
// what differs, and how. `now` is the identity of the run that would go on (cli/identity.h).
Result<void> checkSameMachine(const RunResult& file, const RunResult& now);

} // namespace vkperftest
