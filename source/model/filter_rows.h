// A part of a run's rows.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

// The run with the rows whose names match one of the filters (filterMatches). Floors and serial twins that
// are rows, too, become twins if only the rows that they serve are left. If a filter matches no row, a usage
// error that names near rows.
Result<RunResult> rowsMatching(const RunResult& run, const std::vector<std::string>& filters);

} // namespace vkperftest
