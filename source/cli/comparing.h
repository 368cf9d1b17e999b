// What `compare` and `ab` have in common: the comparison of two runs, its printing and the exit code.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/comparison_formats.h"

namespace CLI {
class App;
}

namespace vkperftest {

struct ComparisonFile {
    std::string path;
    const ComparisonFormat* format = nullptr;
};

// --metric, --threshold, --filter, --sort, --fail-on, --format and --output: how to compare.
struct CompareOptions {
    CompareSettings settings;
    std::vector<std::string> filters; // over row names; none: all
    bool sortByChange = false;
    std::vector<Verdict> failOn;
    const ComparisonFormat* format = &comparisonFormats()[0];
    std::vector<std::string> paths;
    std::vector<ComparisonFile> files; // the paths, each in the format of its ending, or else in `format`

    void declare(CLI::App& app);
    void check(); // fills in the files
};

struct NamedRun {
    std::string name; // as the user gave it
    RunResult run;
};

// Compares the rows that the filters leave. A usage error that names near rows if a filter matches none.
Result<ComparedRuns> compareNamed(const NamedRun& base, const NamedRun& now, const CompareOptions& how);

// Prints and saves; the exit code.
Result<int> deliverComparison(const std::vector<ComparedRuns>& compared, const CompareOptions& how);

} // namespace vkperftest
