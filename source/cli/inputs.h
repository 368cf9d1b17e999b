// Results files as users name them: a file, a folder of them, "-" for standard input, perftest:NAME for a
// published table.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/figures.h"
#include "cli/output.h"

namespace vkperftest {

// Declares the FILEs of `show` and `advise`.
void addResultsFiles(Options& options, std::vector<std::string>& names);

// Replaces each folder by its .json files, sorted, without schemas (.schema.json) and hidden files. A usage
// error if a folder has none, or if standard input is named twice.
Result<void> expandFolders(std::vector<std::string>& names);

// Opens what openResults opens, and standard input.
Result<RunResult> openInput(const std::string& name);

// Files that were read and analysed, and the errors of the others, both in the order of their names.
struct LoadedRun {
    std::string name; // as the user gave it
    RunResult run;
    RunFigures figures; // of the run
};
struct LoadedRuns {
    std::vector<LoadedRun> runs;
    std::vector<std::pair<std::string, Error>> failed; // by name

    // The last of these errors, after printing the others; none if all files loaded.
    Result<void> trouble() const;
};

// Opens and analyses all of them, on all cores.
LoadedRuns openAll(const std::vector<std::string>& names);

// Prints each file's document; of several files, skips those that have none, and says so. Returns the
// exit code.
Result<int> showEach(const std::vector<std::string>& names, const OutputOptions& how,
                     const std::function<Result<Document>(const RunFigures&)>& documentOf);

} // namespace vkperftest
