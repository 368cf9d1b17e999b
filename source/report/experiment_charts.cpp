#include "report/experiment_charts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "answers/binding.h"
#include "answers/judging.h"
#include "base/printable.h"
#include "cases/walk.h"
#include "report/compact_run.h"
#include "report/phrases.h"
#include "report/svg.h"

namespace vkperftest {
namespace {

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
