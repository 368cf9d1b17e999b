// Data that the page draws: an experiment's charts, further strategies, and samples.
#pragma once

#include <span>

#include "analysis/figures.h"
#include "model/json_layout.h"

namespace vkperftest {

// The charts of the run's suite, a list:
//   {"title", "x", "y": axis titles, "labels": along x, or "logarithmic": x holds numbers on such an axis,
//    "ratio": y holds ratios, where 1 is the reference,
//    "series": [{"name", "points"}]}
// A point is [x, median, low, high], where x is a number or a label's index; low and high are null without an
// interval. Empty for suites of no experiment.
Json experimentCharts(const RunFigures& figures);

// A sentence on how the strategy's times differ from the first strategy's: "push against set: within 1 % in
// 136 of 138 rows; faster in 2 (…)." Floors do not count. Empty if no row was measured under both.
std::string strategySentence(const RunFigures& figures, std::size_t strategy);

// [least, most, text]: each sample is two digits of base 64 (RFC 4648), together a number on a logarithmic
// scale from 0 (the least) to 4095 (the most). If the most is four times the least, this is within 0.02 % of
// the sample. Null without samples. Samples must be greater than zero.
Json packedSeries(std::span<const double> samples);

// Lengths of the runs of equal elements: [2, 1] for [0, 0, 1].
Json runLengths(std::span<const std::size_t> elements);

} // namespace vkperftest
