// Any bytes as the cells of a table: CSV and JSON hold them as they were, by readers that are not the
// program's, and in Markdown and HTML they add no line and no element.
#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "fuzzing.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

// RFC 4180, with '\n' between records.
std::vector<std::vector<std::string>> recordsOf(std::string_view csv) {
    std::vector<std::vector<std::string>> records(1, {""});
    bool quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        std::string& cell = records.back().back();
        const bool doubled = quoted && csv.substr(i, 2) == "\"\"";
        if (doubled)
            cell += csv[i++];
        else if (csv[i] == '"')
            quoted = !quoted;
        else if (!quoted && csv[i] == ',')
            records.back().emplace_back();
        else if (!quoted && csv[i] == '\n')
            records.push_back({""});
        else
            cell += csv[i];
    }
    require(!quoted && records.back() == std::vector<std::string>{""}); // the last line ends, too
    records.pop_back();
    return records;
}

const Writer& writer(std::string_view name) {
    const auto all = runWriters();
    return *std::find_if(all.begin(), all.end(), [&](const Writer& each) { return each.name == name; });
}

std::size_t count(const std::string& text, char c) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

// A table with the same cells in a row and among all that stands around it.
Document documentOf(const std::vector<std::string>& cells) {
    Document document{.heading = cells[0]};
    Section section{
        .title = cells[0], .labels = {{"L", cells[0]}}, .caption = cells[0], .remarks = {cells[0]}};
    for (std::size_t i = 0; i < cells.size(); ++i) section.grid.columns.push_back({std::to_string(i)});
    section.grid.rows = {cells};
    document.sections.push_back(section);
    return document;
}

} // namespace
} // namespace vkperftest

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const std::vector<std::string> cells = split(textOf(data, size), '\x1f');
    const Document document = documentOf(cells);
    const Document plain = documentOf(std::vector<std::string>(cells.size(), "x"));
    const auto records = recordsOf(writer("csv").write(document, {}));
    require(records.size() == 2 && records[0].size() == cells.size() && records[1] == cells);
    const nlohmann::json list = nlohmann::json::parse(writer("json").write(document, {}));
    require(list.size() == 1 && list[0].size() == cells.size());
    const bool empty = std::count(cells.begin(), cells.end(), "") > 0; // an empty caption is none
    require(empty || (count(writer("markdown").write(document, {}), '\n') ==
                          count(writer("markdown").write(plain, {}), '\n') &&
                      count(htmlPage(document), '<') == count(htmlPage(plain), '<')));
    writer("table").write(document, {});
    return 0;
}
