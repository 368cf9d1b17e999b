// A self-contained page without scripts.
#include <fmt/format.h>

#include "report/html_page.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

constexpr const char* kHtmlHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{1}<title>{0}</title>
<style>
:root {{ color-scheme: light dark; --line: #ccc; --better: #176b2c; --worse: #b3261e; }}
@media (prefers-color-scheme: dark) {{ :root {{ --line: #444; --better: #6fcf87; --worse: #ff8a80; }} }}
html {{ background: Canvas; color: CanvasText; }}
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }}
h1 {{ font-size: 1.5rem; }} h2 {{ font-size: 1.15rem; }} h1, h2, p, li {{ overflow-wrap: anywhere; }}
.wide {{ overflow-x: auto; }} nav a {{ margin-right: 1rem; }}
@media (max-width: 50rem) {{ table {{ width: max-content; }} th, td {{ max-width: 14rem; }}
  caption {{ max-width: calc(100vw - 4rem); }} }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
caption {{ text-align: left; padding-bottom: .5rem; }}
th, td {{ border-bottom: 1px solid var(--line); padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }}
tbody th {{ font-weight: normal; }}
.number {{ text-align: right; white-space: nowrap; }}
.better {{ color: var(--better); font-weight: bold; }} .worse {{ color: var(--worse); font-weight: bold; }}
</style>
</head>
<body>
{2}<main>
<h1>{0}</h1>
)";

std::string cellText(const Column& column, const std::string& cell) {
    const Standout standout = standoutOf(column, cell);
    if (standout.length == 0) return htmlText(cell);
    return fmt::format("<span class=\"{}\">{}</span>{}", standout.worse ? "worse" : "better",
                       cell.substr(0, standout.length), htmlText(cell.substr(standout.length)));
}

// `scope`: of a cell that names its row or column; empty for others.
std::string tableCell(std::string_view scope, const Column& column, const std::string& content) {
    const std::string named = scope.empty() ? "td" : fmt::format("th scope=\"{}\"", scope);
    return fmt::format("<{}{}>{}</{}>", named, column.kind == Kind::Number ? " class=\"number\"" : "",
                       content, named.substr(0, 2));
}

std::string linked(const std::string& address, const std::string& content) {
    return fmt::format("<a href=\"{}\">{}</a>", htmlText(address), content);
}

// `named`: what the table shows, if it has no caption. Its box scrolls on narrow screens, so keys must reach
// it.
std::string table(const Section& section, const std::string& named) {
    const Grid& grid = section.grid;
    if (grid.columns.empty()) return {};
    std::string text =
        fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\n",
                    htmlText(!section.caption.empty() ? section.caption : named));
    if (!section.caption.empty()) text += fmt::format("<caption>{}</caption>\n", htmlText(section.caption));
    text += "<thead><tr>";
    for (const Column& column : grid.columns) text += tableCell("col", column, htmlText(column.title));
    text += "</tr></thead>\n<tbody>\n";
    for (std::size_t number = 0; number < grid.rows.size(); ++number) {
        const std::vector<std::string>& row = grid.rows[number];
        text += "<tr>";
        for (std::size_t i = 0; i < grid.columns.size(); ++i) {
            std::string content = i < row.size() ? cellText(grid.columns[i], row[i]) : "";
            const bool isLink = i == 0 && number < grid.links.size() && !grid.links[number].empty();
            if (isLink) content = linked(grid.links[number], content);
            text += tableCell(i == 0 ? "row" : "", grid.columns[i], content);
        }
        text += "</tr>\n";
    }
    return text + "</tbody>\n</table></div>\n";
}

std::string writeHtml(const Document& document, const Display&) {
    return htmlPage(document);
}

} // namespace

std::string htmlPage(const Document& document, const HtmlFrame& frame) {
    std::string links;
    for (const auto& [name, address] : frame.links) links += linked(address, htmlText(name)) + "\n";
    if (!links.empty()) links = "<nav>\n" + links + "</nav>\n";
    std::string text = fmt::format(fmt::runtime(kHtmlHead), htmlText(document.heading), frame.head, links);
    for (const Section& section : document.sections) {
        text += "<section>\n";
        if (!section.title.empty()) text += fmt::format("<h2>{}</h2>\n", htmlText(section.title));
        for (const Label& label : section.labels)
            text += fmt::format("<p><b>{}</b> {}</p>\n", htmlText(label.name), htmlText(label.text));
        for (const std::vector<std::string>& sentences : {section.subjects, section.above})
            for (const std::string& sentence : sentences)
                text += fmt::format("<p>{}</p>\n", htmlText(sentence));
        text += table(section, section.title.empty() ? document.heading : section.title);
        if (!section.remarks.empty()) text += "<ul>\n";
        for (const std::string& remark : section.remarks)
            text += fmt::format("<li>{}</li>\n", htmlText(remark));
        if (!section.remarks.empty()) text += "</ul>\n";
        text += "</section>\n";
    }
    return text + "</main>\n</body>\n</html>\n";
}

extern const Writer kHtmlWriter{"html", ".html", Shown::Sections, writeHtml};

} // namespace vkperftest
