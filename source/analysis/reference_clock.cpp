#include "analysis/reference_clock.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "analysis/core_clock.h"

namespace vkperftest {
namespace {

// A step of the loop is a tick by definition; of another counter it is about as long as a multiplication.
bool isNativeLoop(const RunResult& run) {
    return std::ranges::any_of(run.conditions, [](const Conditions& reading) {
        return reading.counter && reading.counter->ticksPerStep == 1;
    });
}

// The system's clock is finer than the counter if it is constant and agrees with the counter; otherwise it may be no
// more than a nominal clock. An H200's is 1,980 MHz throughout, while its counter's readings scatter by 0.2 %.
bool isBetterThanCounter(const RunResult& run, double gigahertz) {
    constexpr double kAgree = 0.01;
    const std::vector<Conditions>& all = run.conditions;
    const std::optional<double> first =
        all.empty() ? std::nullopt : clockOf(all.front(), ClockSource::System);
    return first && std::abs(*first / gigahertz - 1) <= kAgree &&
           std::ranges::all_of(all, [&](const Conditions& each) { return each.clock == all.front().clock; });
}

} // namespace

ClockReadings referenceClock(const RunResult& run) {
    ClockReadings readings;
    ClockSource source = ClockSource::Counter;
    if (run.settings.cpu && isNativeLoop(run)) {
        readings.clock = ReferenceClock::NativeLoop;
    } else if (const std::optional<CoreClock> clock = coreClock(run); clock && !run.settings.cpu) {
        readings.clock = ReferenceClock::Core;
        source = isBetterThanCounter(run, clock->gigahertz) ? ClockSource::System : clock->source;
    }
    if (readings.clock == ReferenceClock::None) return readings;
    std::map<std::size_t, std::vector<double>> all;
    for (const Conditions& reading : run.conditions)
        if (const std::optional<double> rate = clockOf(reading, source); rate && *rate > 0)
            all[reading.restart].push_back(*rate);
    for (const auto& [restart, rates] : all) readings.rates[restart] = std::log(median(rates));
    return readings;
}

RunScatter runScatter(bool software, ReferenceClock clock) {
    // An H200's 232 rows that were measured in two to four runs scatter by 0.03 % in the median, 0.09 % at most, and
    // its restarts by 0.01 %. More is assumed of what all rows share, since no other GPU was measured repeatedly.
    if (clock == ReferenceClock::Core) return {.ofRun = 0.0005, .ofRestart = 0.001, .ofRunAndFigure = 0.0003};
    // 15 quick runs of lavapipe 22.3.6 beside compilers that kept two cores busy: restarts deviate by 0.7 to 3 % each,
    // and most runs by no more than their restarts explain. Ratios of five quiet default runs: by 0.35 % in the median,
    // 0.71 % at the 95th percentile. Without a clock, a twentieth is assumed: boost clocks and shared hosts differ by
    // as much.
    if (clock == ReferenceClock::NativeLoop)
        return {.ofRun = 0.004, .ofRestart = 0.01, .ofRunAndFigure = 0.006};
    return software ? RunScatter{.ofRun = 0.05, .ofRestart = 0.01, .ofRunAndFigure = 0.006}
                    : RunScatter{.ofRun = 0.05, .ofRestart = 0.0015, .ofRunAndFigure = 0.0003};
}

} // namespace vkperftest
