// Measures what was asked for, on one device, or on all of them one after the other.
#pragma once

#include <functional>

#include "analysis/figures.h"
#include "cli/run_request.h"

namespace vkperftest {

// What becomes of a run that has ended, be it interrupted: it is saved in these files, then printed.
using ShowRun = std::function<Result<void>(const RunFigures&, const std::vector<OutputFile>&)>;

// `printed`: how `show` writes standard output; where that is one document of all devices, it gets what is
// shown. The exit code.
Result<int> measureDevices(RunRequest& request, OutputOptions& printed, const ShowRun& show);

} // namespace vkperftest
