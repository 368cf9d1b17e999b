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

// One GPU's published table.
struct ReferenceTable {
    std::string vendor;       // "AMD"
    std::string architecture; // "GCN3"
    std::string gpu;          // "R9 Fury 56 CU"; no two tables share it
    std::string source;       // "PerfTest's README of 2020 (Direct3D 11, driver not named)"
    // The rows that were published, in their order, with printed figures under `set`
    // (StrategyResult::printed). Footnotes mark those that do not show what their loads cost.
    RunResult run;
};

// All of them, in the order of published.json.
const std::vector<ReferenceTable>& referenceTables();

// The table of the GPU of that name, or else the only one whose name contains it; case is ignored. Otherwise
// a usage error that lists the tables that match, or those with similar names.
Result<const ReferenceTable*> findReference(std::string_view name);

// Reads a results file. Usage errors as from runFromJson, and for files that are far too large for results.
Result<RunResult> readResultsFile(const std::string& path);

// The prefix of published tables' names.
inline constexpr std::string_view kPublished = "perftest:";

// The same, but also accepts perftest:NAME for a published table.
Result<RunResult> openResults(const std::string& nameOrPath);

// The file published.json, embedded at build time by cmake/EmbedLines.cmake.
std::span<const std::string_view> publishedLines();

} // namespace vkperftest
