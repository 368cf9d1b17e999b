// What the page draws of an experiment: series of figures, which the page's own charts know nothing of.
#pragma once

#include <string>

#include "analysis/figures.h"
#include "model/json_layout.h"

namespace vkperftest {

// Of the suite that the run is of, a list of charts:
//   {"title", "x", "y": titles of the axes, "labels": along x, or "logarithmic": x holds numbers on such an axis,
//    "series": [{"name", "points"}]}
// A point is [x, median, low, high], where x is a number or a label's place; low and high are null without an interval.
// Empty for suites that are no experiment's.
Json experimentCharts(const RunFigures& figures);

// What a row's name says beside operation and pattern: "broadcast" of "cbuffer{float4} load uniform, broadcast".
std::string variantOf(const RowResult& row);

} // namespace vkperftest
