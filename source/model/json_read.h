// Reads the results file (results/results-1.schema.json describes it); report/results_json.h writes it.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

// Reads such a text and checks its contents: types, lengths that belong together, samples greater than zero,
// no row twice, no key twice. Unknown fields are ignored, and so are derived ones ("summary"). A usage error
// names `origin` (a file name), the place and what is wrong there. A run that was not complete and gives no
// reason for its end comes back as interrupted.
Result<RunResult> runFromJson(std::string_view text, std::string_view origin);

// The same for a list of several devices' results, which `run --device all --format json` prints.
Result<std::vector<RunResult>> runsFromJson(std::string_view text, std::string_view origin);

} // namespace vkperftest
