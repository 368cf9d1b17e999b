// Printing and saving a run's results.
#pragma once

#include "cli/command_line.h"

namespace vkperftest {

// Files first: a reader of standard output that goes away must not cost them; one that fails costs only
// itself. What a format has no room for goes to stderr. `explain`: see ReportStyle. The first trouble, if there
// was any.
Result<void> deliver(const RunFigures& figures, const ReportFormat& format,
                     const std::vector<OutputFile>& files, bool explain);

// The same without printing.
Result<void> deliverFiles(const RunFigures& figures, const std::vector<OutputFile>& files,
                          bool explain = false);

} // namespace vkperftest
