#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/compact_run.h"
#include "report/documents.h"
#include "report/limiter_phrases.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// For a measured row; empty if it has no loads.
std::string boundCell(const StrategyFigures& figures) {
    return isAboutLoads(figures.boundDoubt) ? std::string(boundName(figures.bound)) : "";
}

// A column of a run's table, repeated for each strategy.
struct RunColumn {
    std::string_view title;
    Kind kind = Kind::Text;
    bool onlyIfKnown = false; // not shown if no row has the figure
    std::string (*cell)(const StrategyResult& result, const StrategyFigures& figures) = nullptr;
};

constexpr auto kColumns = std::to_array<RunColumn>({
    {"ms", Kind::Number, false,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.milliseconds ? millisecondsText(*figures.milliseconds) : "";
     }},
    {"ratio", Kind::Number, false,
     [](const StrategyResult&, const StrategyFigures& figures) { return ratioText(figures); }},
    {"95 %", Kind::Text, false,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.isBaseline ? "baseline" : plusMinus(figures.ratio) + marks(figures);
     }},
    {"loads/ns", Kind::Number, false,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.loadRate() ? loadsText(*figures.loadRate()) : "";
     }},
    {"loads/clock", Kind::Number, true,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.loadsPerClock ? loadsText(*figures.loadsPerClock) : "";
     }},
    {"bytes/clock", Kind::Number, true,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.bytesPerClock ? loadsText(*figures.bytesPerClock) : "";
     }},
    {"of L1", Kind::Text, true,
     [](const StrategyResult&, const StrategyFigures& figures) {
         return figures.shareOfLimit ? fmt::format("{:.0f} %", 100 * *figures.shareOfLimit) : "";
     }},
    {"bound", Kind::Text, false,
     [](const StrategyResult& result, const StrategyFigures& figures) {
         return result.printed ? "" : boundCell(figures);
     }},
});

using Cells = std::vector<std::string>;
using Figures = std::optional<StrategyFigures>;

// Without the columns that no row has a figure for.
std::vector<RunColumn> columnsOf(const RunFigures& figures) {
    const auto isKnown = [&](const RunColumn& column) {
        return std::ranges::any_of(figures.rows, [&](const RowFigures& row) {
            for (std::size_t s = 0; s < row.strategies.size(); ++s) {
                const Figures& known = row.strategies[s];
                if (known && !column.cell(row.row->strategies[s], *known).empty()) return true;
            }
            return false;
        });
    };
    std::vector<RunColumn> columns(kColumns.begin(), kColumns.end());
    std::erase_if(columns, [&](const RunColumn& column) { return column.onlyIfKnown && !isKnown(column); });
    return columns;
}

// One row for each row of the run, its strategies side by side.
Grid emptyGrid(const std::vector<std::string>& strategies, const std::vector<RunColumn>& columns) {
    Grid grid{.columns = {{"row"}}};
    for (const std::string& strategy : strategies) {
        for (const RunColumn& column : columns) {
            const bool first = &column == &columns.front();
            grid.columns.push_back(
                {first ? fmt::format("{} {}", strategy, column.title) : std::string(column.title),
                 column.kind});
        }
    }
    for (std::size_t s = 1; s < strategies.size(); ++s)
        grid.columns.push_back({fmt::format("{}/{}", strategies[s], strategies[0])});
    return grid;
}

// The ratio and its interval; three empty cells without a ratio.
void addRatio(Cells& cells, const std::optional<PairedRatio>& ratio) {
    cells.push_back(ratio ? numberCell(ratio->median) : "");
    cells.push_back(ratio && ratio->interval ? numberCell(ratio->interval->low) : "");
    cells.push_back(ratio && ratio->interval ? numberCell(ratio->interval->high) : "");
}

Cells record(const RunResult& run, const RowFigures& figures, std::size_t strategy) {
    const RowResult& row = *figures.row;
    const StrategyResult& result = row.strategies[strategy];
    const Figures& known = figures.strategies[strategy];
    // The null row measures the baseline again, and must not be mistaken for it.
    const bool isNull = &row == &run.nullRow;
    Cells cells = {isNull ? "null row" : row.name, row.operation,   row.pattern,
                   isNull ? "null-row" : row.id,   result.strategy, std::string(statusName(result.status)),
                   reasonText(result.reason)};
    cells.push_back(known ? numberCell(known->milliseconds) : "");
    addRatio(cells, known ? std::optional(known->ratio) : std::nullopt);
    cells.push_back(known ? numberCell(known->ratio.ofFastest) : "");
    cells.push_back(known ? numberCell(known->loadRate()) : "");
    addRatio(cells, strategy > 0 ? figures.timeOver(0, strategy) : std::nullopt);
    cells.push_back(std::to_string(result.nanoseconds.size()));
    cells.push_back(known && row.stopped ? std::string(stopReasonName(*row.stopped)) : "");
    cells.push_back(known ? flagCell(known->imprecise) : "");
    cells.push_back(known ? flagCell(known->fastestDisagree) : "");
    cells.push_back(result.printed ? result.printed->caveat : "");
    cells.push_back(known && known->overFloor ? numberCell(known->overFloor->median) : "");
    cells.push_back(known && !result.printed ? boundCell(*known) : "");
    addRatio(cells, known ? known->serialGain : std::nullopt);
    cells.push_back(known ? numberCell(known->loadsPerClock) : "");
    cells.push_back(known ? numberCell(known->bytesPerClock) : "");
    const bool limited = known && known->shareOfLimit;
    cells.push_back(limited ? numberCell(known->shareOfLimit) : "");
    cells.push_back(limited ? limitName(run) : "");
    return cells;
}

Cells gridRow(const RowFigures& row, const std::vector<RunColumn>& columns) {
    Cells cells = {row.row->name};
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const StrategyResult& result = row.row->strategies[s];
        const Figures& known = row.strategies[s];
        const std::size_t first = cells.size();
        for (const RunColumn& column : columns) cells.push_back(known ? column.cell(result, *known) : "");
        if (!known) cells[first] = statusName(result.status);
    }
    for (std::size_t s = 1; s < row.strategies.size(); ++s) {
        const std::optional<PairedRatio> ratio = row.timeOver(0, s);
        cells.push_back(ratio ? ratioWithInterval(*ratio) : "");
    }
    return cells;
}

} // namespace

Document runDocument(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::vector<RunColumn> columns = columnsOf(figures);
    Grid grid = emptyGrid(run.settings.strategies, columns);
    Grid records{
        .columns = textColumns(
            "name,operation,pattern,id,strategy,status,reason,milliseconds,ratio,ratio_low,ratio_high,"
            "ratio_of_minima,loads_per_ns,against_first,against_first_low,against_first_high,samples,stopped,"
            "imprecise,minima_disagree,caveat,over_floor,bound,serial_gain,serial_gain_low,"
            "serial_gain_high,loads_per_clock,bytes_per_clock,share_of_limit,limit")};
    for (const RowFigures& row : figures.rows) {
        grid.rows.push_back(gridRow(row, columns));
        for (std::size_t s = 0; s < row.strategies.size(); ++s) records.rows.push_back(record(run, row, s));
    }
    if (run.source.empty()) records.rows.push_back(record(run, figures.nullRow, 0));
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
