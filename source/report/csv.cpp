#include <fmt/format.h>

#include "analysis/summary.h"
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

std::vector<std::string> line(const RunResult& run, const RowResult& row, std::size_t strategy,
                              const std::string& id) {
    const StrategyResult& result = row.strategies[strategy];
    const std::optional<StrategySummary> summary = summarize(run, row, strategy);
    std::vector<std::string> cells = {row.name,     row.operation,   row.pattern,
                                      id,           result.strategy, std::string(statusName(result.status)),
                                      result.reason};
    cells.push_back(summary ? number(summary->milliseconds) : "");
    addRatio(cells, summary ? std::optional(summary->ratio) : std::nullopt);
    cells.push_back(summary ? number(summary->ratio.ofMinima) : "");
    cells.push_back(summary ? number(summary->loadsPerNanosecond) : "");
    addRatio(cells, strategy > 0 ? strategyOver(run, row, 0, strategy) : std::nullopt);
    cells.push_back(fmt::format("{}", result.nanoseconds.size()));
    cells.push_back(summary && row.stopped ? std::string(stopReasonName(*row.stopped)) : "");
    cells.push_back(summary ? (summary->imprecise ? "yes" : "no") : "");
    cells.push_back(summary ? (summary->minimaDisagree ? "yes" : "no") : "");
    cells.push_back(result.printed ? result.printed->caveat : "");
    cells.push_back(summary && summary->overFloor ? number(summary->overFloor->median) : "");
    cells.push_back(!summary || !summary->loadBound ? "" : *summary->loadBound ? "yes" : "no");
    return cells;
}

} // namespace

std::string csvReport(const RunResult& run, const ReportStyle&) {
    const std::string first = run.settings.strategies.front();
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
    for (const RowResult& row : run.rows) {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) rows.push_back(line(run, row, s, row.id));
    }
    if (run.source.empty()) rows.push_back(line(run, run.nullRow, 0, "null-row"));
    return csvGrid(columns, rows);
}

} // namespace vkperftest
