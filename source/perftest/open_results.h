// Where results come from: a file, or one of the published tables.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

// Reads a results file. Usage errors as from runFromJson, and for files that are far too large for results.
Result<RunResult> readResultsFile(const std::string& path);

// The prefix of published tables' names.
inline constexpr std::string_view kPublished = "perftest:";

// The same, but also accepts perftest:NAME for a published table (perftest/reference.h).
Result<RunResult> openResults(const std::string& nameOrPath);

} // namespace vkperftest
