#include <map>

#include <fmt/format.h>

#include "answers/advice.h"
#include "answers/experiment.h"
#include "model/json_layout.h"
#include "report/compact_run.h"
#include "report/documents.h"
#include "report/findings.h"
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
        if (!row.strategies[s]) cells[first] = absenceText(row.row->strategies[s]);
    }
    for (std::size_t s = 1; s < row.strategies.size(); ++s) {
        const std::optional<PairedRatio> ratio = row.timeOver(0, s);
        cells.push_back(ratio ? ratioWithInterval(*ratio) : "");
    }
    return cells;
}

Json recordOf(const RunResult& run, const RowFigures& figures, std::size_t strategy) {
    const RowResult& row = *figures.row;
    const StrategyResult& result = row.strategies[strategy];
    const std::optional<StrategyFigures>& known = figures.strategies[strategy];
    // The A/A control measures the baseline again, and must not be mistaken for it.
    const bool isNull = &row == &run.aaControl;
    Json record = {{"name", isNull ? "A/A control" : row.name},
                   {"operation", row.operation},
                   {"pattern", row.pattern},
                   {"id", isNull ? "aa-control" : row.id},
                   {"strategy", result.strategy},
                   {"status", statusName(result.status)},
                   {"reason", reasonText(result.reason)},
                   {"samples", result.nanoseconds.size()},
                   {"stopped", known && row.stopped ? kStopReasons[*row.stopped] : ""},
                   {"footnote", result.printed ? result.printed->footnote : ""}};
    for (const Figure& each : figuresOf(figures, strategy)) {
        if (each.name.empty()) continue;
        const std::string name(each.name);
        record[name] = valueJson(each);
        if (!each.spans) continue;
        record[name + "_low"] = each.interval ? jsonNumber(each.interval->low) : Json(nullptr);
        record[name + "_high"] = each.interval ? jsonNumber(each.interval->high) : Json(nullptr);
    }
    return record;
}

// What the rows mean: of an experiment's suite its conclusion, else the advice.
std::vector<Section> answerOf(const RunFigures& figures) {
    const std::string& suite = figures.run->settings.suite;
    if (const Result<const Experiment*> experiment = findExperiment(suite); experiment.ok()) {
        const Result<Answer> answer = judgeRun(*experiment.value(), figures);
        if (answer.ok())
            return {{.title = fmt::format("{}: {}", suite, experiment.value()->question),
                     .above = verdictSentences(answer.value())}};
    }
    return shortAdvice(advise(figures), suite);
}

std::vector<std::string> subjectsOf(const std::string& quality, const std::string& device) {
    return quality.empty() ? std::vector{device} : std::vector{quality, device};
}

} // namespace

Document runDocument(const RunFigures& figures, bool advice) {
    const RunResult& run = *figures.run;
    const std::map<int, Column> columns = columnsOf(figures);
    Grid grid = emptyGrid(run.settings.strategies, columns);
    Grid records;
    for (const RowFigures& row : figures.rows) {
        grid.rows.push_back(gridRow(row, columns));
        for (std::size_t s = 0; s < row.strategies.size(); ++s) addRecord(recordOf(run, row, s), records);
    }
    if (run.source.empty()) addRecord(recordOf(run, figures.aaControl, 0), records);
    const Section compact = compactRun(figures);
    const std::string quality = qualityLine(figures);
    std::vector<std::string> all = remarks(figures), others = compact.remarks;
    append(others, {"--wide shows milliseconds, loads/ns, and the interval of every figure."});
    append(others, remarks(figures, false));
    Document document{.records = std::move(records), .notes = doubts(figures), .figures = &figures};
    const Section table{
        .subjects = subjectsOf(quality, deviceLine(run)),
        .caption = fmt::format("Performance compared to {}; bigger is faster", run.settings.baseline)};
    std::vector<Section>& sections = document.sections;
    sections.assign(3, table);
    for (Section& section : sections) section.grid = compact.grid;
    sections[0].remarks = compact.remarks;
    sections[1].remarks = std::move(others);
    sections[2].grid = std::move(grid);
    sections[2].remarks = std::move(all);
    if (advice) {
        for (Section& section : answerOf(figures)) sections.push_back(std::move(section));
    }
    constexpr std::size_t kShort = 6; // lines
    const bool concluded = sections.size() > 3 && !sections[3].above.empty();
    if (sections.size() > 3 && (concluded || compact.grid.rows.size() > kShort)) {
        sections[0] = sections[3];
        sections[3].from = Extent::All;
    }
    sections[0].subjects = subjectsOf(doubtLine(figures), deviceLine(run, true));
    std::vector<std::string>& above = sections[0].above;
    const std::vector<std::string> trouble = troubles(figures);
    above.insert(above.begin(), trouble.begin(), trouble.end());
    for (const std::size_t i : {0u, 1u, 2u}) sections[i].from = sections[i].until = static_cast<Extent>(i);
    return document;
}

} // namespace vkperftest
