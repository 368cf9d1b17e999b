// A row, a twin or the null row in the results file.
#pragma once

#include <functional>
#include <vector>

#include "analysis/figures.h"
#include "model/json_node.h"

namespace vkperftest {

// Whether the row's figures stay as they are. Those of a row that is still sampled, or one of whose twins is,
// change with the next sample; they are not stored, since to analyse them each time would cost the most.
bool isFinal(const RunResult& run, const RowResult& row);

// What is known of a row or twin; asked only for what is stored.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// With its figures if they are final, or printed ones.
Json rowJson(const RunResult& run, const RowResult& row, const FiguresOf& figuresOf);

// Those that are not finite are null.
Json numbers(const std::vector<double>& values);

} // namespace vkperftest
