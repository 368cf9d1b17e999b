#include "report/page_charts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "experiments/judging.h"
#include "experiments/recording.h"

namespace vkperftest {
namespace {

constexpr std::string_view kOffset = "offset ", kFloor = "floor";

// The series of a chart, in the order of their first points.
class Series {
public:
    template <class Interval>
    void add(const std::string& name, const Json& x, double median, const std::optional<Interval>& interval) {
        const auto [at, isNew] = places_.emplace(name, all_.size());
        if (isNew) all_.push_back({{"name", name}, {"points", Json::array()}});
        all_[at->second]["points"].push_back({x, jsonNumber(median),
                                              interval ? jsonNumber(interval->low) : Json(nullptr),
                                              interval ? jsonNumber(interval->high) : Json(nullptr)});
    }
    bool empty() const { return all_.empty(); }
    Json all() && { return std::move(all_); }

private:
    std::map<std::string, std::size_t> places_;
    Json all_ = Json::array();
};

// The first number in the text: 20 of "StructuredBuffer<20 bytes>.Load".
std::optional<long long> numberIn(std::string_view text) {
    const std::size_t begin = text.find_first_of("0123456789");
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    return parseInteger(text.substr(begin, end - begin));
}

// The ratio under the first strategy that has one; null without.
const StrategyFigures* figuresOf(const RowFigures& row) {
    for (const std::optional<StrategyFigures>& each : row.strategies)
        if (each && !each->unbelievable) return &*each;
    return nullptr;
}

Json strideCharts(const RunFigures& figures) {
    Series series;
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const known = figuresOf(row);
        const std::string variant = variantOf(*row.row);
        const std::optional<long long> bytes = numberIn(row.row->operation);
        const bool whole = row.row->operation.find(" bytes>") != std::string::npos; // no pair of vectors
        if (known == nullptr || !bytes || !whole || variant == kFloor) continue;
        series.add(variant.empty() ? "in L1" : variant, *bytes, known->ratio.median, known->ratio.interval);
    }
    if (series.empty()) return Json::array();
    return Json::array({{{"title", "Elements of a structured buffer, by their stride"},
                         {"x", "stride in bytes"},
                         {"y", "times as fast as the baseline"},
                         {"series", std::move(series).all()}}});
}

Json vectorCharts(const RunFigures& figures) {
    Series series;
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const known = figuresOf(row);
        const std::string variant = variantOf(*row.row);
        const bool vector = row.row->operation.find("Load<float") != std::string::npos;
        if (known == nullptr || !vector || (!variant.empty() && !variant.starts_with(kOffset))) continue;
        series.add(row.row->operation, numberIn(variant).value_or(0), known->ratio.median,
                   known->ratio.interval);
    }
    if (series.empty()) return Json::array();
    return Json::array({{{"title", "Vectors at addresses that are not multiples of their size"},
                         {"x", "offset in bytes"},
                         {"y", "times as fast as the baseline"},
                         {"series", std::move(series).all()}}});
}

Json uniformCharts(const RunFigures& figures) {
    std::vector<std::string> names;
    for (const RowFigures& row : figures.rows) names.push_back(row.row->name);
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    Series series;
    Json labels = Json::array();
    for (const RowFigures& row : figures.rows) {
        if (row.row->pattern != "uniform" || !variantOf(*row.row).empty()) continue;
        bool any = false;
        for (const char* technique : {"shuffle", "broadcast"}) {
            const std::string other = row.row->name + ", " + technique;
            if (figures.find(other) == nullptr) continue;
            const TimeOf gain = measuredTimeOver(figures, row.row->name, other, strategy);
            if (!gain.ratio) continue;
            series.add(technique, labels.size(), gain.ratio->median, gain.ratio->interval);
            any = true;
        }
        if (any) labels.push_back(row.row->operation);
    }
    if (series.empty()) return Json::array();
    return Json::array({{{"title", "Uniform loads shared by hand: what that gains"},
                         {"x", "load"},
                         {"y", "times as fast as the plain loop"},
                         {"labels", std::move(labels)},
                         {"series", std::move(series).all()}}});
}

Json bindingCharts(const RunFigures& figures) {
    Series series;
    for (const std::uint64_t dispatches : recordedLengths(*figures.run)) {
        for (const RecordingCost& cost : recordingCosts(*figures.run, dispatches))
            series.add(cost.way, dispatches, cost.nanoseconds, cost.interval);
    }
    if (series.empty()) return Json::array();
    return Json::array({{{"title", "Recording a dispatch: what each way of binding costs the CPU"},
                         {"x", "dispatches in the command buffer"},
                         {"y", "ns a dispatch"},
                         {"logarithmic", true},
                         {"series", std::move(series).all()}}});
}

} // namespace

Json experimentCharts(const RunFigures& figures) {
    static constexpr std::pair<std::string_view, Json (*)(const RunFigures&)> kCharts[] = {
        {"stride", strideCharts},
        {"vector", vectorCharts},
        {"uniform", uniformCharts},
        {"binding", bindingCharts},
    };
    for (const auto& [suite, charts] : kCharts)
        if (suite == figures.run->settings.suite) return charts(figures);
    return Json::array();
}

std::string variantOf(const RowResult& row) {
    const std::string common = row.operation + " " + row.pattern + ", ";
    return row.name.starts_with(common) ? row.name.substr(common.size()) : "";
}

} // namespace vkperftest
