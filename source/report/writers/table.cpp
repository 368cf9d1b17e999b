// For people at a terminal: aligned columns in lines that fit it.
#include <algorithm>
#include <limits>
#include <span>

#include "base/printable.h"
#include "base/text.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

constexpr std::size_t kHanging = 2; // blanks before all lines of a sentence but the first

using Cells = std::vector<std::string>;
const std::string kEmpty;

// `lines` are whole lines.
std::string emphasized(const std::string& lines, bool color) {
    return inTone(lines.substr(0, lines.size() - 1), kBold, color) + "\n";
}

std::string sentence(const std::string& text, const Display& display) {
    return wrapped(text, display.proseWidth, kHanging) + "\n";
}

std::string toned(const Column& column, const std::string& cell, bool color) {
    const Standout standout = standoutOf(column, cell);
    if (standout.length == 0) return cell;
    return inTone(cell.substr(0, standout.length), standout.worse ? kRed : kGreen, color) +
           cell.substr(standout.length);
}

std::string tonedRatio(const RatioCell& cell, bool color) {
    constexpr double kMuchSlower = 0.5, kSlower = 0.9, kFaster = 1.1, kMuchFaster = 2;
    if (cell.value <= 0 || (cell.value >= kSlower && cell.value <= kFaster)) return cell.ratio;
    if (cell.value < 1) return inTone(cell.ratio, cell.value < kMuchSlower ? kRed : kYellow, color);
    return inTone(cell.ratio, cell.value < kMuchFaster ? kGreen : kBoldGreen, color);
}

constexpr std::size_t kColumnGap = 2;     // blanks between two columns
constexpr std::size_t kStackedIndent = 4; // blanks before text that stands below its row

struct ColumnLayout {
    std::size_t number = 0; // in the grid
    std::size_t width = 0;
    std::size_t ratioWidth = 0; // the part of it that ratios take; 0 for other kinds
};

struct TableLayout {
    std::vector<ColumnLayout> columns; // the columns that the table shows
    std::vector<std::size_t> alike;    // columns with one text in all rows: a line each
    bool stacked = false;              // the last column's text stands below each row
};

constexpr std::size_t kNarrowestText = 12, kNarrowestProse = 40;

const std::string& cellAt(const std::vector<std::string>& row, std::size_t column) {
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

// True if every row has the same text in the column.
bool saysOneThing(const Grid& grid, std::size_t column) {
    if (column == 0 || grid.rows.size() < 2 || !wraps(grid.columns[column])) return false;
    return std::ranges::all_of(
        grid.rows, [&](const auto& row) { return cellAt(row, column) == cellAt(grid.rows.front(), column); });
}

bool isEmpty(const Grid& grid, std::size_t column) {
    return column > 0 && !grid.rows.empty() &&
           std::ranges::all_of(grid.rows, [&](const auto& row) { return cellAt(row, column).empty(); });
}

void tellAlikeOnce(const Grid& grid, TableLayout& layout) {
    std::erase_if(layout.columns, [&](const ColumnLayout& column) {
        if (!saysOneThing(grid, column.number)) return false;
        layout.alike.push_back(column.number);
        return true;
    });
}

void leaveOutSpare(const Grid& grid, TableLayout& layout, std::size_t width) {
    for (std::size_t i = layout.columns.size(); i-- > 0 && totalWidth(layout) > width;) {
        if (grid.columns[layout.columns[i].number].spare)
            layout.columns.erase(layout.columns.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

// Of a column whose cells break only between words.
std::size_t narrowest(const Grid& grid, std::size_t column) {
    std::size_t width = kNarrowestText;
    for (const std::vector<std::string>& row : grid.rows) {
        std::size_t indent = 0;
        for (const std::string& word : split(cellAt(row, column), ' ')) {
            width = std::max(width, indent + columns(word));
            indent = kHanging;
        }
    }
    return width;
}

// Sentences beside long names would be columns of a few words.
void stackProse(const Grid& grid, TableLayout& layout, std::size_t width) {
    if (layout.columns.size() < 2 || grid.layout != Grid::Layout::Untitled) return;
    ColumnLayout& prose = layout.columns.back();
    const std::size_t before = totalWidth(layout) - prose.width;
    if (before + std::min(prose.width, kNarrowestProse) <= width) {
        prose.width = std::min(prose.width, width - before);
        return;
    }
    layout.stacked = true;
    prose.width = width - kStackedIndent;
}

// Beside an id, the words of names would be broken.
void stackId(const Grid& grid, TableLayout& layout, std::size_t width) {
    ColumnLayout& id = layout.columns.back();
    if (grid.columns[id.number].kind != Kind::Id) return;
    std::size_t least = id.width;
    for (std::size_t i = 0; i + 1 < layout.columns.size(); ++i) {
        const ColumnLayout& column = layout.columns[i];
        const bool text = wraps(grid.columns[column.number]);
        least += kColumnGap + (text ? narrowest(grid, column.number) : column.width);
    }
    layout.stacked = least > width;
}

// Breaks words only if nothing else helps.
void narrowText(const Grid& grid, TableLayout& layout, std::size_t width) {
    std::vector<std::size_t> least;
    for (const ColumnLayout& column : layout.columns) least.push_back(narrowest(grid, column.number));
    while (totalWidth(layout) > width) {
        ColumnLayout* widest = nullptr;
        for (std::size_t i = 0; i < besideEachOther(layout).size(); ++i) {
            ColumnLayout& column = layout.columns[i];
            const bool candidate = wraps(grid.columns[column.number]) && column.width > least[i];
            if (candidate && (widest == nullptr || column.width >= widest->width)) widest = &column;
        }
        if (widest != nullptr) {
            --widest->width;
        } else {
            if (std::ranges::count(least, kNarrowestText) == std::ssize(least)) return;
            std::ranges::fill(least, kNarrowestText);
        }
    }
}

// Empty columns are omitted. The others are as wide as their widest cell if that fits into `width`. If not,
// these are tried in turn: columns with the same text in every row become a line each; spare columns are
// omitted, the last first; a last column of sentences or ids moves below its rows; the widest columns of text
// get narrower, and their cells wrap.
TableLayout layOutTable(const Grid& grid, std::size_t width) {
    TableLayout layout;
    for (std::size_t i = 0; i < grid.columns.size(); ++i) layout.columns.push_back(naturalLayout(grid, i));
    std::erase_if(layout.columns, [&](const ColumnLayout& column) { return isEmpty(grid, column.number); });
    if (totalWidth(layout) > width) tellAlikeOnce(grid, layout);
    leaveOutSpare(grid, layout, width);
    if (totalWidth(layout) > width) stackProse(grid, layout, width);
    if (totalWidth(layout) > width) stackId(grid, layout, width);
    narrowText(grid, layout, width);
    return layout;
}

class Table {
public:
    Table(const Grid& grid, const Display& display)
        : grid_(grid), display_(display),
          layout_(layOutTable(grid, display.extent == Extent::Wide ? std::numeric_limits<std::size_t>::max()
                                                                   : display.width)) {}

    std::string text() const {
        std::string result;
        for (const std::size_t column : layout_.alike)
            result += sentence(grid_.columns[column].title + ": " + grid_.rows.front()[column], display_);
        if (!result.empty()) result += "\n";
        if (grid_.layout == Grid::Layout::Table && !layout_.columns.empty())
            result += emphasized(titles(), display_.color);
        for (const Cells& row : grid_.rows) result += lines(row);
        return result;
    }

private:
    std::string titles() const {
        std::vector<Cells> parts;
        for (const ColumnLayout& column : layout_.columns) {
            const std::string& title = grid_.columns[column.number].title;
            parts.push_back(column.ratioWidth > 0 ? Cells{padLeft(title, column.ratioWidth)}
                                                  : cellLines(column, title));
        }
        return joined(parts);
    }

    std::string ratio(const ColumnLayout& column, const std::string& cell) const {
        const RatioCell parts = ratioCell(cell);
        if (parts.ratio.empty()) return cell;
        return padLeft(tonedRatio(parts, display_.color), column.ratioWidth) + parts.marks;
    }

    Cells cellLines(const ColumnLayout& column, const std::string& cell) const {
        if (columns(cell) <= column.width) return {cell};
        Cells lines = wrappedLines(cell, column.width, column.width - kHanging, LongWords::Break);
        for (std::size_t i = 1; i < lines.size(); ++i) lines[i].insert(0, kHanging, ' ');
        return lines;
    }

    std::string lines(const Cells& row) const {
        std::vector<Cells> parts;
        for (const ColumnLayout& column : layout_.columns) {
            const std::string& cell = cellAt(row, column.number);
            if (column.ratioWidth > 0) {
                parts.push_back({ratio(column, cell)});
            } else {
                parts.push_back(cellLines(column, cell));
                std::string& first = parts.back().front();
                first = toned(grid_.columns[column.number], first, display_.color);
            }
        }
        return joined(parts);
    }

    // The columns' lines side by side; those of a stacked column below.
    std::string joined(const std::vector<Cells>& parts) const {
        Cells lines;
        for (std::size_t c = 0; c < layout_.columns.size() - (layout_.stacked ? 1 : 0); ++c) {
            const ColumnLayout& column = layout_.columns[c];
            const std::size_t begin = lines.empty() ? 0 : columns(lines[0]) + kColumnGap;
            if (lines.size() < parts[c].size()) lines.resize(parts[c].size());
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const std::string& cell = cellAt(parts[c], i);
                const bool atRight = grid_.columns[column.number].kind == Kind::Number;
                lines[i] = padRight(lines[i], begin) +
                           (atRight ? padLeft(cell, column.width) : padRight(cell, column.width));
            }
        }
        for (const std::string& line : layout_.stacked ? parts.back() : Cells())
            lines.push_back(std::string(kStackedIndent, ' ') + line);
        std::string text;
        for (const std::string& line : lines) text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        return text;
    }

    const Grid& grid_;
    const Display& display_;
    TableLayout layout_;
};

std::string labelled(const std::vector<Label>& labels, std::size_t indent, const Display& display) {
    std::size_t width = 0;
    for (const Label& label : labels) width = std::max(width, columns(label.name));
    const std::size_t begin = indent + width + 1;
    std::string text;
    for (const Label& label : labels)
        text += std::string(indent, ' ') + padRight(label.name, width) + " " +
                wrapped(label.text, display.proseWidth, begin, begin) + "\n";
    return text;
}

// Empty cells are omitted.
std::string blocks(const Grid& grid, const Display& display) {
    constexpr std::size_t kIndent = 3;
    std::string text;
    for (std::size_t i = 1; i < grid.columns.size(); ++i) {
        std::vector<Label> labels;
        for (const Cells& row : grid.rows) {
            if (i < row.size() && !row[i].empty()) labels.push_back({row[0], row[i]});
        }
        text += (i > 1 ? "\n" : "") + wrapped(grid.columns[i].title, display.proseWidth, kIndent) + "\n" +
                labelled(labels, kIndent, display);
    }
    return text;
}

} // namespace

std::string writeTable(const Document& document, const Display& display) {
    std::string text;
    for (const Section* const shown : sectionsOf(document, display.extent)) {
        const Section& section = *shown;
        const Grid& grid = section.grid;
        std::vector<std::string> sentences = section.subjects;
        if (!section.caption.empty()) sentences.push_back(section.caption);
        sentences.insert(sentences.end(), section.above.begin(), section.above.end());
        std::string above;
        if (!section.title.empty()) above = emphasized(sentence(section.title, display), display.color);
        above += labelled(section.labels, 0, display);
        for (const std::string& each : sentences) above += sentence(each, display);
        if (!above.empty() && !grid.columns.empty()) above += "\n";
        text += (text.empty() ? "" : "\n") + above;
        text += grid.layout == Grid::Layout::Blocks ? blocks(grid, display) : Table(grid, display).text();
        const bool dense = display.extent == Extent::Answer && !document.more.empty();
        const bool gap = !grid.rows.empty() && !dense; // else `above` ends with one
        if (!section.remarks.empty() && gap) text += "\n";
        for (const std::string& remark : section.remarks) text += sentence(remark, display);
    }
    if (display.extent == Extent::Answer && !document.more.empty()) text += sentence(document.more, display);
    return text;
}

std::string inTone(std::string_view text, std::string_view tone, bool color) {
    return color && !text.empty() ? std::string(tone).append(text).append(kPlain) : std::string(text);
}

RatioCell ratioCell(const std::string& cell) {
    const std::size_t end = cell.find('x');
    const std::optional<double> value =
        end == std::string::npos ? std::nullopt : parseNumber(std::string_view(cell).substr(0, end));
    if (!value) return {"", cell, 0};
    return {cell.substr(0, end + 1), cell.substr(end + 1), *value};
}

} // namespace vkperftest
