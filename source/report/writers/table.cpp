// For people at a terminal: aligned columns in lines that fit it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "report/table_layout.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kYellow = "\x1b[33m";
constexpr const char* kBoldGreen = "\x1b[1;32m";
constexpr const char* kPlain = "\x1b[0m";

constexpr std::size_t kHanging = 2; // blanks before all lines of a sentence but the first

using Cells = std::vector<std::string>;

std::string inColor(const char* code, const std::string& text, bool color) {
    return color && !text.empty() ? code + text + kPlain : text;
}

std::string sentence(const std::string& text, const Display& display) {
    return wrapped(text, display.proseWidth, kHanging) + "\n";
}

std::string toned(const Column& column, const std::string& cell, bool color) {
    const Standout standout = standoutOf(column, cell);
    if (standout.length == 0) return cell;
    return inColor(standout.worse ? kRed : kGreen, cell.substr(0, standout.length), color) +
           cell.substr(standout.length);
}

std::string tonedRatio(const RatioCell& cell, bool color) {
    constexpr double kMuchSlower = 0.5, kSlower = 0.9, kFaster = 1.1, kMuchFaster = 2;
    if (cell.value <= 0 || (cell.value >= kSlower && cell.value <= kFaster)) return cell.ratio;
    if (cell.value < 1) return inColor(cell.value < kMuchSlower ? kRed : kYellow, cell.ratio, color);
    return inColor(cell.value < kMuchFaster ? kGreen : kBoldGreen, cell.ratio, color);
}

// In halves of a column: terminals' fonts have no finer blocks in common.
std::string bar(double share, std::size_t width) {
    const auto halves = static_cast<std::size_t>(std::lround(share * 2 * static_cast<double>(width)));
    std::string text;
    for (std::size_t i = 0; i < halves / 2; ++i) text += "█";
    return text + (halves % 2 == 1 ? "▌" : "");
}

class Table {
public:
    Table(const Grid& grid, const Display& display)
        : grid_(grid), color_(display.color), sentences_(display),
          layout_(layOutTable(grid, display.wide ? std::numeric_limits<std::size_t>::max() : display.width,
                              display.bars && !display.wide)) {
        for (const Cells& row : grid.rows) {
            for (const ColumnLayout& column : layout_.columns) {
                if (column.ratioWidth > 0 && column.number < row.size())
                    greatest_ = std::max(greatest_, ratioCell(row[column.number]).value);
            }
        }
    }

    std::string text() const {
        std::string result;
        for (const std::size_t column : layout_.alike)
            result += sentence(grid_.columns[column].title + ": " + grid_.rows.front()[column], sentences_);
        if (!result.empty()) result += "\n";
        if (grid_.layout == Grid::Layout::Table && !layout_.columns.empty())
            result += inColor(kBold, titles(), color_) + "\n";
        for (const Cells& row : grid_.rows) result += lines(row);
        return result;
    }

private:
    bool atRight(const Column& column) const { return column.kind == Kind::Number; }

    std::string titles() const {
        std::string line;
        for (const ColumnLayout& column : layout_.columns) {
            const Column& shown = grid_.columns[column.number];
            const std::string title =
                column.ratioWidth > 0 ? padLeft(shown.title, column.ratioWidth) : shown.title;
            add(line, column, title, atRight(shown));
        }
        return trimmed(line);
    }

    std::string ratio(const ColumnLayout& column, const std::string& cell) const {
        const RatioCell parts = ratioCell(cell);
        if (parts.ratio.empty()) return cell;
        std::string text = padLeft(tonedRatio(parts, color_), column.ratioWidth) + parts.marks;
        if (layout_.barWidth > 0)
            text = padRight(text, column.width + 1) + bar(parts.value / greatest_, layout_.barWidth - 1);
        return text;
    }

    // A row's lines: more than one if a cell needs them.
    std::string lines(const Cells& row) const {
        std::vector<Cells> parts;
        std::size_t most = 1;
        for (const ColumnLayout& column : layout_.columns) {
            const Column& shown = grid_.columns[column.number];
            const std::string cell = column.number < row.size() ? row[column.number] : "";
            if (column.ratioWidth > 0) {
                parts.push_back({ratio(column, cell)});
            } else if (columns(cell) <= column.width) {
                parts.push_back({toned(shown, cell, color_)});
            } else {
                parts.push_back(wrappedLines(cell, column.width, column.width - kHanging, LongWords::Break));
                Cells& cellLines = parts.back();
                cellLines.front() = toned(shown, cellLines.front(), color_);
                for (std::size_t i = 1; i < cellLines.size(); ++i) cellLines[i].insert(0, kHanging, ' ');
            }
            if (!isStacked(column)) most = std::max(most, parts.back().size());
        }
        std::string text;
        for (std::size_t i = 0; i < most; ++i) {
            std::string line;
            for (std::size_t c = 0; c < layout_.columns.size(); ++c) {
                if (isStacked(layout_.columns[c])) continue;
                add(line, layout_.columns[c], i < parts[c].size() ? parts[c][i] : "",
                    atRight(grid_.columns[layout_.columns[c].number]));
            }
            text += trimmed(line) + "\n";
        }
        if (layout_.stacked) {
            for (const std::string& line : parts.back()) text += "    " + line + "\n";
        }
        return text;
    }

    bool isStacked(const ColumnLayout& column) const {
        return layout_.stacked && &column == &layout_.columns.back();
    }

    void add(std::string& line, const ColumnLayout& column, const std::string& cell, bool right) const {
        const std::size_t width = column.width + (column.ratioWidth > 0 ? layout_.barWidth : 0);
        if (&column != &layout_.columns.front()) line += std::string(kColumnGap, ' ');
        line += right ? padLeft(cell, width) : padRight(cell, width);
    }

    static std::string trimmed(const std::string& line) {
        return line.substr(0, line.find_last_not_of(' ') + 1);
    }

    const Grid& grid_;
    bool color_;
    const Display& sentences_;
    TableLayout layout_;
    double greatest_ = 0; // ratio
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

// Cells without text are left out.
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

std::string write(const Document& document, const Display& display) {
    std::string text;
    for (const Section& section : document.sections) {
        const Compact* const compact = section.compact && !display.wide ? &*section.compact : nullptr;
        const Grid& grid = compact != nullptr ? compact->grid : section.grid;
        std::vector<std::string> sentences = section.subjects;
        if (!section.caption.empty()) sentences.push_back(section.caption);
        sentences.insert(sentences.end(), section.above.begin(), section.above.end());
        if (compact != nullptr)
            sentences.insert(sentences.end(), compact->above.begin(), compact->above.end());
        std::string above;
        if (!section.title.empty())
            above =
                inColor(kBold, wrapped(section.title, display.proseWidth, kHanging), display.color) + "\n";
        above += labelled(section.labels, 0, display);
        for (const std::string& each : sentences) above += sentence(each, display);
        if (!above.empty() && !grid.columns.empty()) above += "\n";
        text += (text.empty() ? "" : "\n") + above;
        text += grid.layout == Grid::Layout::Blocks ? blocks(grid, display) : Table(grid, display).text();
        const std::vector<std::string>& remarks = compact != nullptr ? compact->remarks : section.remarks;
        if (!remarks.empty()) text += "\n";
        for (const std::string& remark : remarks) text += sentence(remark, display);
    }
    return text;
}

} // namespace

extern const Writer kTableWriter{"table", "", Shown::Sections, write};

} // namespace vkperftest
