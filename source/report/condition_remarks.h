// What a run's readings of clocks and heat mean for its figures.
#pragma once

#include <string>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// One sentence with what was read, "unknown" for what was not; a second where the clock moved by more than 5 % under
// load or throttling was reported; or one that says why nothing is known. None of a run that nobody read them for.
std::vector<std::string> conditionRemarks(const RunResult& run);

// What moved them, as a clause: "the clock moved by 12 %, and throttling was reported in 3 of 9 readings (power cap)";
// empty if nothing did, or nothing is known.
std::string conditionTrouble(const RunResult& run);

} // namespace vkperftest
