#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/compact_run.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "report/run_figures.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;

// The columns of a strategy, by their numbers: without those that may be spared if no row has a figure there.
std::map<int, Column> columnsOf(const RunFigures& figures) {
    std::map<int, Column> columns;
    for (const RowFigures& row : figures.rows)
        for (std::size_t s = 0; s < row.strategies.size(); ++s)
            for (const Figure& each : figuresOf(row, s))
                if (each.column > 0 && !(each.look.spare && each.text.empty()))
                    columns[each.column] = {each.look.title, each.look.kind};
    return columns;
}

// One row for each row of the run, its strategies side by side.
Grid emptyGrid(const std::vector<std::string>& strategies, const std::map<int, Column>& columns) {
    Grid grid{.columns = {{"row"}}};
    for (const std::string& strategy : strategies) {
        const std::size_t first = grid.columns.size();
        for (const auto& [number, column] : columns) grid.columns.push_back(column);
        if (!columns.empty()) grid.columns[first].title.insert(0, strategy + " ");
    }
    for (std::size_t s = 1; s < strategies.size(); ++s)
        grid.columns.push_back({fmt::format("{}/{}", strategies[s], strategies[0])});
    return grid;
}

Cells gridRow(const RowFigures& row, const std::map<int, Column>& columns) {
    Cells cells = {row.row->name};
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        std::map<int, std::string> texts;
        for (Figure& each : figuresOf(row, s)) texts[each.column] = std::move(each.text);
        const std::size_t first = cells.size();
        for (const auto& [number, column] : columns) cells.push_back(texts[number]);
        if (!row.strategies[s]) cells[first] = statusName(row.row->strategies[s].status);
    }
    for (std::size_t s = 1; s < row.strategies.size(); ++s) {
        const std::optional<PairedRatio> ratio = row.timeOver(0, s);
        cells.push_back(ratio ? ratioWithInterval(*ratio) : "");
    }
    return cells;
}

// Into the last record; a column for each name.
void addFigure(const Figure& figure, Grid& records) {
    std::vector<std::string>& cells = records.rows.back();
    const auto add = [&](const std::string& end, std::string cell) {
        const std::string name = std::string(figure.name) + end;
        const auto at = std::ranges::find(records.columns, name, &Column::title) - records.columns.begin();
        if (static_cast<std::size_t>(at) == records.columns.size()) records.columns.push_back({name});
        cells.resize(records.columns.size());
        cells[static_cast<std::size_t>(at)] = std::move(cell);
    };
    const auto* const number = std::get_if<double>(&figure.value);
    const auto* const flag = std::get_if<bool>(&figure.value);
    add("", number != nullptr ? numberCell(*number) : flag != nullptr ? flagCell(*flag) : figure.text);
    if (!figure.spans) return;
    add("_low", figure.interval ? numberCell(figure.interval->low) : "");
    add("_high", figure.interval ? numberCell(figure.interval->high) : "");
}

void addRecord(const RunResult& run, const RowFigures& figures, std::size_t strategy, Grid& records) {
    const RowResult& row = *figures.row;
    const StrategyResult& result = row.strategies[strategy];
    const bool known = figures.strategies[strategy].has_value();
    // The null row measures the baseline again, and must not be mistaken for it.
    const bool isNull = &row == &run.nullRow;
    records.rows.push_back({isNull ? "null row" : row.name, row.operation, row.pattern,
                            isNull ? "null-row" : row.id, result.strategy,
                            std::string(statusName(result.status)), reasonText(result.reason),
                            std::to_string(result.nanoseconds.size()),
                            known && row.stopped ? std::string(stopReasonName(*row.stopped)) : "",
                            result.printed ? result.printed->caveat : "",
                            known && figures.strategies[strategy]->shareOfLimit ? limitName(run) : ""});
    for (const Figure& each : figuresOf(figures, strategy))
        if (!each.name.empty()) addFigure(each, records);
}

} // namespace

Document runDocument(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::map<int, Column> columns = columnsOf(figures);
    Grid grid = emptyGrid(run.settings.strategies, columns);
    Grid records{.columns = textColumns(
                     "name,operation,pattern,id,strategy,status,reason,samples,stopped,caveat,limit")};
    for (const RowFigures& row : figures.rows) {
        grid.rows.push_back(gridRow(row, columns));
        for (std::size_t s = 0; s < row.strategies.size(); ++s) addRecord(run, row, s, records);
    }
    if (run.source.empty()) addRecord(run, figures.nullRow, 0, records);
    std::vector<std::string> subjects = {deviceLine(run)}, notes = remarks(figures);
    if (const std::string quality = qualityLine(figures); !quality.empty()) {
        subjects.insert(subjects.begin(), quality);
        notes.insert(notes.begin(), quality);
    }
    return {.heading = "Loads of " + run.device.name,
            .sections = {{.subjects = std::move(subjects),
                          .caption = fmt::format("Performance compared to {}; bigger is faster",
                                                 run.settings.baseline),
                          .grid = std::move(grid),
                          .compact = compactRun(figures),
                          .remarks = remarks(figures)}},
            .records = std::move(records),
            .notes = std::move(notes),
            .figures = &figures};
}

} // namespace vkperftest
