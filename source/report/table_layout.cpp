#include "report/table_layout.h"

#include <algorithm>
#include <span>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::size_t kNarrowestText = 12, kNarrowestProse = 40;
constexpr std::size_t kShortestBar = 8, kLongestBar = 20;

const std::string& cellAt(const std::vector<std::string>& row, std::size_t column) {
    static const std::string kEmpty;
    return column < row.size() ? row[column] : kEmpty;
}

bool wraps(const Column& column) {
    return column.kind == Kind::Text || column.kind == Kind::Verdict;
}

ColumnLayout naturalLayout(const Grid& grid, std::size_t number) {
    const Column& column = grid.columns[number];
    ColumnLayout layout{.number = number};
    const std::size_t title = grid.layout == Grid::Layout::Table ? columns(column.title) : 0;
    std::size_t marks = 0;
    for (const std::vector<std::string>& row : grid.rows) {
        const std::string& cell = cellAt(row, number);
        layout.width = std::max(layout.width, columns(cell));
        if (column.kind != Kind::Ratio) continue;
        const RatioCell parts = ratioCell(cell);
        layout.ratioWidth = std::max(layout.ratioWidth, columns(parts.ratio));
        if (!parts.ratio.empty()) marks = std::max(marks, columns(parts.marks));
    }
    layout.width = std::max({layout.width, layout.ratioWidth + marks, title});
    return layout;
}

// The columns that stand side by side.
std::span<const ColumnLayout> besideEachOther(const TableLayout& layout) {
    return std::span(layout.columns).first(layout.columns.size() - (layout.stacked ? 1 : 0));
}

std::size_t totalWidth(const TableLayout& layout) {
    std::size_t total = 0;
    for (const ColumnLayout& column : besideEachOther(layout)) total += column.width + kColumnGap;
    return total > 0 ? total - kColumnGap : 0;
}

// True if every row has the same text, or none, in the column.
bool saysOneThing(const Grid& grid, std::size_t column) {
    if (column == 0 || grid.rows.size() < 2 || !wraps(grid.columns[column])) return false;
    if (grid.columns[column].below) return false;
    return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<std::string>& row) {
        return cellAt(row, column) == cellAt(grid.rows.front(), column);
    });
}

void tellAlikeOnce(const Grid& grid, TableLayout& layout) {
    std::erase_if(layout.columns, [&](const ColumnLayout& column) {
        if (!saysOneThing(grid, column.number)) return false;
        if (!cellAt(grid.rows.front(), column.number).empty()) layout.alike.push_back(column.number);
        return true;
    });
}

void leaveOutSpare(const Grid& grid, TableLayout& layout, std::size_t width) {
    for (std::size_t i = layout.columns.size(); i-- > 0 && totalWidth(layout) > width;) {
        if (grid.columns[layout.columns[i].number].spare)
            layout.columns.erase(layout.columns.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void narrowText(const Grid& grid, TableLayout& layout, std::size_t width) {
    while (totalWidth(layout) > width) {
        ColumnLayout* widest = nullptr;
        for (std::size_t i = 0; i < besideEachOther(layout).size(); ++i) {
            ColumnLayout& column = layout.columns[i];
            const bool candidate = wraps(grid.columns[column.number]) && column.width > kNarrowestText;
            if (candidate && (widest == nullptr || column.width >= widest->width)) widest = &column;
        }
        if (widest == nullptr) return;
        --widest->width;
    }
}

// Sentences beside long names would be columns of a few words.
void stackProse(const Grid& grid, TableLayout& layout, std::size_t width) {
    if (layout.columns.size() < 2) return;
    const bool mayStack =
        grid.layout == Grid::Layout::Untitled || grid.columns[layout.columns.back().number].below;
    if (!mayStack) return;
    ColumnLayout& prose = layout.columns.back();
    const std::size_t before = totalWidth(layout) - prose.width;
    if (before + std::min(prose.width, kNarrowestProse) <= width) {
        prose.width = std::min(prose.width, width - before);
        return;
    }
    layout.stacked = true;
    prose.width = width - kStackedIndent;
}

} // namespace

RatioCell ratioCell(const std::string& cell) {
    const std::size_t end = cell.find('x');
    const std::optional<double> value =
        end == std::string::npos ? std::nullopt : parseNumber(std::string_view(cell).substr(0, end));
    if (!value) return {"", cell, 0};
    return {cell.substr(0, end + 1), cell.substr(end + 1), *value};
}

TableLayout layOutTable(const Grid& grid, std::size_t width, bool bars) {
    TableLayout layout;
    for (std::size_t i = 0; i < grid.columns.size(); ++i) {
        if (grid.columns[i].onTerminal) layout.columns.push_back(naturalLayout(grid, i));
    }
    if (totalWidth(layout) > width) tellAlikeOnce(grid, layout);
    leaveOutSpare(grid, layout, width);
    if (totalWidth(layout) > width) stackProse(grid, layout, width);
    narrowText(grid, layout, width);
    const auto hasRatios = [](const ColumnLayout& column) { return column.ratioWidth > 0; };
    const auto ratios = static_cast<std::size_t>(std::ranges::count_if(layout.columns, hasRatios));
    const std::size_t total = totalWidth(layout);
    if (bars && ratios > 0 && total < width) {
        const std::size_t room = std::min((width - total) / ratios, 1 + kLongestBar);
        layout.barWidth = room >= 1 + kShortestBar ? room : 0;
    }
    return layout;
}

} // namespace vkperftest
