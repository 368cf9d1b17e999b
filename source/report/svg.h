// One picture of a run, for READMEs.
#pragma once

#include <string>

#include "analysis/figures.h"

namespace vkperftest {

// An SVG image, dark or light as its reader prefers: a line for each operation, and for each pattern a bar from 1x to the
// ratio under the run's first strategy, on a logarithmic axis, with its 95 % interval and the figure as `show` prints it.
// Of a row without a ratio it bears the status instead.
std::string svgPicture(const RunFigures& figures);

// The picture's file: "h100.svg" of "day/h100.json", "rtx-3090.svg" of "perftest:RTX 3090".
std::string pictureName(const std::string& name);

} // namespace vkperftest
