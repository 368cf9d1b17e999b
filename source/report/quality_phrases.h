// What a run's quality means to whoever reads its figures.
#pragma once

#include <string>

#include "analysis/figures.h"

namespace vkperftest {

// "Run quality: noisy: 31 % of the samples were disturbed. Measure again …"; empty where there is none to tell.
std::string qualityLine(const RunFigures& figures);

// What makes a run that is not good a better one, a sentence; empty for one that is good.
std::string qualityRemedy(const RunFigures& figures);

} // namespace vkperftest
