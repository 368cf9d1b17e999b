// Aligned columns of text, and lists.
#pragma once

#include <string>
#include <vector>

namespace vkperftest {

enum class Align { Left, Right };

struct Column {
    std::string title;
    Align align = Align::Left;
};

// Titles, then rows; every column as wide as its widest cell, two spaces apart, no trailing spaces. Rows may
// be shorter than the columns. `emphasis` (an ANSI escape or nothing) surrounds the titles.
std::string alignedGrid(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows,
                        const std::string& emphasis = {});

// The same as a Markdown table, its cells as markdownText.
std::string markdownGrid(const std::vector<Column>& columns,
                         const std::vector<std::vector<std::string>>& rows);

// The same as CSV: titles first; cells quoted where RFC 4180 asks for it; lines end with '\n'.
std::string csvGrid(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

// A text in one line that Markdown shows as it stands: '<' begins no tag there, '*' no emphasis and '|' no
// cell. What stands between underscores or backticks stays what Markdown makes of it.
std::string markdownText(const std::string& text);

// Each text, none empty, an item of a Markdown list: a mark at its beginning makes no heading, list or
// quotation of it.
std::string markdownList(const std::vector<std::string>& texts);

} // namespace vkperftest
