#include "report/phrases.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr auto kClockSources =
    enumTable<ClockSource, std::string_view>({"by the device's counter", "by the driver"});

// Moving clocks and throttling, as a clause: "the clock moved by 12 %, and throttling was reported in 3 of 9
// readings (power cap)"; empty without either, or if nothing is known.
std::string conditionTrouble(const RunResult& run) {
    constexpr double kMoved = 1.05;
    std::vector<std::string> troubles;
    if (const std::optional<CoreClock> clock = coreClock(run); clock && clock->range > kMoved)
        troubles.push_back(fmt::format("the clock moved by {:.0f} %", 100 * (clock->range - 1)));
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
    return fmt::format("Run quality: {} ({}). {}", kGradeNames[quality.grade], join(quality.reasons, "; "),
                       qualityRemedy(figures));
}

std::string absenceText(const StrategyResult& result) {
    return std::string(result.status == Status::Measured ? "impossible" : statusName(result.status));
}

std::string limiterText(Limiter limiter) {
    constexpr auto kTexts = enumTable<Limiter, std::string_view>(
        {"the row takes as long as this unit needs, within {:.0f} %", "loads limit the row",
         "the row waits for its loads, since few are in flight",
         "instructions around the loads limit the row, so the loads may be faster than the figure",
         "unclear whether loads or instructions limit the row"});
    return fmt::format(fmt::runtime(kTexts[limiter]), 100 * (kAtUnit - 1));
}

std::string rateText(const RunResult& run) {
    const Architecture* const architecture = architectureOf(run.device);
    if (architecture == nullptr) return {};
    std::vector<std::string> rates;
    for (const UnitRate* rate : ratesOf(run.device))
        rates.push_back(fmt::format("{} {:g} {} ({})", kUnitNames[rate->unit], rate->perClock,
                                    kUnitMeasures[rate->unit], rate->source));
    return fmt::format("{}, a clock and {}: {}", architecture->name, coreName(run.device), join(rates, ", "));
}

std::vector<std::string> columnRemarks(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<std::string> result;
    if (!run.source.empty()) return result;
    if (countFigures(figures, [](const auto& each) { return each.clocks.has_value(); }) > 0) {
        const CoreClock clock = *coreClock(run);
        const std::string rates = rateText(run);
        result.push_back(fmt::format(
            "clocks: of a {} for one access of a subgroup, at {:.3f} GHz {}; {}.", coreName(run.device),
            clock.gigahertz, kClockSources[clock.source],
            rates.empty() ? "no public source gives the rates of its units"
                          : fmt::format("unit: the busiest one's clocks by its rate ({})", rates)));
    }
    for (const Limiter limiter : {Limiter::Latency, Limiter::Instructions, Limiter::Unknown}) {
        const std::size_t number =
            countFigures(figures, [&](const auto& each) { return each.limiter == limiter; });
        if (number > 0)
            result.push_back(fmt::format("limiter `{}` ({}): {}.",
                                         StrategyFigures{.limiter = limiter}.limiterName(),
                                         counted(number, "figure"), limiterText(limiter)));
    }
    return result;
}

} // namespace vkperftest
