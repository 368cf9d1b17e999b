// A command's output before formatting: sections for readers, records and data for programs.
// report/documents/ builds documents, and the formats in report/writers/ write them.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "analysis/figures.h"

namespace vkperftest {

enum class Kind {
    Text,
    Id,      // a word to copy, which is never broken
    Number,  // right-aligned; a number in JSON if the cell is one
    Ratio,   // "1.498x", with or without marks after it; on a terminal coloured by size
    Flag,    // "yes", "no" or empty: JSON's true, false and null
    Verdict, // begins with a verdict's name; FASTER and SLOWER stand out
};

struct Column {
    std::string title;
    Kind kind = Kind::Text;
    bool spare = false; // the table omits it if its lines would be too long
};

// Columns of text. `titles`: separated by commas.
std::vector<Column> textColumns(const std::string& titles);

// Rows and columns of text. A row may be shorter than the columns: its last cells are empty. A row without
// cells is an empty line.
struct Grid {
    // On a terminal; in other formats every grid is a table.
    enum class Layout {
        Table,
        Untitled, // a table without its titles
        Blocks,   // for each column but the first: its title, then its cells after the first column's
    };

    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    Layout layout = Layout::Table;
    // Only in HTML, and may be empty: by row, the address that its first cell links to; by row and column, what
    // a reader sees who points at the cell.
    std::vector<std::string> links;
    std::vector<std::vector<std::string>> details;
};

struct Label {
    std::string name; // "BASE"
    std::string text;
};

// How much of a document the table shows.
enum class Extent {
    Answer, // the first screen, of at most 20 lines
    All,    // --all: every row
    Wide,   // --wide: also every column, each row on one line. Other formats show this.
};

// A grid with the texts above and below it. Every member may be empty.
struct Section {
    std::string title;
    std::vector<Label> labels;
    std::vector<std::string> subjects; // what was measured or compiled, a line each
    std::string caption;               // what the grid shows; may lack its full stop
    std::vector<std::string> above;    // what readers must know before the grid, a sentence each
    Grid grid;
    std::vector<std::string> remarks; // what readers need to understand the grid, a sentence each
    Extent from = Extent::Answer, until = Extent::Wide; // which show it
    // Only in HTML: pictures above the grid, as SVG (report/svg.h), and whether the section opens by its title.
    std::vector<std::string> pictures;
    bool folded = false;
    std::string code; // only in HTML: lines below the remarks
};

struct Document {
    std::string heading; // of pages
    std::vector<Section> sections;
    std::string more;                    // below the answer: what prints more; may be empty
    Grid records;                        // for programs: titles are keys; empty: the first section's grid
    std::string data;                    // JSON with more than the records hold; empty: the records
    std::vector<std::string> notes;      // what readers of bare records must know, a sentence each
    const RunFigures* figures = nullptr; // set in a run's document, which it must outlive; null in all others
};

// The sections that the extent shows.
std::vector<const Section*> sectionsOf(const Document& document, Extent extent = Extent::Wide);

void append(std::vector<std::string>& all, const std::vector<std::string>& more);
void addText(std::vector<std::string>& all, std::string text); // unless it is empty

std::string flagCell(bool flag); // of Kind::Flag

// The flat object as one more record: each key is a column, as its values' type demands, and null an empty cell.
void addRecord(const nlohmann::ordered_json& object, Grid& records);

// The records, or the first section's grid if there are none.
const Grid& recordsOf(const Document& document);

// The verdict at the beginning of a cell, if it stands out: its bytes (0: none stands out), and whether it is
// SLOWER.
struct Standout {
    std::size_t length = 0;
    bool worse = false;
};
Standout standoutOf(const Column& column, const std::string& cell);

// Escaped for HTML: for the content of an element, or the value of an attribute in double quotes.
std::string htmlText(std::string_view text);

} // namespace vkperftest
