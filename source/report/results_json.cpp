#include "report/results_json.h"

#include "analysis/core_clock.h"
#include "analysis/unit_rates.h"
#include "model/json_fields.h"
#include "report/phrases.h"
#include "report/run_figures.h"

namespace vkperftest {
namespace {

// {"median", "low", "high"} of a figure that may have an interval.
Json figureJson(const Figure& figure) {
    Json value = valueJson(figure);
    if (!figure.spans || value.is_null()) return value;
    const std::optional<Interval>& interval = figure.interval;
    return {{"median", std::move(value)},
            {"low", interval ? jsonNumber(interval->low) : Json(nullptr)},
            {"high", interval ? jsonNumber(interval->high) : Json(nullptr)}};
}

Json summaryJson(const RowFigures& row, std::size_t strategy) {
    if (!row.strategies[strategy]) return nullptr;
    Json json = Json::object();
    for (const Figure& each : figuresOf(row, strategy))
        if (!each.name.empty()) json[std::string(each.name)] = figureJson(each);
    return json;
}

// With the row's figures, if those of the run are known and the row has ended or is printed.
Json rowJson(const RowResult& row, const RunFigures* whole) {
    const bool known = whole != nullptr && (row.stopped || !whole->run->source.empty());
    Json json = rowToJson(row);
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
        json["strategies"][s]["summary"] = known ? summaryJson(whole->of(row), s) : Json(nullptr);
    return json;
}

Json qualityJson(const RunFigures& figures) {
    const RunQuality& quality = *figures.quality;
    const StrategyFigures* const control = figures.aaControl.under(0);
    return {{"grade", kGradeNames[quality.grade]},
            {"reasons", quality.reasons},
            {"remedy", qualityRemedy(figures)},
            {"set_aside_share", jsonNumber(figures.disturbedShare)},
            {"wide_share", jsonNumber(quality.wideShare)},
            {"aa_control_error", control != nullptr ? jsonNumber(control->ratio.median - 1) : Json(nullptr)}};
}

Json ratesJson(const DeviceRecord& device) {
    Json rates = Json::array();
    for (const UnitRate* rate : ratesOf(device))
        rates.push_back({{"unit", kUnitNames[rate->unit]},
                         {"per_clock", rate->perClock},
                         {"measure", kUnitMeasures[rate->unit]},
                         {"source", rate->source}});
    return {{"architecture", architectureOf(device)->name}, {"rates", rates}};
}

// `whole`: the figures of the whole run; null while it goes on.
std::string fileText(const RunResult& run, bool complete, const RunFigures* whole, RunJson::Kept& kept) {
    // `depth`: how many lists and objects enclose the row.
    const auto textOf = [&](const RowResult& row, std::size_t depth) {
        return layOutJson(rowJson(row, whole), depth);
    };
    Json head = headToJson(run, complete);
    if (whole != nullptr && whole->quality) head["quality"] = qualityJson(*whole);
    if (const auto clock = coreClock(run); whole != nullptr && clock)
        head["core_clock"] = {{"gigahertz", jsonNumber(clock->gigahertz)},
                              {"source", clock->source == ClockSource::Counter ? "counter" : "system"}};
    if (whole != nullptr && architectureOf(run.device) != nullptr) head["units"] = ratesJson(run.device);
    std::string text = layOutJson(head);
    text.resize(text.rfind('}') - 1); // and the newline before it
    const auto add = [&text](const std::string& key, std::string_view value) {
        text.append(",\n \"" + key + "\": ").append(value);
    };
    const auto addList = [&](const std::string& key, const std::vector<RowResult>& rows,
                             const auto& isListed) {
        add(key, "[");
        const char* before = "\n  ";
        for (const RowResult& row : rows) {
            if (!isListed(row)) continue;
            std::string once, &its = row.stopped ? kept.rows[key + row.name] : once;
            if (its.empty()) its = textOf(row, 2);
            text.append(before).append(its);
            before = ",\n  ";
        }
        text += text.ends_with('[') ? "]" : "\n ]";
    };
    if (!run.codes.empty()) {
        if (kept.codes.empty()) kept.codes = layOutJson(codesToJson(run.codes), 1);
        add("codes", kept.codes);
    }
    // Its sampling goes on after it has stopped.
    add("aa_control", run.aaControl.name.empty() ? "null" : textOf(run.aaControl, 1));
    for (const ControlList list : {ControlList::NoLoadControls, ControlList::Dependent})
        addList(std::string(kControlLists[list]), run.controls,
                [&](const RowResult& control) { return listOfControl(run, control) == list; });
    addList("rows", run.rows, [](const RowResult&) { return true; });
    return text + "\n}\n";
}

} // namespace

std::string RunJson::text(const RunResult& run) {
    return fileText(run, false, nullptr, kept_);
}

std::string runToJson(const RunFigures& figures, bool complete) {
    RunJson::Kept kept;
    return fileText(*figures.run, complete, &figures, kept);
}

std::string runToJson(const RunResult& run, bool complete) {
    return runToJson(analyse(run), complete);
}

} // namespace vkperftest
