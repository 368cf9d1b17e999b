#include <fmt/format.h>

#include "report/formats.h"
#include "report/grid.h"

namespace vkperftest {
namespace {

// Empty without a value.
std::string number(std::optional<double> value) {
    return value ? fmt::format("{:.6g}", *value) : "";
}

// The ratio and its interval; three empty cells without.
void addRatio(std::vector<std::string>& cells, const std::optional<PairedRatio>& ratio) {
    cells.push_back(ratio ? number(ratio->median) : "");
    cells.push_back(ratio && ratio->interval ? number(ratio->interval->low) : "");
    cells.push_back(ratio && ratio->interval ? number(ratio->interval->high) : "");
}

std::vector<std::string> line(const RowFigures& figures, std::size_t strategy, const std::string& id) {
    const RowResult& row = *figures.row;
    const StrategyResult& result = row.strategies[strategy];
    const std::optional<StrategyFigures>& known = figures.strategies[strategy];
    std::vector<std::string> cells = {row.name,     row.operation,   row.pattern,
                                      id,           result.strategy, std::string(statusName(result.status)),
                                      result.reason};
    cells.push_back(known ? number(known->milliseconds) : "");
    addRatio(cells, known ? std::optional(known->ratio) : std::nullopt);
    cells.push_back(known ? number(known->ratio.ofMinima) : "");
    cells.push_back(known ? number(known->loadsPerNanosecond) : "");
    addRatio(cells, strategy > 0 ? figures.timeOver(0, strategy) : std::nullopt);
    cells.push_back(fmt::format("{}", result.nanoseconds.size()));
    cells.push_back(known && row.stopped ? std::string(stopReasonName(*row.stopped)) : "");
    cells.push_back(known ? (known->imprecise ? "yes" : "no") : "");
    cells.push_back(known ? (known->minimaDisagree ? "yes" : "no") : "");
    cells.push_back(result.printed ? result.printed->caveat : "");
    cells.push_back(known && known->overFloor ? number(known->overFloor->median) : "");
    cells.push_back(!known || !known->loadBound ? "" : *known->loadBound ? "yes" : "no");
    return cells;
}

} // namespace

std::string csvReport(const RunFigures& figures, const ReportStyle&) {
    const std::string first = figures.run->settings.strategies.front();
    const std::vector<Column> columns = {{"name"},
                                         {"operation"},
                                         {"pattern"},
                                         {"id"},
                                         {"strategy"},
                                         {"status"},
                                         {"reason"},
                                         {"milliseconds"},
                                         {"ratio"},
                                         {"ratio_low"},
                                         {"ratio_high"},
                                         {"ratio_of_minima"},
                                         {"loads_per_ns"},
                                         {"against_" + first},
                                         {"against_" + first + "_low"},
                                         {"against_" + first + "_high"},
                                         {"samples"},
                                         {"stopped"},
                                         {"imprecise"},
                                         {"minima_disagree"},
                                         {"caveat"},
                                         {"over_floor"},
                                         {"load_bound"}};
    std::vector<std::vector<std::string>> rows;
    for (const RowFigures& row : figures.rows) {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) rows.push_back(line(row, s, row.row->id));
    }
    if (figures.run->source.empty()) rows.push_back(line(figures.nullRow, 0, "null-row"));
    return csvGrid(columns, rows);
}

} // namespace vkperftest
