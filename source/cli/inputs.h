// Results files as users name them: a file, a folder of them, "-" for standard input, perftest:NAME for a
// published table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "experiments/claim_runs.h"

namespace vkperftest {

// The one that `show` and `advise` take.
void addResultsFile(Options& options, std::string& name);

// A folder becomes the files in it that end with .json, sorted, but for schemas (.schema.json) and hidden
// ones. A usage error for a folder without any, or if standard input is named twice.
Result<void> expandFolders(std::vector<std::string>& names);

// As openResults does it, and standard input.
Result<RunResult> openInput(const std::string& name);

// Opens the files for what they say of lint's claims; errors as ClaimRuns::add.
Result<ClaimRuns> openClaimRuns(const std::vector<std::string>& names);

// Prints and saves the document of each file, all in one where the format has room for that. The exit code.
Result<int> showEach(const std::vector<std::string>& names, OutputOptions& how,
                     const std::function<Document(const RunFigures&)>& documentOf);

} // namespace vkperftest
