#include "report/page_charts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cases/walk.h"
#include "experiments/judging.h"
#include "experiments/recording.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// Adds a point to the series of that name. Series are in the order of their first points.
void addPoint(Json& series, const std::string& name, const Json& x, double median,
              const std::optional<Interval>& interval) {
    series[name].push_back({x, jsonNumber(median), interval ? jsonNumber(interval->low) : Json(nullptr),
                            interval ? jsonNumber(interval->high) : Json(nullptr)});
}

// A list with this chart, or an empty list if the chart has no points.
Json charts(const char* title, const char* x, const char* y, const Json& series,
            const Json& more = Json::object()) {
    if (series.empty()) return Json::array();
    Json chart = {{"title", title}, {"x", x}, {"y", y}};
    chart.update(more);
    for (const auto& [name, points] : series.items())
        chart["series"].push_back({{"name", name}, {"points", points}});
    return Json::array({std::move(chart)});
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

Json strideCharts(const RunFigures& figures) {
    Json series;
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const known = figuresOf(row);
        const LoadFacts* const load = directLoad(row, LoadKind::Strided);
        if (known == nullptr || load == nullptr) continue;
        const std::string_view place = load->place == CachePlace::InsideL1    ? "in L1"
                                       : load->place == CachePlace::OutsideL1 ? "outside L1"
                                                                              : "own windows";
        const unsigned words = traits(load->format).channels;
        const std::string members = words == 1 ? "float" : fmt::format("float{}", words);
        addPoint(series, fmt::format("{}, {}", members, place), load->stride, known->ratio.median,
                 known->ratio.interval);
    }
    return charts("Elements of a structured buffer, by stride", "stride in bytes",
                  "times as fast as the baseline", series, {{"ratio", true}});
}

Json vectorCharts(const RunFigures& figures) {
    Json series;
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const known = figuresOf(row);
        const LoadFacts* const load = directLoad(row, LoadKind::RawVector);
        if (known == nullptr || load == nullptr || load->format != Format::R32F) continue;
        if (!std::has_single_bit(load->stride)) continue; // vectors an odd number of words apart: no offset
        addPoint(series, row.row->operation, load->byteOffset, known->ratio.median, known->ratio.interval);
    }
    return charts("Vectors at addresses that are not multiples of their size", "offset in bytes",
                  "times as fast as the baseline", series, {{"ratio", true}});
}

// The same load by another technique; null where it was not measured.
const RowFigures* withTechnique(const RunFigures& figures, LoadFacts load, Technique technique) {
    load.technique = technique;
    const auto found =
        std::ranges::find_if(figures.rows, [&](const RowFigures& each) { return each.row->load == load; });
    return found != figures.rows.end() ? &*found : nullptr;
}

Json uniformCharts(const RunFigures& figures) {
    std::vector<std::string> names;
    for (const RowFigures& row : figures.rows) names.push_back(row.row->name);
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    Json series;
    Json labels = Json::array();
    for (const RowFigures& row : figures.rows) {
        const std::optional<LoadFacts>& load = row.row->load;
        if (!load || load->pattern != Pattern::Uniform || load->technique != Technique::Direct) continue;
        bool any = false;
        for (const Technique technique : {Technique::Shuffle, Technique::Broadcast}) {
            const RowFigures* const other = withTechnique(figures, *load, technique);
            if (other == nullptr || !load->isCompiledAsUsual()) continue;
            const TimeOf gain = measuredTimeOver(figures, row.row->name, other->row->name, strategy);
            if (!gain.ratio) continue;
            addPoint(series, std::string(techniqueName(technique)), labels.size(), gain.ratio->median,
                     gain.ratio->interval);
            any = true;
        }
        if (any) labels.push_back(row.row->operation);
    }
    return charts("Gain from sharing uniform loads by hand", "load", "times as fast as the plain loop",
                  series, {{"labels", std::move(labels)}, {"ratio", true}});
}

Json bindingCharts(const RunFigures& figures) {
    Json series;
    for (const std::uint64_t dispatches : recordedLengths(*figures.run)) {
        for (const RecordingCost& cost : recordingCosts(*figures.run, dispatches))
            addPoint(series, cost.way, dispatches, cost.nanoseconds, cost.interval);
    }
    return charts("CPU cost of recording a dispatch, by way of binding", "dispatches in the command buffer",
                  "ns per dispatch", series, {{"logarithmic", true}});
}

// Latency and throughput apart.
Json cacheCharts(const RunFigures& figures) {
    Json chains, reads;
    for (const WalkCurve& curve : walkCurves(*figures.run)) {
        const Walk* const walk = findWalk(curve.walk);
        const bool chain = walk != nullptr && walk->chases();
        for (const WindowPoint& window : curve.windows) {
            const CurvePoint pace = paceOf(window, chain);
            addPoint(chain ? chains : reads, curve.walk, window.bytes, pace.time, pace.interval);
        }
    }
    const Json bytes = {{"logarithmic", true}, {"bytes", true}};
    Json all = charts("Latency of a load, by the size of the window", "size of the window", "ns per load",
                      chains, bytes);
    for (Json& chart : charts("Throughput of loads of 16 bytes, by the size of the window",
                              "size of the window", "loads per ns", reads, bytes))
        all.push_back(std::move(chart));
    return all;
}

} // namespace

Json experimentCharts(const RunFigures& figures) {
    static constexpr std::pair<std::string_view, Json (*)(const RunFigures&)> kCharts[] = {
        {"stride", strideCharts},   {"vector", vectorCharts}, {"uniform", uniformCharts},
        {"binding", bindingCharts}, {"cache", cacheCharts},
    };
    for (const auto& [suite, charts] : kCharts)
        if (suite == figures.run->settings.suite) return charts(figures);
    return Json::array();
}

std::string strategySentence(const RunFigures& figures, std::size_t strategy) {
    constexpr double kWithin = 0.01;
    struct Apart {
        std::string name;
        double ratio = 0;
    };
    std::vector<Apart> faster, slower;
    std::size_t all = 0, within = 0;
    for (const RowFigures& row : figures.rows) {
        const std::optional<PairedRatio> over = row.timeOver(0, strategy);
        const bool isFloor = row.row->load && row.row->load->technique == Technique::Floor;
        if (!over || isFloor) continue;
        ++all;
        if (std::abs(over->median - 1) <= kWithin)
            ++within;
        else if (over->interval && over->interval->low > 1)
            faster.push_back({row.row->name, over->median});
        else if (over->interval && over->interval->high < 1)
            slower.push_back({row.row->name, over->median});
    }
    if (all == 0) return {};
    const std::vector<std::string>& names = figures.run->settings.strategies;
    std::string text = fmt::format("{} against {}: within {:g} % in {} of {}", printable(names[strategy]),
                                   printable(names[0]), 100 * kWithin, within, counted(all, "row"));
    const std::size_t unclear = all - within - faster.size() - slower.size();
    const auto tell = [&](const char* word, std::vector<Apart>& rows) {
        if (rows.empty()) return;
        std::ranges::sort(rows, std::greater(),
                          [](const Apart& each) { return std::abs(std::log(each.ratio)); });
        constexpr std::size_t kNamed = 3;
        std::vector<std::string> told;
        for (const Apart& each : std::span(rows).first(std::min(kNamed, rows.size())))
            told.push_back(fmt::format("{} {}", printable(each.name), ratioText(each.ratio)));
        text += fmt::format("; {} in {} ({}{})", word, rows.size(), rows.size() > kNamed ? "most: " : "",
                            join(told, ", "));
    };
    tell("faster", faster);
    tell("slower", slower);
    return text + (unclear > 0 ? fmt::format("; unclear in {}.", unclear) : ".");
}

Json packedSeries(std::span<const double> samples) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr double kSteps = 4095;
    if (samples.empty()) return nullptr;
    const auto [least, most] = std::minmax_element(samples.begin(), samples.end());
    const double range = std::log(*most / *least);
    std::string text;
    text.reserve(2 * samples.size());
    for (const double sample : samples) {
        const double place = range > 0 ? std::log(sample / *least) / range : 0;
        const auto step = static_cast<unsigned>(std::lround(place * kSteps));
        text += {kDigits[step / 64], kDigits[step % 64]};
    }
    return Json::array({jsonNumber(*least), jsonNumber(*most), std::move(text)});
}

Json runLengths(std::span<const std::size_t> elements) {
    Json lengths = Json::array();
    for (auto begin = elements.begin(); begin != elements.end();) {
        const auto end = std::find_if_not(begin, elements.end(), [&](auto each) { return each == *begin; });
        lengths.push_back(end - begin);
        begin = end;
    }
    return lengths;
}

} // namespace vkperftest
