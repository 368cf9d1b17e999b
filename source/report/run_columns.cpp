#include "report/run_columns.h"

#include <algorithm>
#include <array>

#include "base/named.h"
#include "base/text.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr auto kColumns = std::to_array<RunColumn>({
    {"ms", "ms", Kind::Number, true,
     [](const StrategyResult&, const StrategyFigures& figures) {
         if (figures.unbelievable) return std::string("?");
         return figures.milliseconds ? millisecondsText(*figures.milliseconds) : "";
     }},
    {"ratio", "ratio", Kind::Number, true,
     [](const StrategyResult&, const StrategyFigures& figures) { return ratioText(figures); }},
    {"interval", "95 %", Kind::Text, true,
     [](const StrategyResult&, const StrategyFigures& figures) {
         if (figures.unbelievable) return std::string();
         return figures.isBaseline ? "baseline" : plusMinus(figures.ratio) + marks(figures);
     }},
    {"loads", "loads/ns", Kind::Number, true,
     [](const StrategyResult&, const StrategyFigures& figures) {
         if (figures.unbelievable) return std::string("?");
         return figures.loadsPerNanosecond ? loadsText(*figures.loadsPerNanosecond) : "";
     }},
    {"bound", "bound", Kind::Text, true,
     [](const StrategyResult& result, const StrategyFigures& figures) {
         return result.printed ? "" : std::string(boundName(figures.bound));
     }},
    {"gain", "gain over serial", Kind::Text, false,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.serialGain && !figures.unbelievable ? ratioWithInterval(*figures.serialGain) : "";
     }},
});

} // namespace

std::span<const RunColumn> runColumns() {
    return kColumns;
}

std::vector<RunColumn> usualRunColumns() {
    std::vector<RunColumn> columns(kColumns.begin(), kColumns.end());
    std::erase_if(columns, [](const RunColumn& column) { return !column.usual; });
    return columns;
}

Result<std::vector<RunColumn>> parseRunColumns(std::string_view list) {
    std::vector<RunColumn> columns;
    for (const std::string& part : split(list, ',')) {
        Result<const RunColumn*> column = findNamed(kColumns, trim(part), "there is no column");
        if (!column.ok()) return column.error();
        columns.push_back(*column.value());
    }
    return columns;
}

} // namespace vkperftest
