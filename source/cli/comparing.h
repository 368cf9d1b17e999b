// What `compare` and `ab` have in common: the comparison of two runs, its printing and the exit code.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/output.h"
#include "report/documents.h"

namespace vkperftest {

// The value of --threshold: "3%", "3 %" and "3" are 0.03. A bare "0.05" is rejected: most people who write it mean 5 %.
Result<double> parsePercent(const std::string& given);

// --metric, --threshold, --filter, --all, --fail-on and --format: how to compare.
struct CompareOptions {
    CompareSettings settings;
    std::vector<std::string> filters; // over row names; none: all
    std::vector<Verdict> failOn;
    OutputOptions output; // all: shows SAME and UNCLEAR rows, too

    void declare(Options& options);
};

struct NamedRun {
    std::string name; // as the user gave it
    RunResult run;
};

// Compares the rows that match the filters. A usage error if a filter matches none.
Result<ComparedRuns> compareNamed(const NamedRun& base, const NamedRun& now, const CompareOptions& how);

// Prints; returns the exit code.
Result<int> deliverComparison(const std::vector<ComparedRuns>& compared, const CompareOptions& how);

} // namespace vkperftest
