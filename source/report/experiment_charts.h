// Pictures of what experiments measured.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

// The pictures of the run's suite, as SVG (report/svg.h); none for suites of no experiment.
std::vector<std::string> experimentCharts(const RunFigures& figures);

} // namespace vkperftest
