// What is said of what limits rows.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

std::string boundText(Bound bound); // "loads limit the row"

// How many figures the column "bound" marks as what, unless it is loads, and why it is not known; none for
// printed figures.
std::vector<std::string> boundRemarks(const RunFigures& figures);

} // namespace vkperftest
