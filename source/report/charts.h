// Ratios side by side: of one run by pattern, or of several runs by row. A page shows them as a picture and as
// a table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "report/compact_run.h"
#include "report/svg.h"

namespace vkperftest {

struct RatioMatrix {
    struct Column {
        std::string title;
        std::size_t strategy = 0; // the number that the column's figures have in their run
        const RunResult* run = nullptr;
    };
    std::vector<Column> columns;
    std::vector<FiguresLine> lines; // their figures by column
};

// A line for each row, a column for each run and strategy. `names`: of the runs, for the columns.
RatioMatrix ratiosByRow(std::span<const RunFigures* const> runs, std::span<const std::string> names);

// The figures as `show` prints them; behind each stands what a reader may want to know about it.
Grid gridOf(const RatioMatrix& matrix);

// The picture for READMEs: a line for each operation, a column for each pattern, under the run's first strategy.
BarChart pictureOf(const RunFigures& figures);

} // namespace vkperftest
