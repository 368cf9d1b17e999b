// The commands: each takes its options, prints, and returns the exit code.
#pragma once

#include "cli/command_line.h"

namespace vkperftest {

int runCommand(const RunOptions& options);
int listCommand(const ListOptions& options);
int devicesCommand(const DevicesOptions& options);
int showCommand(const ShowOptions& options);
int compareCommand(const CompareOptions& options);
int abCommand(const AbOptions& options);
int experimentCommand(const ExperimentOptions& options);
int isaCommand(const IsaOptions& options);
int referenceCommand(const ReferenceOptions& options);
int importCommand(const ImportOptions& options);

} // namespace vkperftest
