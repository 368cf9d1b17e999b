// The commands: each takes its options, prints, and returns the exit code.
#pragma once

#include "cli/command_line.h"

namespace vkperftest {

int execute(const RunOptions& options);
int execute(const ListOptions& options);
int execute(const DevicesOptions& options);
int execute(const ShowOptions& options);
int execute(const CompareOptions& options);
int execute(const AbOptions& options);
int execute(const ExperimentOptions& options);
int execute(const IsaOptions& options);
int execute(const ReferenceOptions& options);
int execute(const ImportOptions& options);
int execute(const PrintText& wanted); // help, version

} // namespace vkperftest
