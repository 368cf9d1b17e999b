// What a command has to say, before it has a format: sections for readers, records and data for programs.
// Documents are built in report/documents/, and written by the formats in report/writers/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

enum class Kind {
    Text,
    Number,  // aligned at the right; a JSON number where the cell is one
    Ratio,   // "1.498x", perhaps with marks behind it; on a terminal coloured by its size, with a bar
    Flag,    // "yes", "no" or empty: JSON's true, false and null
    Verdict, // begins with the name of a verdict, which stands out if it is FASTER or SLOWER
};

struct Column {
    std::string title;
    Kind kind = Kind::Text;
    bool onTerminal = true; // false: shown in other formats than the table
    bool spare = false;     // the table leaves it out where its lines would be too long
};

// Columns of text; between the titles stand commas.
std::vector<Column> textColumns(const std::string& titles);

// Rows and columns of text. A row may be shorter than the columns: its last cells are empty. A row without
// cells is an empty line.
struct Grid {
    // On a terminal; in other formats every grid is a table.
    enum class Layout {
        Table,
        Untitled, // a table without its titles
        Blocks,   // for each column but the first its title, then its cells behind those of the first column
    };

    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    Layout layout = Layout::Table;
};

struct Label {
    std::string name; // "BASE"
    std::string text;
};

// What the table shows in place of a section's grid and remarks where that is too wide for a terminal.
struct Compact {
    std::vector<std::string> above; // behind the section's own
    Grid grid;
    std::vector<std::string> remarks;
};

// A grid with what stands above and below it. Everything may be empty.
struct Section {
    std::string title;
    std::vector<Label> labels;
    std::vector<std::string> subjects; // what was measured or compiled, a line each
    std::string caption;               // what the grid shows; its last full stop may be missing
    std::vector<std::string> above;    // what must be known before the grid is read, a sentence each
    Grid grid;
    std::optional<Compact> compact;
    std::vector<std::string> remarks; // what must be known to read the grid, a sentence each
};

struct Document {
    std::string heading; // what it is, in a few words, for formats that need a title
    std::vector<Section> sections;
    Grid records;                        // for programs: titles are keys; empty: the first section's grid
    std::string data;                    // JSON with more than the records hold; empty: the records
    std::vector<std::string> notes;      // what readers of bare records must be told, a sentence each
    const RunFigures* figures = nullptr; // set in a run's document, which it must outlive; null in all others
};

// Cells of records: of six digits, or empty; of Kind::Flag.
std::string numberCell(std::optional<double> number);
std::string flagCell(bool flag);

// The records, or the grid that stands for them.
const Grid& recordsOf(const Document& document);

// How many bytes at the cell's beginning are a verdict that stands out; 0 if none does. `worse`: it is
// SLOWER.
struct Standout {
    std::size_t length = 0;
    bool worse = false;
};
Standout standoutOf(const Column& column, const std::string& cell);

// As HTML shows it: as the content of an element, or as the value of an attribute in double quotes.
std::string htmlText(std::string_view text);

} // namespace vkperftest
