// What `compare` and `ab` have in common: the comparison of two runs, its printing and the exit code.
#pragma once

#include "cli/command_line.h"
#include "report/documents.h"

namespace vkperftest {

struct NamedRun {
    std::string name; // as the user gave it
    RunResult run;
};

// Compares the rows that the filters leave. A usage error that names near rows if a filter matches none.
Result<ComparedRuns> compareNamed(const NamedRun& base, const NamedRun& now, const Comparing& how);

// Prints and saves; the exit code.
int deliverComparison(const std::vector<ComparedRuns>& compared, const Comparing& how);

} // namespace vkperftest
