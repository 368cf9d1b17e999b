// What a run's quality, and its readings of clocks and heat, mean to whoever reads its figures.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

// "Run quality: noisy: 31 % of the samples were disturbed. Measure again …"; empty where there is none to tell.
std::string qualityLine(const RunFigures& figures);

// What makes a run that is not good a better one, a sentence; empty for one that is good.
std::string qualityRemedy(const RunFigures& figures);

// One sentence with what was read, "unknown" for what was not; a second where the clock moved by more than 5 % under
// load or throttling was reported; or one that says why nothing is known. None of a run that nobody read them for.
std::vector<std::string> conditionRemarks(const RunResult& run);

} // namespace vkperftest
