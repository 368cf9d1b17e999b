// Fits a grid into lines of a given width.
#pragma once

#include <cstddef>
#include <vector>

#include "report/document.h"

namespace vkperftest {

constexpr std::size_t kColumnGap = 2;     // blanks between two columns
constexpr std::size_t kStackedIndent = 4; // blanks before text that stands below its row

// A cell of Kind::Ratio: "1.498x" is right-aligned in its part of the column, and marks follow it. Cells
// without a ratio ("failed") are all marks.
struct RatioCell {
    std::string ratio, marks;
    double value = 0; // 0 without a ratio
};
RatioCell ratioCell(const std::string& cell);

struct ColumnLayout {
    std::size_t number = 0; // in the grid
    std::size_t width = 0;
    std::size_t ratioWidth = 0; // the part of it that ratios take; 0 for other kinds
};

struct TableLayout {
    std::vector<ColumnLayout> columns; // the columns that the table shows
    std::vector<std::size_t> alike;    // columns with one text in all rows: a line each
    bool stacked = false;              // the last column's text stands below each row
    std::size_t barWidth = 0; // of a blank and the longest bar beside each ratio; 0: no room for bars
};

// Columns are as wide as their widest cell if that fits into `width`. If not, these are tried in turn:
// columns with the same text in every row become a line each; spare columns are omitted, the last first; a last
// column of sentences, or one marked for it, moves below its rows; the widest columns of text get narrower, and
// their cells wrap. Bars, if wanted, take the room that is left.
TableLayout layOutTable(const Grid& grid, std::size_t width, bool bars);

} // namespace vkperftest
