// The commands: each takes its options, prints, and returns the exit code.
#pragma once

#include "cli/command_line.h"

namespace vkperftest {

int runCommand(const RunOptions& options);
int listCommand(const ListOptions& options);
int devicesCommand(const DevicesOptions& options);

} // namespace vkperftest
