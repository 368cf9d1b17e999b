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

// In one unit: by the driver, else by the device's counter; beside rows, since a restart begins while the clock still rises.
std::vector<double> clocksOf(const RunResult& run) {
    const bool ofRows =
        std::ranges::any_of(run.conditions, [](const auto& each) { return !each.row.empty(); });
    std::vector<double> byDriver, byCounter;
    for (const Conditions& each : run.conditions)
        if (each.clock && !(ofRows && each.row.empty())) byDriver.push_back(*each.clock);
    if (!byDriver.empty() || !countsClocks(run)) return byDriver;
    for (const Conditions* reading : counterReadings(run))
        if (!ofRows || !reading->row.empty()) byCounter.push_back(reading->counter->ticksPerNanosecond);
    return byCounter;
}

// Moving clocks and throttling, as a clause: "the clock moved by 12 %, and throttling was reported in 3 of 9
// readings (power cap)"; empty without either, or if nothing is known.
std::string conditionTrouble(const RunResult& run) {
    std::vector<std::string> troubles;
    if (const std::vector<double> clocks = clocksOf(run); !clocks.empty()) {
        const auto [least, most] = std::ranges::minmax(clocks);
        if (most > (1 + kClockMoved) * least)
            troubles.push_back(fmt::format("the clock moved by {:.0f} %", 100 * (most / least - 1)));
    }
    std::size_t throttled = 0; // readings
    std::set<std::string> reasons;
    for (const Conditions& reading : run.conditions) {
        if (!reading.throttling || reading.throttling->empty()) continue;
        ++throttled;
        reasons.insert(reading.throttling->begin(), reading.throttling->end());
    }
    if (throttled > 0)
        troubles.push_back(fmt::format("throttling was reported in {} of {} readings ({})", throttled,
                                       run.conditions.size(),
                                       join(std::vector(reasons.begin(), reasons.end()), ", ")));
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

} // namespace

std::vector<std::string> conditionRemarks(const RunResult& run) {
    const auto isRead = [](const Conditions& each) { return each.clock || each.temperature || each.power; };
    std::vector<std::string> remarks = {conditionDoubt(run)};
    if (!run.conditionsMissing.empty() && std::ranges::none_of(run.conditions, isRead))
        remarks.push_back(fmt::format("{} unknown: {}.",
                                      coreClock(run) ? "temperature and power" : "clocks and temperature",
                                      run.conditionsMissing));
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
