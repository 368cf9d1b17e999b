#include "report/charts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/case.h"
#include "report/compact_run.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "report/run_figures.h"

namespace vkperftest {
namespace {

std::string textOf(const RowFigures& row, std::size_t strategy) {
    const StrategyResult& result = row.row->strategies[strategy];
    const std::optional<StrategyFigures>& known = row.strategies[strategy];
    if (!known) return std::string(statusName(result.status));
    return ratioText(*known) + (known->isBaseline ? "" : signsOf(result, *known));
}

// What stands behind a figure, or why there is none.
std::string detailsOf(const RowFigures& row, std::size_t strategy, const RunResult& run) {
    const StrategyResult& result = row.row->strategies[strategy];
    if (!row.strategies[strategy]) return reasonText(result.reason);
    const StrategyFigures& known = *row.strategies[strategy];
    std::vector<std::string> parts;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) parts.push_back(part);
    };
    add(known.isBaseline ? "the baseline" : ratioWithInterval(known.ratio));
    std::vector<Figure> all = figuresOf(row, strategy);
    std::ranges::stable_sort(all, {}, &Figure::column);
    for (const Figure& each : all)
        if (!each.unit.empty() && !each.text.empty()) add(each.text + std::string(each.unit));
    if (!result.printed && known.limiterDoubt == LimiterDoubt::None) add(limiterText(known.limiter));
    if (const CodeDigest* code = codeOf(run, result); code != nullptr && code->trouble.empty())
        add(code->loads());
    if (result.printed) add(result.printed->footnote);
    return join(parts, "; ");
}

// The colour's number of that name; names beyond the last colour share one.
std::size_t seriesOf(std::string name, std::vector<std::string>& series) {
    const bool own = series.size() < kColours || std::ranges::count(series, name) > 0;
    if (name.empty() || !own) name = "other";
    const auto at = std::ranges::find(series, name);
    const auto number = static_cast<std::size_t>(at - series.begin());
    if (at == series.end()) series.push_back(name);
    return number;
}

} // namespace

std::vector<DotChart> costCharts(const ReportFiles& all, std::span<const ReportDevice> devices) {
    std::vector<std::string> series;
    std::vector<DotChart> charts;
    for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Hashed, Pattern::Random}) {
        DotChart chart{.title = fmt::format("{}: times as long as the fastest", patternName(pattern))};
        for (const std::uint32_t bytes : kChoiceBytes) {
            for (const LoadKindChoice& kind : kLoadKinds) {
                DotChart::Line line{.name = fmt::format("{} B {}", bytes, kind.name),
                                    .kind = std::to_string(bytes)};
                for (const ReportDevice& device : devices)
                    for (const LoadChoice& choice : all.files[device.main].choices)
                        for (const Alternative& each : choice.all)
                            if (choice.bytes == bytes && choice.pattern == pattern && each.kind == &kind &&
                                each.isComparable())
                                line.dots.push_back(
                                    {seriesOf(devices.size() <= kColours ? device.name : device.vendor,
                                              series),
                                     std::max(1.0, each.cost.value->median), !each.isClear(), costText(each),
                                     fmt::format("{}, {}, {}: {} {:.2f}x", device.name, device.vendor,
                                                 chipOf(device), each.row.name(), each.cost.value->median)});
                if (!line.dots.empty()) chart.lines.push_back(std::move(line));
            }
        }
        chart.series = series;
        if (!chart.lines.empty()) charts.push_back(std::move(chart));
    }
    return charts;
}

std::string pictureOf(const ReportFiles& all) {
    const std::vector<DotChart> charts = costCharts(all, all.devices);
    if (charts.empty()) return {};
    if (all.devices.size() > 1) return svgFile(counted(all.devices.size(), "device"), "", charts);
    const RunResult& run = *all.files[all.devices[0].main].figures->run;
    return svgFile(all.devices[0].name, printable(driverText(run)), charts);
}

Grid ratioGrid(std::span<const RunFigures* const> runs, std::span<const std::string> names) {
    Grid grid{.columns = {{"load"}}};
    std::map<std::string_view, std::size_t> places;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const std::vector<std::string>& strategies = runs[run]->run->settings.strategies;
        for (std::size_t s = 0; s < strategies.size(); ++s) {
            const std::string strategy = runs.size() == 1 ? printable(strategies[s])
                                         : strategies.size() > 1
                                             ? names[run] + ", " + printable(strategies[s])
                                             : names[run];
            grid.columns.push_back({strategy, Kind::Ratio});
            for (const RowFigures& row : runs[run]->rows) {
                const auto [at, isNew] = places.emplace(row.row->name, grid.rows.size());
                if (isNew) {
                    grid.rows.push_back({printable(row.row->name)});
                    grid.details.emplace_back(1);
                }
                std::vector<std::string>&cells = grid.rows[at->second], &details = grid.details[at->second];
                if (cells.size() >= grid.columns.size()) continue; // a name twice: the first counts
                cells.resize(grid.columns.size());
                details.resize(grid.columns.size());
                cells.back() = textOf(row, s);
                details.back() = printable(detailsOf(row, s, *runs[run]->run));
            }
        }
    }
    for (auto* const all : {&grid.rows, &grid.details})
        for (std::vector<std::string>& cells : *all) cells.resize(grid.columns.size());
    return grid;
}

} // namespace vkperftest
