// How texts name what limits a row.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

std::string boundText(Bound bound); // "loads limit the row"

// For each bound but loads: how many figures have it, what it means and, if it is unknown, why. Empty for
// printed figures.
std::vector<std::string> boundRemarks(const RunFigures& figures);

} // namespace vkperftest
