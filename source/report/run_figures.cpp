#include "report/run_figures.h"

#include <utility>

#include <fmt/format.h>

#include "model/json_layout.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

Figure number(std::string_view name, std::optional<double> value) {
    Figure figure{.name = name};
    if (value) figure.value = *value;
    return figure;
}

Figure ratio(std::string_view name, const std::optional<PairedRatio>& value) {
    Figure figure = number(name, value ? std::optional(value->median) : std::nullopt);
    figure.spans = true;
    if (value) figure.interval = value->interval;
    return figure;
}

// For readers, too, in the table's column of that number.
Figure shown(Figure figure, int column, Column look, std::string text, std::string_view unit = {}) {
    figure.column = column;
    figure.look = std::move(look);
    if (!std::holds_alternative<std::monostate>(figure.value)) figure.text = std::move(text);
    figure.unit = unit;
    return figure;
}

} // namespace

std::vector<Figure> figuresOf(const RowFigures& row, std::size_t strategy) {
    const std::optional<StrategyFigures>& measured = row.strategies[strategy];
    const StrategyFigures known = measured.value_or(StrategyFigures());
    const auto loads = [](std::optional<double> each) { return loadsText(each.value_or(0)); };
    Figure limiter{.name = "limiter"};
    if (known.limiter) limiter.value = std::string(known.limiterName());
    const auto spare = [](const char* title, Kind kind) { return Column{title, kind, true}; };
    Figure ofLoads{.name = "limited_by_loads"};
    if (known.limiter.value_or(Limiter::Unknown) != Limiter::Unknown) ofLoads.value = known.isOfLoads();
    const std::string unit(known.unit ? kUnitNames[known.unit->unit] : "");
    const std::optional<double> unitClocks = known.unit ? std::optional(known.unit->clocks) : std::nullopt;
    std::vector<Figure> all = {
        shown(number("milliseconds", known.milliseconds), 1, {"ms", Kind::Number},
              millisecondsText(known.milliseconds.value_or(0)), " ms"),
        shown(number("loads_per_nanosecond", known.loadsPerNanosecond), 4, {"loads/ns", Kind::Number},
              loads(known.loadsPerNanosecond), " loads/ns"),
        shown(ratio("ratio", known.ratio), 2, {"ratio", Kind::Number}, ratioText(known)),
        shown({.name = "", .value = true}, 3, {"95 %"},
              known.isBaseline ? "baseline" : plusMinus(known.ratio) + marks(known)),
        number("counted_samples", static_cast<double>(known.countedSamples)),
        {.name = "imprecise", .value = known.imprecise},
        ratio("over_no_loads", known.overNoLoads),
        shown(std::move(limiter), 8, {"limiter"}, std::string(known.limiterName())),
        std::move(ofLoads),
        ratio("overlap_gain", known.overlapGain),
        {.name = "faster_alone", .value = known.alone.has_value()},
        shown(number("clocks", known.clocks), 5, spare("clocks", Kind::Number), loads(known.clocks),
              " clocks"),
        shown(number("unit_clocks", unitClocks), 6, spare("unit", Kind::Text),
              fmt::format("{} {}", unit, loads(unitClocks)), " clocks of the unit"),
        {.name = "unit", .value = unit, .text = unit},
        number("loads_per_clock", known.loadsPerClock)};
    if (strategy > 0) all.push_back(ratio("against_first_strategy", row.timeOver(0, strategy)));
    for (Figure& each : all) {
        if (measured) break;
        each.value = {};
        each.interval = {};
        each.text.clear();
    }
    return all;
}

Json valueJson(const Figure& figure) {
    if (const auto* number = std::get_if<double>(&figure.value)) return jsonNumber(*number);
    if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag;
    const auto* const word = std::get_if<std::string>(&figure.value);
    return word != nullptr ? Json(*word) : Json(nullptr);
}

} // namespace vkperftest
