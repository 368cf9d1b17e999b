// What the page draws: an experiment's figures, which its own charts know nothing of, and samples.
#pragma once

#include <span>

#include "analysis/figures.h"
#include "model/json_layout.h"

namespace vkperftest {

// Of the suite that the run is of, a list of charts:
//   {"title", "x", "y": titles of the axes, "labels": along x, or "logarithmic": x holds numbers on such an axis,
//    "ratio": y holds ratios, of which 1 is that of what they refer to,
//    "series": [{"name", "points"}]}
// A point is [x, median, low, high], where x is a number or a label's place; low and high are null without an interval.
// Empty for suites that are no experiment's.
Json experimentCharts(const RunFigures& figures);

// How that strategy's times differ from the first strategy's, a sentence: "push against set: within 1 % in
// 136 of 138 rows; faster in 2 (…)." Floors do not count. Empty if no row was measured under both.
std::string strategySentence(const RunFigures& figures, std::size_t strategy);

// [least, most, text]: each sample is two digits of base 64 (RFC 4648), which together count, on a
// logarithmic scale, from 0 at the least to 4095 at the most: within 0.02 % of the sample where the most is
// four times the least. Null of none. Samples are greater than zero.
Json packedSeries(std::span<const double> samples);

// Lengths of the runs of equal elements: [0, 0, 1] is [2, 1].
Json runLengths(std::span<const std::size_t> elements);

} // namespace vkperftest
