// For READMEs and issues.
#include "report/writers.h"

namespace vkperftest {
namespace {

// The text in one line that Markdown shows as it is: '<', '*', '|' and '\' are escaped. Text between
// underscores or backticks stays what Markdown makes of it.
std::string markdownText(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("\\|<*").find(c) != std::string_view::npos) result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

// A mark at the beginning is escaped, since it would begin a heading, list or quotation.
std::string item(const std::string& text) {
    const bool mark = !text.empty() && std::string_view("#+->").find(text.front()) != std::string_view::npos;
    return (mark ? "- \\" : "- ") + markdownText(text) + "\n";
}

std::string markdownGrid(const Grid& grid) {
    if (grid.columns.empty()) return {};
    std::string text = "|", rule = "|";
    for (const Column& column : grid.columns) {
        text += " " + markdownText(column.title) + " |";
        rule += column.kind == Kind::Number ? "---:|" : "---|";
    }
    text += "\n" + rule + "\n";
    for (const std::vector<std::string>& row : grid.rows) {
        text += "|";
        for (const std::string& cell : row) text += " " + markdownText(cell) + " |";
        text += "\n";
    }
    return text;
}

} // namespace

std::string writeMarkdown(const Document& document, const Display&) {
    std::string text;
    for (const Section* const each : sectionsOf(document)) {
        const Section& section = *each;
        if (!text.empty()) text += "\n";
        if (!section.title.empty()) text += "**" + markdownText(section.title) + "**\n\n";
        for (const Label& label : section.labels) text += item(label.name + " " + label.text);
        if (!section.labels.empty()) text += "\n";
        for (const std::string& subject : section.subjects) {
            text += markdownText(subject) + "\n\n";
        }
        if (!section.caption.empty())
            text += markdownText(section.caption) + (section.caption.ends_with(".") ? "\n\n" : ".\n\n");
        for (const std::string& sentence : section.above) text += markdownText(sentence) + "\n\n";
        text += markdownGrid(section.grid);
        if (!section.remarks.empty()) text += "\n";
        for (const std::string& remark : section.remarks) text += item(remark);
    }
    return text;
}

} // namespace vkperftest
