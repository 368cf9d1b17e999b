#include <fmt/format.h>

#include "report/explain.h"
#include "report/formats.h"
#include "report/grid.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr const char* kBold = "\x1b[1m";

// Milliseconds, ratio, interval, loads a nanosecond, marks.
std::vector<std::string> strategyCells(const RowFigures& row, std::size_t strategy) {
    const std::optional<StrategyFigures>& figures = row.strategies[strategy];
    if (!figures) return {std::string(statusName(row.row->strategies[strategy].status)), "", "", ""};
    const std::string milliseconds =
        figures->milliseconds ? fmt::format("{:.3f}", *figures->milliseconds) : "";
    const std::string loads = figures->loadsPerNanosecond ? loadsText(*figures->loadsPerNanosecond) : "";
    if (figures->isBaseline)
        return {milliseconds, ratioText(1), figures->loadBound == false ? "baseline#" : "baseline", loads};
    return {milliseconds, ratioText(figures->ratio.median), plusMinus(figures->ratio) + marks(*figures),
            loads};
}

struct Layout {
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
};

Layout layOut(const RunFigures& figures, bool explain) {
    const RunResult& run = *figures.run;
    Layout layout{.columns = {{"row"}}};
    const std::vector<std::string>& strategies = run.settings.strategies;
    for (const std::string& strategy : strategies) {
        layout.columns.push_back({strategy + " ms", Align::Right});
        layout.columns.push_back({"ratio", Align::Right});
        layout.columns.push_back({"95 %"});
        layout.columns.push_back({"loads/ns", Align::Right});
    }
    for (std::size_t s = 1; s < strategies.size(); ++s) {
        layout.columns.push_back({fmt::format("{}/{}", strategies[s], strategies[0])});
    }
    if (explain) layout.columns.push_back({"code"});
    for (const RowFigures& row : figures.rows) {
        std::vector<std::string> cells = {row.row->name};
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            for (std::string& cell : strategyCells(row, s)) cells.push_back(std::move(cell));
        }
        for (std::size_t s = 1; s < row.strategies.size(); ++s) {
            const std::optional<PairedRatio> ratio = row.timeOver(0, s);
            cells.push_back(ratio ? ratioWithInterval(*ratio) : "");
        }
        if (explain) cells.push_back(explanation(run, *row.row));
        layout.rows.push_back(std::move(cells));
    }
    return layout;
}

std::vector<std::string> closingLines(const RunFigures& figures, bool explain) {
    std::vector<std::string> lines = remarks(figures);
    if (!explain) return lines;
    for (std::string& line : explanationRemarks(*figures.run)) lines.push_back(std::move(line));
    return lines;
}

} // namespace

std::string tableReport(const RunFigures& figures, const ReportStyle& style) {
    const RunResult& run = *figures.run;
    const Layout layout = layOut(figures, style.explain);
    std::string text = deviceLine(run) + "\n";
    text += fmt::format("Performance compared to {}; bigger is faster\n\n", run.settings.baseline);
    text += alignedGrid(layout.columns, layout.rows, style.color ? kBold : "");
    text += "\n";
    for (const std::string& line : closingLines(figures, style.explain)) text += line + "\n";
    return text;
}

std::string markdownReport(const RunFigures& figures, const ReportStyle& style) {
    const RunResult& run = *figures.run;
    const Layout layout = layOut(figures, style.explain);
    return fmt::format("{}\n\nPerformance compared to {}; bigger is faster.\n\n{}\n{}",
                       markdownText(deviceLine(run)), markdownText(run.settings.baseline),
                       markdownGrid(layout.columns, layout.rows),
                       markdownList(closingLines(figures, style.explain)));
}

} // namespace vkperftest
