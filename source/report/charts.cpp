#include "report/charts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "answers/binding.h"
#include "answers/judging.h"
#include "base/printable.h"
#include "base/text.h"
#include "cases/walk.h"
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
    if (!result.printed && isAboutLoads(known.boundDoubt)) add(boundText(known.bound));
    if (const CodeDigest* code = codeOf(run, result); code != nullptr && code->trouble.empty())
        add(code->loads());
    if (result.printed) add(result.printed->caveat);
    return join(parts, "; ");
}

// The figures under the first strategy that has any; null without.
const StrategyFigures* figuresOf(const RowFigures& row) {
    for (const std::optional<StrategyFigures>& each : row.strategies)
        if (each) return &*each;
    return nullptr;
}

// The load of a row that does all of its loads itself; null for other rows.
const LoadFacts* directLoad(const RowFigures& row, LoadKind kind) {
    const std::optional<LoadFacts>& load = row.row->load;
    return load && load->kind == kind && load->technique == Technique::Direct ? &*load : nullptr;
}

CurveChart strideChart(const RunFigures& figures) {
    CurveChart chart{.title = "Elements of a structured buffer, by stride",
                     .x = "stride in bytes",
                     .y = "times as fast as the baseline"};
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const known = figuresOf(row);
        const LoadFacts* const load = directLoad(row, LoadKind::Strided);
        if (known == nullptr || load == nullptr) continue;
        const std::string_view place = load->place == CachePlace::InsideL1    ? "in L1"
                                       : load->place == CachePlace::OutsideL1 ? "outside L1"
                                                                              : "own windows";
        const unsigned words = traits(load->format).channels;
        const std::string members = words == 1 ? "float" : fmt::format("float{}", words);
        chart.add(fmt::format("{}, {}", members, place),
                  {static_cast<double>(load->stride), known->ratio.median, known->ratio.interval});
    }
    return chart;
}

CurveChart vectorChart(const RunFigures& figures) {
    CurveChart chart{.title = "Vectors at addresses that are not multiples of their size",
                     .x = "offset in bytes",
                     .y = "times as fast as the baseline"};
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const known = figuresOf(row);
        const LoadFacts* const load = directLoad(row, LoadKind::RawVector);
        if (known == nullptr || load == nullptr || load->format != Format::R32F) continue;
        if (!std::has_single_bit(load->stride)) continue; // vectors an odd number of words apart: no offset
        chart.add(printable(row.row->operation),
                  {static_cast<double>(load->byteOffset), known->ratio.median, known->ratio.interval});
    }
    return chart;
}

// The same load by another technique; null where it was not measured.
const RowFigures* withTechnique(const RunFigures& figures, LoadFacts load, Technique technique) {
    load.technique = technique;
    const auto found =
        std::ranges::find_if(figures.rows, [&](const RowFigures& each) { return each.row->load == load; });
    return found != figures.rows.end() ? &*found : nullptr;
}

BarChart uniformChart(const RunFigures& figures) {
    BarChart chart{.title = "Gain from sharing uniform loads by hand",
                   .what = "Times as fast as the plain loop; logarithmic axes."};
    static constexpr std::array kTechniques = {Technique::Shuffle, Technique::Broadcast};
    for (const Technique technique : kTechniques) chart.columns.emplace_back(techniqueName(technique));
    std::vector<std::string> names;
    for (const RowFigures& row : figures.rows) names.push_back(row.row->name);
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    for (const RowFigures& row : figures.rows) {
        const std::optional<LoadFacts>& load = row.row->load;
        if (!load || load->pattern != Pattern::Uniform || load->technique != Technique::Direct) continue;
        if (!load->isCompiledAsUsual()) continue;
        BarChart::Line line{.name = printable(row.row->operation), .kind = kindOf(*row.row), .bars = {}};
        bool any = false;
        for (const Technique technique : kTechniques) {
            BarChart::Bar& bar = line.bars.emplace_back();
            const RowFigures* const other = withTechnique(figures, *load, technique);
            if (other == nullptr) continue;
            const TimeOf gain = measuredTimeOver(figures, row.row->name, other->row->name, strategy);
            if (!gain.ratio) continue;
            bar = {ratioText(gain.ratio->median), "", gain.ratio->median, gain.ratio->interval};
            any = true;
        }
        if (any) chart.lines.push_back(std::move(line));
    }
    return chart;
}

CurveChart bindingChart(const RunFigures& figures) {
    CurveChart chart{.title = "CPU cost of recording a dispatch, by way of binding",
                     .x = "dispatches in the command buffer",
                     .y = "ns per dispatch",
                     .logarithmic = true};
    for (const std::uint64_t dispatches : recordedLengths(*figures.run))
        for (const RecordingCost& cost : recordingCosts(*figures.run, dispatches))
            chart.add(printable(cost.way),
                      {static_cast<double>(dispatches), cost.nanoseconds, cost.interval});
    return chart;
}

// Latency, or throughput.
CurveChart cacheChart(const RunFigures& figures, bool chains) {
    CurveChart chart{.title = chains ? "Latency of a load, by the size of the window"
                                     : "Throughput of loads of 16 bytes, by the size of the window",
                     .x = "size of the window",
                     .y = chains ? "ns per load" : "loads per ns",
                     .logarithmic = true,
                     .bytes = true};
    for (const WalkCurve& curve : walkCurves(*figures.run)) {
        const Walk* const walk = findWalk(curve.walk);
        if ((walk != nullptr && walk->chases()) != chains) continue;
        for (const WindowPoint& window : curve.windows) {
            const CurvePoint pace = paceOf(window, chains);
            chart.add(printable(curve.walk), {static_cast<double>(window.bytes), pace.time, pace.interval});
        }
    }
    return chart;
}

} // namespace

RatioMatrix ratiosByPattern(const RunFigures& figures) {
    RatioMatrix matrix;
    std::vector<std::string> patterns;
    matrix.lines = linesOfOperations(figures, patterns);
    for (const std::string& pattern : patterns)
        matrix.columns.push_back({printable(pattern), 0, figures.run});
    return matrix;
}

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
    return barsOf(ratiosByPattern(figures), deviceLine(run),
                  fmt::format("Times as fast as {}{}; logarithmic axes.", run.settings.baseline, strategy));
}

std::vector<std::string> experimentCharts(const RunFigures& figures) {
    const std::string& suite = figures.run->settings.suite;
    std::vector<std::string> pictures;
    if (suite == "stride") pictures = {svgOf(strideChart(figures))};
    if (suite == "vector") pictures = {svgOf(vectorChart(figures))};
    if (suite == "binding") pictures = {svgOf(bindingChart(figures))};
    if (suite == "cache") pictures = {svgOf(cacheChart(figures, true)), svgOf(cacheChart(figures, false))};
    if (suite == "uniform")
        if (const BarChart chart = uniformChart(figures); !chart.lines.empty()) pictures = {svgOf(chart)};
    std::erase(pictures, ""); // of charts without points
    return pictures;
}

} // namespace vkperftest
