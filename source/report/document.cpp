#include "report/document.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/comparison.h"
#include "base/text.h"
#include "model/json_layout.h"

namespace vkperftest {

std::vector<Column> textColumns(const std::string& titles) {
    std::vector<Column> columns;
    for (const std::string& title : split(titles, ',')) columns.push_back({title});
    return columns;
}

std::vector<const Section*> sectionsOf(const Document& document, Extent extent) {
    std::vector<const Section*> shown;
    for (const Section& section : document.sections)
        if (section.from <= extent && extent <= section.until) shown.push_back(&section);
    return shown;
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

void addText(std::vector<std::string>& all, std::string text) {
    if (!text.empty()) all.push_back(std::move(text));
}

std::string flagCell(bool flag) {
    return flag ? "yes" : "no";
}

void addRecord(const Json& object, Grid& records) {
    std::vector<std::string>& cells = records.rows.emplace_back();
    for (const auto& [key, value] : object.items()) {
        auto column = std::ranges::find(records.columns, key, &Column::title);
        const bool isNew = column == records.columns.end();
        if (isNew) column = records.columns.insert(column, {key});
        if (value.is_number() || (isNew && value.is_null())) column->kind = Kind::Number;
        if (value.is_boolean()) column->kind = Kind::Flag;
        if (value.is_string()) column->kind = Kind::Text;
        const auto at = static_cast<std::size_t>(column - records.columns.begin());
        cells.resize(std::max(cells.size(), at + 1));
        cells[at] = value.is_number_integer() ? value.dump()
                    : value.is_number()       ? fmt::format("{:.6g}", value.get<double>())
                    : value.is_boolean()      ? flagCell(value.get<bool>())
                    : value.is_string()       ? value.get<std::string>()
                                              : "";
    }
}

const Grid& recordsOf(const Document& document) {
    return document.records.columns.empty() ? sectionsOf(document).front()->grid : document.records;
}

Standout standoutOf(const Column& column, const std::string& cell) {
    if (column.kind != Kind::Verdict) return {};
    for (const Verdict verdict : {Verdict::Better, Verdict::Worse}) {
        const std::string_view name = verdictName(verdict);
        if (cell.starts_with(name)) return {name.size(), verdict == Verdict::Worse};
    }
    return {};
}

std::string htmlText(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const std::size_t special = std::string_view("&<>\"").find(c);
        constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
        result += special == std::string_view::npos ? std::string(1, c) : kEntities[special];
    }
    return result;
}

} // namespace vkperftest
