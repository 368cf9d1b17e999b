#include <fmt/format.h>

#include "analysis/summary.h"
#include "report/documents.h"
#include "report/explain.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;
using Summary = std::optional<StrategySummary>;

// Milliseconds, ratio, interval with marks, loads a nanosecond.
Cells strategyCells(const RunResult& run, const RowResult& row, std::size_t strategy,
                    const Summary& summary) {
    if (!summary) return {std::string(statusName(row.strategies[strategy].status)), "", "", ""};
    const std::string milliseconds =
        summary->milliseconds ? fmt::format("{:.3f}", *summary->milliseconds) : "";
    const std::string loads = summary->loadsPerNanosecond ? loadsText(*summary->loadsPerNanosecond) : "";
    if (isBaseline(run, row, strategy))
        return {milliseconds, ratioText(1), summary->loadBound == false ? "baseline#" : "baseline", loads};
    return {milliseconds, ratioText(summary->ratio.median), plusMinus(summary->ratio) + marks(*summary),
            loads};
}

// One row for each row of the run, its strategies side by side.
Grid emptyGrid(const std::vector<std::string>& strategies, bool explain) {
    Grid grid{.columns = {{"row"}}};
    for (const std::string& strategy : strategies) {
        grid.columns.insert(grid.columns.end(), {{strategy + " ms", Kind::Number},
                                                 {"ratio", Kind::Number},
                                                 {"95 %"},
                                                 {"loads/ns", Kind::Number}});
    }
    for (std::size_t s = 1; s < strategies.size(); ++s)
        grid.columns.push_back({fmt::format("{}/{}", strategies[s], strategies[0])});
    if (explain) grid.columns.push_back({"code"});
    return grid;
}

// One record for each row and strategy.
Grid emptyRecords(const std::string& first) {
    return {.columns = textColumns(fmt::format(
                "name,operation,pattern,id,strategy,status,reason,milliseconds,ratio,ratio_low,ratio_high,"
                "ratio_of_minima,loads_per_ns,against_{0},against_{0}_low,against_{0}_high,samples,stopped,"
                "imprecise,minima_disagree,caveat,over_floor,load_bound",
                first))};
}

// Empty without a value.
std::string number(std::optional<double> value) {
    return value ? fmt::format("{:.6g}", *value) : "";
}

std::string flag(bool set) {
    return set ? "yes" : "no";
}

// The ratio and its interval; three empty cells without.
void addRatio(Cells& cells, const std::optional<PairedRatio>& ratio) {
    cells.push_back(ratio ? number(ratio->median) : "");
    cells.push_back(ratio && ratio->interval ? number(ratio->interval->low) : "");
    cells.push_back(ratio && ratio->interval ? number(ratio->interval->high) : "");
}

Cells record(const RowResult& row, std::size_t strategy, const std::string& id, const Summary& summary,
             const std::optional<PairedRatio>& against) {
    const StrategyResult& result = row.strategies[strategy];
    Cells cells = {row.name,     row.operation,   row.pattern,
                   id,           result.strategy, std::string(statusName(result.status)),
                   result.reason};
    cells.push_back(summary ? number(summary->milliseconds) : "");
    addRatio(cells, summary ? std::optional(summary->ratio) : std::nullopt);
    cells.push_back(summary ? number(summary->ratio.ofMinima) : "");
    cells.push_back(summary ? number(summary->loadsPerNanosecond) : "");
    addRatio(cells, against);
    cells.push_back(std::to_string(result.nanoseconds.size()));
    cells.push_back(summary && row.stopped ? std::string(stopReasonName(*row.stopped)) : "");
    cells.push_back(summary ? flag(summary->imprecise) : "");
    cells.push_back(summary ? flag(summary->minimaDisagree) : "");
    cells.push_back(result.printed ? result.printed->caveat : "");
    cells.push_back(summary && summary->overFloor ? number(summary->overFloor->median) : "");
    cells.push_back(summary && summary->loadBound ? flag(*summary->loadBound) : "");
    return cells;
}

// The row, and a record for each of its strategies.
void addRow(const RunResult& run, const RowResult& row, Grid& grid, Grid& records) {
    Cells cells = {row.name}, comparisons;
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const Summary summary = summarize(run, row, s);
        const Cells shown = strategyCells(run, row, s, summary);
        cells.insert(cells.end(), shown.begin(), shown.end());
        const auto against = s > 0 ? strategyOver(run, row, 0, s) : std::nullopt;
        if (s > 0) comparisons.push_back(against ? ratioWithInterval(*against) : "");
        records.rows.push_back(record(row, s, row.id, summary, against));
    }
    cells.insert(cells.end(), comparisons.begin(), comparisons.end());
    grid.rows.push_back(std::move(cells));
}

} // namespace

Document runDocument(const RunResult& run, bool explain) {
    Grid grid = emptyGrid(run.settings.strategies, explain);
    Grid records = emptyRecords(run.settings.strategies.front());
    for (const RowResult& row : run.rows) {
        addRow(run, row, grid, records);
        if (explain) grid.rows.back().push_back(explanation(run, row));
    }
    if (run.source.empty())
        records.rows.push_back(record(run.nullRow, 0, "null-row", summarize(run, run.nullRow, 0), {}));
    const std::vector<std::string> notes = remarks(run);
    std::vector<std::string> all = notes;
    if (explain) {
        for (std::string& remark : explanationRemarks(run)) all.push_back(std::move(remark));
    }
    const std::string caption =
        fmt::format("Performance compared to {}; bigger is faster", run.settings.baseline);
    return {.heading = "Loads of " + run.device.name,
            .sections = {{.subjects = {deviceLine(run)},
                          .caption = caption,
                          .grid = std::move(grid),
                          .remarks = all}},
            .records = std::move(records),
            .notes = notes,
            .run = &run};
}

} // namespace vkperftest
