// Measures a request on one device, or on all devices one after the other.
#pragma once

#include <functional>

#include "analysis/figures.h"
#include "cli/run_request.h"

namespace vkperftest {

// Saves a run that ended or was interrupted in these files, then prints it.
using ShowRun = std::function<Result<void>(const RunFigures&, const std::vector<OutputFile>&)>;

// `printed`: how `show` writes standard output. If all devices become one document, `printed` collects it.
// Returns the exit code.
Result<int> measureDevices(RunRequest& request, DeviceOpener openDevices, OutputOptions& printed,
                           const ShowRun& show);

} // namespace vkperftest
