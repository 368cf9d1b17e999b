#include "report/grid.h"

#include <algorithm>

#include "base/text.h"

namespace vkperftest {
namespace {

std::string alignedLine(const std::vector<Column>& columnsOf, const std::vector<std::size_t>& widths,
                        const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += "  ";
        line +=
            columnsOf[i].align == Align::Right ? padLeft(cells[i], widths[i]) : padRight(cells[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

std::vector<std::string> titles(const std::vector<Column>& columnsOf) {
    std::vector<std::string> result;
    for (const Column& column : columnsOf) result.push_back(column.title);
    return result;
}

std::string quotedForCsv(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string result = "\"";
    for (const char c : cell) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string csvLine(const std::vector<std::string>& cells) {
    std::vector<std::string> quoted(cells.size());
    std::transform(cells.begin(), cells.end(), quoted.begin(), quotedForCsv);
    return join(quoted, ",") + "\n";
}

std::string markdownLine(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + markdownText(cell) + " |";
    return line + "\n";
}

} // namespace

std::string alignedGrid(const std::vector<Column>& columnsOf,
                        const std::vector<std::vector<std::string>>& rows, const std::string& emphasis) {
    std::vector<std::size_t> widths;
    for (const Column& column : columnsOf) widths.push_back(columns(column.title));
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
    }
    const std::string heading = alignedLine(columnsOf, widths, titles(columnsOf));
    std::string text = emphasis.empty() ? heading + "\n" : emphasis + heading + "\x1b[0m\n";
    for (const std::vector<std::string>& row : rows) text += alignedLine(columnsOf, widths, row) + "\n";
    return text;
}

std::string markdownGrid(const std::vector<Column>& columnsOf,
                         const std::vector<std::vector<std::string>>& rows) {
    std::string text = markdownLine(titles(columnsOf)) + "|";
    for (const Column& column : columnsOf) text += column.align == Align::Right ? "---:|" : "---|";
    text += "\n";
    for (const std::vector<std::string>& row : rows) text += markdownLine(row);
    return text;
}

std::string csvGrid(const std::vector<Column>& columnsOf, const std::vector<std::vector<std::string>>& rows) {
    std::string text = csvLine(titles(columnsOf));
    for (const std::vector<std::string>& row : rows) text += csvLine(row);
    return text;
}

std::string markdownText(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("\\|<*").find(c) != std::string_view::npos) result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

std::string markdownList(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) {
        const bool mark = std::string_view("#+->").find(text.front()) != std::string_view::npos;
        list += (mark ? "- \\" : "- ") + markdownText(text) + "\n";
    }
    return list;
}

} // namespace vkperftest
