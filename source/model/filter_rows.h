// A part of a run's rows.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

// The run with the rows whose names one of the filters matches (filterMatches). Floors and serial twins that
// are rows, too, become twins where only the rows that they serve are left. A usage error that names near
// rows if a filter matches none.
Result<RunResult> rowsMatching(const RunResult& run, const std::vector<std::string>& filters);

} // namespace vkperftest
