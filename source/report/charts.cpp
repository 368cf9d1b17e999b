#include "report/charts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/compact_run.h"
#include "report/phrases.h"
#include "report/run_figures.h"
#include "report/svg.h"

namespace vkperftest {
namespace {

struct MatrixCell {
    const RowFigures* row = nullptr;
    const StrategyResult* result = nullptr; // null: the run has no such row
    const StrategyFigures* known = nullptr; // null: not measured
    std::size_t strategy = 0;

    MatrixCell(const FiguresLine& line, std::size_t column, std::size_t number)
        : row(column < line.figures.size() ? line.figures[column] : nullptr), strategy(number) {
        if (row == nullptr) return;
        result = &row->row->strategies[strategy];
        known = row->strategies[strategy] ? &*row->strategies[strategy] : nullptr;
    }
    std::string signs() const { return known->isBaseline ? "" : signsOf(*result, *known); }
    std::string text() const {
        if (result == nullptr) return "";
        return known == nullptr ? std::string(statusName(result->status)) : ratioText(*known);
    }
};

// What stands behind a figure, or why there is none.
std::string detailsOf(const MatrixCell& figure, const RunResult& run) {
    if (figure.result == nullptr) return "";
    const StrategyResult& result = *figure.result;
    std::vector<std::string> parts;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) parts.push_back(part);
    };
    if (figure.known == nullptr) {
        add(reasonText(result.reason));
        return join(parts, "; ");
    }
    const StrategyFigures& known = *figure.known;
    add(known.isBaseline ? "the baseline" : ratioWithInterval(known.ratio));
    std::vector<Figure> all = figuresOf(*figure.row, figure.strategy);
    std::ranges::stable_sort(all, {}, &Figure::column);
    for (const Figure& each : all)
        if (!each.unit.empty() && !each.text.empty()) add(each.text + std::string(each.unit));
    if (!result.printed && isAboutLoads(known.limiterDoubt)) add(limiterText(known.limiter));
    if (const CodeDigest* code = codeOf(run, result); code != nullptr && code->trouble.empty())
        add(code->loads());
    if (result.printed) add(result.printed->footnote);
    return join(parts, "; ");
}

} // namespace

RatioMatrix ratiosByRow(std::span<const RunFigures* const> runs, std::span<const std::string> names) {
    RatioMatrix matrix;
    std::map<std::string_view, std::size_t> places;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const std::vector<std::string>& strategies = runs[run]->run->settings.strategies;
        for (std::size_t s = 0; s < strategies.size(); ++s) {
            const std::string strategy = runs.size() == 1 ? printable(strategies[s])
                                         : strategies.size() > 1
                                             ? names[run] + ", " + printable(strategies[s])
                                             : names[run];
            matrix.columns.push_back({strategy, s, runs[run]->run});
            for (const RowFigures& row : runs[run]->rows) {
                const auto [at, isNew] = places.emplace(row.row->name, matrix.lines.size());
                if (isNew) matrix.lines.push_back({row.row->name, kindOf(*row.row), {}});
                std::vector<const RowFigures*>& its = matrix.lines[at->second].figures;
                if (its.size() >= matrix.columns.size()) continue; // a name twice: the first counts
                its.resize(matrix.columns.size());
                its.back() = &row;
            }
        }
    }
    return matrix;
}

namespace {

BarChart barsOf(const RatioMatrix& matrix, std::string title, std::string what) {
    BarChart chart{.title = std::move(title), .what = std::move(what)};
    for (const RatioMatrix::Column& column : matrix.columns) chart.columns.push_back(column.title);
    std::set<char> used;
    for (const FiguresLine& line : matrix.lines) {
        BarChart::Line& drawn = chart.lines.emplace_back();
        drawn.name = printable(line.name);
        drawn.kind = line.kind;
        for (std::size_t i = 0; i < matrix.columns.size(); ++i) {
            const MatrixCell figure(line, i, matrix.columns[i].strategy);
            BarChart::Bar& bar = drawn.bars.emplace_back(BarChart::Bar{.text = figure.text(), .signs = ""});
            if (figure.known == nullptr) continue;
            bar.signs = figure.signs();
            bar.ratio = figure.known->isBaseline ? 1 : figure.known->ratio.median;
            if (!figure.known->isBaseline) bar.interval = figure.known->ratio.interval;
            used.insert(bar.signs.begin(), bar.signs.end());
        }
    }
    for (const auto& [sign, meaning] : signMeanings())
        if (used.contains(sign)) chart.legend.push_back(fmt::format("{} {}", sign, meaning));
    if (used.contains('~')) chart.legend.emplace_back("~ not comparable");
    return chart;
}

} // namespace

Grid gridOf(const RatioMatrix& matrix) {
    Grid grid{.columns = {{"load"}}};
    for (const RatioMatrix::Column& column : matrix.columns)
        grid.columns.push_back({column.title, Kind::Ratio});
    for (const FiguresLine& line : matrix.lines) {
        std::vector<std::string>& cells = grid.rows.emplace_back(1, printable(line.name));
        std::vector<std::string>& details = grid.details.emplace_back(1);
        for (std::size_t i = 0; i < matrix.columns.size(); ++i) {
            const MatrixCell figure(line, i, matrix.columns[i].strategy);
            cells.push_back(figure.text());
            if (figure.known != nullptr) cells.back() += figure.signs();
            details.push_back(printable(detailsOf(figure, *matrix.columns[i].run)));
        }
    }
    return grid;
}

BarChart pictureOf(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::string strategy =
        run.settings.strategies.empty() ? "" : " (" + run.settings.strategies.front() + ")";
    RatioMatrix matrix;
    std::vector<std::string> patterns;
    matrix.lines = linesOfOperations(figures, patterns);
    for (const std::string& pattern : patterns) matrix.columns.push_back({printable(pattern), 0, &run});
    return barsOf(matrix, deviceLine(run),
                  fmt::format("Times as fast as {}{}; logarithmic axes.", run.settings.baseline, strategy));
}

} // namespace vkperftest
