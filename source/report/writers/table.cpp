// For people at a terminal: aligned columns.
#include <algorithm>

#include "base/text.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kPlain = "\x1b[0m";

using Cells = std::vector<std::string>;

std::string emphasized(const std::string& text, bool color) {
    return (color ? kBold + text + kPlain : text) + "\n";
}

std::string toned(const Column& column, const std::string& cell, bool color) {
    const Standout standout = standoutOf(column, cell);
    if (!color || standout.length == 0) return cell;
    return (standout.worse ? kRed : kGreen) + cell.substr(0, standout.length) + kPlain +
           cell.substr(standout.length);
}

// Without the columns that a terminal has no room for.
Grid narrowed(const Grid& grid, bool color) {
    Grid result{.rows = std::vector<Cells>(grid.rows.size())};
    for (std::size_t i = 0; i < grid.columns.size(); ++i) {
        if (!grid.columns[i].onTerminal) continue;
        result.columns.push_back(grid.columns[i]);
        for (std::size_t r = 0; r < grid.rows.size(); ++r) {
            if (i < grid.rows[r].size())
                result.rows[r].push_back(toned(grid.columns[i], grid.rows[r][i], color));
        }
    }
    return result;
}

// Every column as wide as its widest cell, two spaces apart, no trailing spaces.
std::string alignedGrid(const Grid& wide, bool color) {
    const Grid grid = narrowed(wide, color);
    std::vector<std::size_t> widths;
    Cells titles;
    const bool titled = wide.layout == Grid::Layout::Table;
    for (const Column& column : grid.columns) {
        titles.push_back(column.title);
        widths.push_back(titled ? columns(column.title) : 0);
    }
    for (const Cells& row : grid.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
    }
    const auto aligned = [&](const Cells& cells) {
        std::string line;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool right = grid.columns[i].kind == Kind::Number;
            line +=
                (i > 0 ? "  " : "") + (right ? padLeft(cells[i], widths[i]) : padRight(cells[i], widths[i]));
        }
        return line.substr(0, line.find_last_not_of(' ') + 1);
    };
    std::string text = titled && !titles.empty() ? emphasized(aligned(titles), color) : "";
    for (const Cells& row : grid.rows) text += aligned(row) + "\n";
    return text;
}

std::string labelled(const std::vector<Label>& labels, const std::string& indent) {
    std::size_t width = 0;
    for (const Label& label : labels) width = std::max(width, columns(label.name));
    std::string text;
    for (const Label& label : labels) text += indent + padRight(label.name, width) + " " + label.text + "\n";
    return text;
}

// Cells without text are left out.
std::string blocks(const Grid& grid) {
    std::string text;
    for (std::size_t i = 1; i < grid.columns.size(); ++i) {
        std::vector<Label> labels;
        for (const Cells& row : grid.rows) {
            if (i < row.size() && !row[i].empty()) labels.push_back({row[0], row[i]});
        }
        text += (i > 1 ? "\n" : "") + grid.columns[i].title + "\n" + labelled(labels, "   ");
    }
    return text;
}

std::string write(const Document& document, bool color) {
    std::string text;
    for (const Section& section : document.sections) {
        std::string above = section.title.empty() ? "" : emphasized(section.title, color);
        above += labelled(section.labels, "");
        for (const std::string& subject : section.subjects) above += subject + "\n";
        if (!section.caption.empty()) above += section.caption + "\n";
        if (!above.empty() && !section.grid.columns.empty()) above += "\n";
        text += (text.empty() ? "" : "\n") + above;
        text += section.grid.layout == Grid::Layout::Blocks ? blocks(section.grid)
                                                            : alignedGrid(section.grid, color);
        const std::string gap = section.grid.rows.empty() ? "" : "\n"; // `above` ends with one
        if (!section.remarks.empty()) text += gap + join(section.remarks, "\n") + "\n";
    }
    return text;
}

} // namespace

extern const Writer kTableWriter{"table", "", Shown::Sections, write};

} // namespace vkperftest
