#include "report/condition_remarks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr double kClockMoved = 0.05;

struct Range {
    double least = 0, most = 0;
};

std::optional<Range> rangeOf(const std::vector<Conditions>& readings,
                             std::optional<double> Conditions::*value) {
    std::optional<Range> range;
    for (const Conditions& reading : readings) {
        if (!(reading.*value)) continue;
        const double known = *(reading.*value);
        range =
            range ? Range{std::min(range->least, known), std::max(range->most, known)} : Range{known, known};
    }
    return range;
}

// "2505 to 2550 MHz"
std::string rangeText(const std::vector<Conditions>& readings, std::optional<double> Conditions::*value,
                      const char* unit) {
    const std::optional<Range> range = rangeOf(readings, value);
    if (!range) return "unknown";
    const std::string least = fmt::format("{:.0f}", range->least), most = fmt::format("{:.0f}", range->most);
    return least == most ? fmt::format("{} {}", least, unit) : fmt::format("{} to {} {}", least, most, unit);
}

std::string powerStates(const std::vector<Conditions>& readings) {
    std::set<std::string> states;
    for (const Conditions& reading : readings) states.insert(reading.powerState);
    states.erase("");
    return states.empty() ? "unknown" : join(std::vector(states.begin(), states.end()), ", ");
}

struct Throttling {
    bool known = false;
    std::size_t readings = 0; // with at least one reason
    std::set<std::string> reasons;
};

Throttling throttlingOf(const std::vector<Conditions>& readings) {
    Throttling throttling;
    for (const Conditions& reading : readings) {
        if (!reading.throttling) continue;
        throttling.known = true;
        throttling.readings += reading.throttling->empty() ? 0u : 1u;
        throttling.reasons.insert(reading.throttling->begin(), reading.throttling->end());
    }
    return throttling;
}

} // namespace

std::vector<std::string> conditionRemarks(const RunResult& run) {
    const std::vector<Conditions>& readings = run.conditions;
    if (readings.empty() && run.conditionsMissing.empty()) return {};
    if (readings.empty()) return {fmt::format("clocks and temperature unknown: {}.", run.conditionsMissing)};
    const Throttling throttling = throttlingOf(readings);
    std::vector<std::string> remarks = {
        fmt::format("under load, {} readings: clock {} (limit {}), memory {}, temperature {}, power {}, "
                    "power state {}, throttling {}.",
                    readings.size(), rangeText(readings, &Conditions::clock, "MHz"),
                    rangeText(readings, &Conditions::clockLimit, "MHz"),
                    rangeText(readings, &Conditions::memoryClock, "MHz"),
                    rangeText(readings, &Conditions::temperature, "°C"),
                    rangeText(readings, &Conditions::power, "W"), powerStates(readings),
                    !throttling.known            ? "unknown"
                    : throttling.reasons.empty() ? "not reported"
                                                 : "reported")};
    if (const std::string trouble = conditionTrouble(run); !trouble.empty()) {
        remarks.push_back(trouble +
                          ": milliseconds and loads/ns depend on when a row was measured; ratios hardly do, "
                          "since they come from pairs.");
    }
    return remarks;
}

std::string conditionTrouble(const RunResult& run) {
    const std::vector<Conditions>& readings = run.conditions;
    std::vector<std::string> troubles;
    const std::optional<Range> clock = rangeOf(readings, &Conditions::clock);
    if (clock && clock->most > (1 + kClockMoved) * clock->least)
        troubles.push_back(
            fmt::format("the clock moved by {:.0f} %", 100 * (clock->most / clock->least - 1)));
    const Throttling throttling = throttlingOf(readings);
    if (throttling.readings > 0) {
        troubles.push_back(fmt::format(
            "throttling was reported in {} of {} readings ({})", throttling.readings, readings.size(),
            join(std::vector(throttling.reasons.begin(), throttling.reasons.end()), ", ")));
    }
    return join(troubles, ", and ");
}

} // namespace vkperftest
