// Results by name: files, and those that PerfTest's READMEs publish, which are results files, too
// (published.json).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

// One run of printed figures for each GPU, in the order of published.json; no two devices share a name. Footnotes mark
// rows that do not show what their loads cost. The loop of a row of NVIDIA's was rewritten if a clock, 1.25 times that of
// boost by the product page, would have to bring a multiprocessor more than 32 channels, or of constants more than it
// adds by the CUDA C++ Programming Guide. AMD's scalar loads return out of order by its ISA documents, so that a shader
// waits for all of them.
const std::vector<RunResult>& referenceTables();

// The table of the GPU of that name, or else the only one whose name contains it; case is ignored. Otherwise
// a usage error that lists the tables that match, or all.
Result<const RunResult*> findReference(std::string_view name);

// Reads a results file. Usage errors as from runFromJson, and for files that are far too large for results.
Result<RunResult> readResultsFile(const std::string& path);

// The prefix of published tables' names.
inline constexpr std::string_view kPublished = "perftest:";

// The same, but also accepts perftest:NAME for a published table.
Result<RunResult> openResults(const std::string& nameOrPath);

// The file published.json, embedded at build time by cmake/EmbedLines.cmake.
std::span<const std::string_view> publishedLines();

// Reads such a text and checks its contents: types, lengths that belong together, samples greater than zero,
// no row twice, no key twice. Unknown fields are ignored, and so are derived ones ("summary"). A usage error
// names `origin` (a file name), the place and what is wrong there. A run that was not complete and gives no
// reason for its end comes back as interrupted.
Result<RunResult> runFromJson(std::string_view text, std::string_view origin);

// The same for a list of several devices' results, which `run --device all --format json` prints.
Result<std::vector<RunResult>> runsFromJson(std::string_view text, std::string_view origin);

} // namespace vkperftest
