// What a row's twins (cases/twins.h) show of it: its time over its floor's, what dependent loads cost, and
// what limits it.
#pragma once

#include <functional>
#include <optional>

#include "analysis/row_figures.h"

namespace vkperftest {

// The figures of a row or twin without those that need its own twins.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// Fills in what the twins show about the row, under each strategy.
void judgeBounds(const RunResult& run, RowFigures& row, const FiguresOf& figuresOf);

} // namespace vkperftest
