#include "report/phrases.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/figures.h"
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

// In MHz: by the driver, else by the device's counter; beside rows, since a restart begins while the clock still rises.
std::optional<Range> clockRange(const RunResult& run) {
    const bool ofRows =
        std::ranges::any_of(run.conditions, [](const auto& each) { return !each.row.empty(); });
    std::vector<Conditions> byDriver = run.conditions, byCounter;
    std::erase_if(byDriver, [&](const Conditions& each) { return ofRows && each.row.empty(); });
    const std::optional<Range> range = rangeOf(byDriver, &Conditions::clock);
    if (range || judgeCounter(run).doubt != CounterDoubt::None) return range;
    for (const Conditions* reading : counterReadings(run))
        if (!ofRows || !reading->row.empty())
            byCounter.emplace_back().clock = 1e3 * reading->counter->ticksPerNanosecond;
    return rangeOf(byCounter, &Conditions::clock);
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

// Moving clocks and throttling, as a clause: "the clock moved by 12 %, and throttling was reported in 3 of 9
// readings (power cap)"; empty without either, or if nothing is known.
std::string conditionTrouble(const RunResult& run) {
    const std::vector<Conditions>& readings = run.conditions;
    std::vector<std::string> troubles;
    const std::optional<Range> clock = clockRange(run);
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

std::string remedyOnCpu(const HostRecord& host) {
    if (host.driverThreads > 1 && host.driverThreads >= host.cpuThreads && host.cpuThreads > 1)
        return fmt::format(
            "Measure again on an idle machine, and LP_NUM_THREADS below {}, the number of cores.",
            host.cpuThreads);
    return host.driverThreads > 1 ? "Measure again on an idle machine, or with LP_NUM_THREADS=1."
                                  : "Measure again on an idle machine, or with --precise.";
}

// Under load, "unknown" for missing readings; without any, why. Empty if nobody tried to read.
std::string readingsText(const RunResult& run) {
    std::vector<Conditions> readings = run.conditions;
    // Readings of the counter alone: counterRemarks() says what they show.
    std::erase_if(readings, [](const Conditions& reading) {
        const bool tells = reading.clock || reading.clockLimit || reading.memoryClock ||
                           reading.temperature || reading.power || reading.throttling ||
                           !reading.powerState.empty();
        return reading.counter && !tells;
    });
    if (readings.empty() && run.conditionsMissing.empty()) return {};
    if (readings.empty())
        return fmt::format("{} unknown: {}.",
                           coreClock(run) ? "temperature and power" : "clocks and temperature",
                           run.conditionsMissing);
    const Throttling throttling = throttlingOf(readings);
    const auto ofRows =
        std::ranges::count_if(readings, [](const auto& reading) { return !reading.row.empty(); });
    const std::string whose = ofRows > 0 ? fmt::format(" ({} beside rows)", ofRows) : "";
    return fmt::format("under load, {} readings{}: clock {} (limit {}), memory {}, temperature {}, power {}, "
                       "power state {}, throttling {}.",
                       readings.size(), whose, rangeText(readings, &Conditions::clock, "MHz"),
                       rangeText(readings, &Conditions::clockLimit, "MHz"),
                       rangeText(readings, &Conditions::memoryClock, "MHz"),
                       rangeText(readings, &Conditions::temperature, "°C"),
                       rangeText(readings, &Conditions::power, "W"), powerStates(readings),
                       !throttling.known            ? "unknown"
                       : throttling.reasons.empty() ? "not reported"
                                                    : "reported");
}

} // namespace

std::vector<std::string> conditionRemarks(const RunResult& run) {
    std::vector<std::string> remarks = {readingsText(run), conditionDoubt(run)};
    std::erase(remarks, "");
    return remarks;
}

std::string conditionDoubt(const RunResult& run) {
    const std::string trouble = conditionTrouble(run);
    return trouble.empty()
               ? ""
               : trouble + ": milliseconds and loads/ns depend on when a row was measured; ratios hardly do, "
                           "because each compares samples of one submission.";
}

std::string qualityRemedy(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    if (!figures.quality || figures.quality->grade == Grade::Good || run.interrupted) return {};
    if (run.settings.cpu) return remedyOnCpu(run.host);
    const std::string trouble = conditionTrouble(run);
    if (!trouble.empty())
        return fmt::format("Under load {}: let the GPU cool or lock its clocks, and measure again.", trouble);
    return !coreClock(run) ? "Measure again with nothing else on the GPU; its clocks are unknown."
                           : "Measure again with nothing else on the GPU; its clocks were steady.";
}

std::string doubtLine(const RunFigures& figures) {
    const bool good = !figures.quality || figures.quality->grade == Grade::Good;
    return good ? "" : qualityLine(figures);
}

std::string qualityLine(const RunFigures& figures) {
    if (!figures.quality || figures.run->interrupted) return {}; // what is missing is no disturbance
    const RunQuality& quality = *figures.quality;
    if (quality.grade == Grade::Good) return "Run quality: good.";
    return fmt::format("Run quality: {} ({}). {}", gradeName(quality.grade), join(quality.reasons, "; "),
                       qualityRemedy(figures));
}

} // namespace vkperftest
