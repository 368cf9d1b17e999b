// What a row's twins (cases/twins.h) show of it: its time over its floor's, what dependent loads and more
// arithmetic cost, and what limits it.
#pragma once

#include <functional>
#include <optional>

#include "analysis/row_figures.h"

namespace vkperftest {

// The figures of a row or twin without what its own twins tell.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// What the arithmetic of heavier twins costs where nothing hides it, in times of the baseline.
std::optional<PairedRatio> moreWork(const RunResult& run, const FiguresOf& figuresOf);

// Fills in what the twins tell of the row, under each strategy. `moreWork`: in times of the baseline.
void judgeBounds(const RunResult& run, RowFigures& row, const std::optional<PairedRatio>& moreWork,
                 const FiguresOf& figuresOf);

} // namespace vkperftest
