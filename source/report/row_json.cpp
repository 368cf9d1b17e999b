#include "report/row_json.h"

#include <algorithm>

#include "model/json_words.h"

namespace vkperftest {
namespace {

Json ratioJson(const PairedRatio& ratio) {
    Json json = {{"median", jsonNumber(ratio.median)}, {"low", nullptr}, {"high", nullptr}};
    if (ratio.interval) {
        json["low"] = jsonNumber(ratio.interval->low);
        json["high"] = jsonNumber(ratio.interval->high);
    }
    return json;
}

Json ratioJson(const std::optional<PairedRatio>& ratio) {
    return ratio ? ratioJson(*ratio) : Json(nullptr);
}

Json summaryJson(const RowFigures& row, std::size_t strategy) {
    const std::optional<StrategyFigures>& figures = row.strategies[strategy];
    if (!figures) return nullptr;
    Json json = {{"milliseconds", jsonNumber(figures->milliseconds)},
                 {"loads_per_nanosecond", jsonNumber(figures->loadsPerNanosecond)},
                 {"ratio", ratioJson(figures->ratio)},
                 {"ratio_of_minima", jsonNumber(figures->ratio.ofFastest)},
                 {"counted_samples", figures->countedSamples},
                 {"imprecise", figures->imprecise},
                 {"minima_disagree", figures->fastestDisagree},
                 {"over_floor", ratioJson(figures->overFloor)},
                 {"bound", boundName(figures->bound)},
                 {"load_bound",
                  figures->bound == Bound::Unknown ? Json(nullptr) : Json(figures->bound == Bound::Loads)},
                 {"other_loop", figures->otherLoop},
                 {"serial_gain", ratioJson(figures->serialGain)}};
    if (strategy > 0) json["against_first_strategy"] = ratioJson(row.timeOver(0, strategy));
    return json;
}

// `figures`: null where none are to be stored.
Json strategyJson(const StrategyResult& result, std::size_t strategy, const RowFigures* figures) {
    Json json = {{"strategy", result.strategy},
                 {"status", statusName(result.status)},
                 {"reason", reasonText(result.reason)},
                 {"loads", result.loads},
                 {"nanoseconds", numbers(result.nanoseconds)}};
    if (!result.kernel.empty()) json["kernel"] = result.kernel;
    if (!result.code.empty()) json["code"] = result.code;
    if (result.printed) {
        const PrintedFigures& printed = *result.printed;
        // The schema demands a deviation; no text that is read prints one.
        json["printed"] = {{"milliseconds", jsonNumber(printed.milliseconds)},
                           {"deviation", nullptr},
                           {"ratio", jsonNumber(printed.ratio)},
                           {"caveat", printed.caveat}};
    }
    json["summary"] = figures != nullptr ? summaryJson(*figures, strategy) : Json(nullptr);
    return json;
}

} // namespace

Json numbers(const std::vector<double>& values) {
    Json array = Json::array();
    for (const double value : values) array.push_back(jsonNumber(value));
    return array;
}

bool isFinal(const RunResult& run, const RowResult& row) {
    const auto mayChange = [](const StrategyResult& strategy) {
        return strategy.status == Status::Measured ||
               (strategy.status == Status::NotMeasured && strategy.reason.empty());
    };
    const auto atWork = [&](const RowResult* twin) {
        return twin != nullptr && !twin->stopped &&
               std::any_of(twin->strategies.begin(), twin->strategies.end(), mayChange);
    };
    return row.stopped && !atWork(findFloor(run, row)) && !atWork(findSerial(run, row));
}

Json rowJson(const RunResult& run, const RowResult& row, const FiguresOf& figuresOf) {
    const bool printed = std::any_of(row.strategies.begin(), row.strategies.end(),
                                     [](const StrategyResult& result) { return result.printed.has_value(); });
    std::optional<RowFigures> figures;
    if (printed || isFinal(run, row)) figures = figuresOf(row);
    Json strategies = Json::array();
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
        strategies.push_back(strategyJson(row.strategies[s], s, figures ? &*figures : nullptr));
    return {{"name", row.name},
            {"operation", row.operation},
            {"pattern", row.pattern},
            {"id", row.id},
            {"kernel", row.kernel},
            {"floor", row.floor},
            {"serial", row.serial},
            {"stopped", row.stopped ? Json(word(kStopWords, *row.stopped)) : Json(nullptr)},
            {"baseline_loads", row.baselineLoads},
            {"baseline_nanoseconds", numbers(row.baselineNanoseconds)},
            {"sequence", row.sequence},
            {"epochs", row.epochs},
            {"strategies", std::move(strategies)}};
}

} // namespace vkperftest
