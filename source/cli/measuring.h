// Measuring, from options to the exit code: what `run` and `experiment` have in common.
#pragma once

#include <functional>

#include "cli/command_line.h"

namespace vkperftest {

// What becomes of a run that has ended, be it interrupted: prints it and writes the files.
using Delivery = std::function<Result<void>(const RunFigures& figures, const std::vector<OutputFile>& files)>;

// Opens the device, or all of them in turn, measures with progress on a terminal, saves files of the formats
// that are saved meanwhile, and hands over what came out, with the files of that device.
int measureAndDeliver(const RunOptions& options, const Delivery& deliver);

} // namespace vkperftest
