#include "report/document.h"

#include <fmt/format.h>

#include "analysis/comparison.h"
#include "base/text.h"

namespace vkperftest {

std::vector<Column> textColumns(const std::string& titles) {
    std::vector<Column> columns;
    for (const std::string& title : split(titles, ',')) columns.push_back({title});
    return columns;
}

std::string numberCell(std::optional<double> number) {
    return number ? fmt::format("{:.6g}", *number) : "";
}

std::string flagCell(bool flag) {
    return flag ? "yes" : "no";
}

const Grid& recordsOf(const Document& document) {
    return document.records.columns.empty() ? document.sections.front().grid : document.records;
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
