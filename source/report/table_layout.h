// How a grid fits into lines of some length.
#pragma once

#include <cstddef>
#include <vector>

#include "report/document.h"

namespace vkperftest {

constexpr std::size_t kColumnGap = 2;     // blanks between two columns
constexpr std::size_t kStackedIndent = 4; // blanks before text that stands below its row

// A cell of Kind::Ratio: "1.498x" stands at the right of its part of the column, marks behind it. Cells
// without a ratio ("failed") are all marks.
struct RatioCell {
    std::string ratio, marks;
    double value = 0; // 0 without a ratio
};
RatioCell ratioCell(const std::string& cell);

struct ColumnLayout {
    std::size_t number = 0; // in the grid
    std::size_t width = 0;
    std::size_t ratioWidth = 0; // the part of it that ratios take; 0 of other kinds
};

struct TableLayout {
    std::vector<ColumnLayout> columns; // those that the table shows
    std::vector<std::size_t> alike;    // in place of these one line each: they say the same in every row
    bool stacked = false;              // the last column's text stands below each row
    std::size_t barWidth = 0; // of a blank and the longest bar beside each ratio; 0: no room for bars
};

// Columns are as wide as their widest cell if that fits into `width`. If not, these are tried in turn:
// columns that say the same in every row are told once; spare columns are left out, the last first; the
// widest columns of text get narrower, so that their cells take several lines. Bars take what is left, if
// they are wanted.
TableLayout layOutTable(const Grid& grid, std::size_t width, bool bars);

} // namespace vkperftest
