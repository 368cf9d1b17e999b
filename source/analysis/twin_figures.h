// What a row's twins (cases/twins.h) show of it: its time over its floor's, what dependent loads and more
// arithmetic cost, and what limits it.
#pragma once

#include <functional>
#include <optional>

#include "analysis/row_figures.h"

namespace vkperftest {

// The figures of a row or twin without those that need its own twins.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// What the arithmetic of heavier twins costs where nothing hides it, as a multiple of the baseline's time.
std::optional<PairedRatio> moreWork(const RunResult& run, const FiguresOf& figuresOf);

// Fills in what the twins show about the row, under each strategy. `moreWork`: a multiple of the baseline's
// time.
void judgeBounds(const RunResult& run, RowFigures& row, const std::optional<PairedRatio>& moreWork,
                 const FiguresOf& figuresOf);

} // namespace vkperftest
