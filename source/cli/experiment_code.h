// `experiment NAME --target`: what code alone tells.
#pragma once

#include "cli/isa_options.h"
#include "cli/output.h"
#include "experiments/experiment.h"

namespace vkperftest {

// Compiles the options' rows for their targets and prints what the experiment, which must have judgeCode, finds in the
// code; the exit code is that of `isa`.
Result<int> judgeTargets(const Experiment& experiment, const IsaOptions& options,
                         const OutputOptions& output);

} // namespace vkperftest
