// Continuing a results file whose run was not finished.
#pragma once

#include <string>

#include "base/result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// The sizes that the run has found. A usage error if this program cannot have found one of them.
Result<KnownSizes> sizesOf(const RunResult& run);

// Lets the plan go on with the run of the file `name`: rows that are finished are kept, the others are measured.
// `now`: the device and the kernels that it would go on with (vulkan/open_devices.h); no row may be added to the
// plan afterwards. A usage error if samples of both do not belong into one file: it names the setting, device,
// driver or kernel that differs.
Result<void> continueRun(RunPlan& plan, const RunResult& file, const std::string& name, const Provenance& now,
                         const ExecutorTraits& traits);

// True if the plan goes on with a file whose run ended and that has everything the plan asks for.
bool nothingLeft(const RunPlan& plan);

} // namespace vkperftest
