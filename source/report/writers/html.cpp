// A page for browsers.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/svg.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

// Escaped; what stands between backticks is code.
std::string proseOf(const std::string& text) {
    std::vector<std::string> parts = split(htmlText(text), '`');
    for (std::size_t i = 1; i + 1 < parts.size(); i += 2) parts[i] = "<code>" + parts[i] + "</code>";
    return join(parts, "");
}

std::string contentOf(const Column& column, const std::string& cell) {
    const Standout standout = standoutOf(column, cell);
    if (standout.length == 0) return htmlText(cell);
    return fmt::format("<span class=\"{}\">{}</span>{}", standout.worse ? "worse" : "better",
                       cell.substr(0, standout.length), htmlText(cell.substr(standout.length)));
}

// Of a ratio: heat0 for 1/8x, heat6 for 1x, heat12 for 8x; none for what cannot be compared (~).
std::string classOf(const Column& column, const std::string& cell) {
    if (column.kind != Kind::Ratio) return column.kind == Kind::Number ? "number" : "";
    const double ratio = ratioCell(cell).value;
    return ratio > 0 && !cell.ends_with('~')
               ? fmt::format("heat heat{:.0f}", std::clamp(6 + 2 * std::log2(ratio), 0.0, 12.0))
               : "heat none";
}

// `tag`: with its attributes.
std::string tagged(std::string tag, const std::string& style, const std::string& details,
                   const std::string& content) {
    const std::string name = tag.substr(0, tag.find(' '));
    if (!style.empty()) tag += " class=\"" + style + "\"";
    if (!details.empty()) tag += " title=\"" + htmlText(details) + "\"";
    return "<" + tag + ">" + content + "</" + name + ">";
}

std::string linked(const std::string& address, const std::string& content) {
    return fmt::format("<a href=\"{}\">{}</a>", htmlText(address), content);
}

// What scrolls on narrow screens, so that keys must reach it.
std::string scrolling(std::string_view style, const std::string& name, const std::string& content) {
    return fmt::format("<div class=\"{}\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n{}</div>\n",
                       style, htmlText(name), content);
}

// `named`: what the table shows, if it has no caption.
std::string tableOf(const Section& section, const std::string& named) {
    const Grid& grid = section.grid;
    if (grid.columns.empty()) return {};
    std::string text = "<table>\n";
    if (!section.caption.empty()) text += fmt::format("<caption>{}</caption>\n", htmlText(section.caption));
    text += "<thead><tr>";
    for (const Column& column : grid.columns)
        text += tagged("th scope=\"col\"", column.kind == Kind::Number ? "number" : "", "",
                       htmlText(column.title));
    text += "</tr></thead>\n<tbody>\n";
    for (std::size_t number = 0; number < grid.rows.size(); ++number) {
        const std::vector<std::string>& row = grid.rows[number];
        if (row.empty()) continue;
        text += "<tr>";
        for (std::size_t i = 0; i < grid.columns.size(); ++i) {
            const Column& column = grid.columns[i];
            const std::string cell = i < row.size() ? row[i] : "";
            std::string content = contentOf(column, cell), details;
            const bool isLink = i == 0 && number < grid.links.size() && !grid.links[number].empty();
            if (isLink) content = linked(grid.links[number], content);
            if (number < grid.details.size() && i < grid.details[number].size())
                details = grid.details[number][i];
            text += tagged(i == 0 ? "th scope=\"row\"" : "td", classOf(column, cell), details, content);
        }
        text += "</tr>\n";
    }
    return scrolling("wide", section.caption.empty() ? named : section.caption,
                     text + "</tbody>\n</table>\n");
}

std::string sectionOf(const Section& section, const std::string& heading) {
    const std::string title = htmlText(section.title),
                      &named = section.title.empty() ? heading : section.title;
    std::string text;
    for (const Label& label : section.labels)
        text += fmt::format("<p><b>{}</b> {}</p>\n", htmlText(label.name), htmlText(label.text));
    for (const std::vector<std::string>& sentences : {section.subjects, section.above})
        for (const std::string& sentence : sentences) text += fmt::format("<p>{}</p>\n", proseOf(sentence));
    for (const std::string& picture : section.pictures)
        text += scrolling("picture", "Picture: " + named, picture);
    text += tableOf(section, named);
    if (!section.remarks.empty()) text += "<ul>\n";
    for (const std::string& remark : section.remarks) text += fmt::format("<li>{}</li>\n", proseOf(remark));
    if (!section.remarks.empty()) text += "</ul>\n";
    if (!section.code.empty())
        text += scrolling("wide", "Source of " + named, "<pre>" + htmlText(section.code) + "</pre>\n");
    if (section.folded) return "<details><summary>" + title + "</summary>\n" + text + "</details>\n";
    return "<section>\n" + (title.empty() ? "" : "<h2>" + title + "</h2>\n") + text + "</section>\n";
}

} // namespace

std::string htmlPage(const Document& document, std::string_view index) {
    std::string text;
    for (const std::string_view line : pageTemplate()) {
        if (line == "{{title}}") {
            text += "<title>" + htmlText(document.heading) + "</title>\n";
        } else if (line == "{{pictures}}") {
            text += svgStyle();
        } else if (line == "{{content}}") {
            if (!index.empty())
                text.append(kSiteLink).append(linked(std::string(index), "Devices")).append("\n</nav>\n");
            text += "<main>\n<h1>" + htmlText(document.heading) + "</h1>\n";
            for (const Section* section : sectionsOf(document)) text += sectionOf(*section, document.heading);
            text += "</main>\n";
        } else {
            text.append(line).append("\n");
        }
    }
    return printable(text, Keep::Lines);
}

} // namespace vkperftest
