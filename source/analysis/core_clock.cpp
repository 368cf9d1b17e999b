#include "analysis/core_clock.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

#include "analysis/thresholds.h"

namespace vkperftest {
namespace {

constexpr double kSteady = kAgree - 1;

bool isNear(double value, double other, double tolerance) {
    return std::abs(value - other) <= tolerance * other;
}

// A step of the loop is a tick by definition; of another counter it is about as long as a multiplication.
bool isNativeLoop(const RunResult& run) {
    return std::ranges::any_of(run.conditions, [](const Conditions& reading) {
        return reading.counter && reading.counter->ticksPerStep == 1;
    });
}

// In clocks a nanosecond; nothing if the source did not show it.
std::optional<double> clockOf(const Conditions& reading, ClockSource source) {
    constexpr double kMegahertz = 1e-3;
    if (source == ClockSource::System)
        return reading.clock ? std::optional(*reading.clock * kMegahertz) : std::nullopt;
    return reading.counter ? std::optional(reading.counter->ticksPerNanosecond) : std::nullopt;
}

// Those of the readings that the source shows: taken while rows ran, or, without any, while the baseline did, since at the
// beginning of a restart a GPU's clock is still on its way up.
std::vector<const Conditions*> withClock(std::vector<const Conditions*> readings, ClockSource source) {
    std::erase_if(readings, [&](const Conditions* each) { return clockOf(*each, source).value_or(0) <= 0; });
    const auto isOfBaseline = [](const Conditions* each) { return each->row.empty(); };
    if (!std::ranges::all_of(readings, isOfBaseline)) std::erase_if(readings, isOfBaseline);
    return readings;
}

std::vector<const Conditions*> allReadings(const RunResult& run) {
    std::vector<const Conditions*> all;
    for (const Conditions& reading : run.conditions) all.push_back(&reading);
    return all;
}

// The system's clock is finer than the counter if it is constant and agrees with the counter; otherwise it may be no
// more than a nominal clock. An H200's is 1,980 MHz throughout, while its counter's readings scatter by 0.2 %.
bool isBetterThanCounter(const RunResult& run, double gigahertz) {
    constexpr double kNear = 0.01;
    const std::vector<Conditions>& all = run.conditions;
    const std::optional<double> first =
        all.empty() ? std::nullopt : clockOf(all.front(), ClockSource::System);
    return first && std::abs(*first / gigahertz - 1) <= kNear &&
           std::ranges::all_of(all, [&](const Conditions& each) { return each.clock == all.front().clock; });
}

} // namespace

std::vector<const Conditions*> counterReadings(const RunResult& run) {
    std::vector<const Conditions*> all = allReadings(run), steady;
    std::erase_if(all, [](const Conditions* reading) { return !reading->counter; });
    if (all.empty()) return {};
    std::vector<double> steps;
    for (const Conditions* reading : all) steps.push_back(reading->counter->ticksPerStep);
    const double step = median(steps);
    std::ranges::copy_if(all, std::back_inserter(steady), [&](const Conditions* reading) {
        return isNear(reading->counter->ticksPerStep, step, kSteady);
    });
    return 4 * steady.size() >= 3 * all.size() ? steady : all;
}

bool countsClocks(const RunResult& run) {
    constexpr double kWhole = 0.03, kSame = 0.005;
    std::vector<double> rates, steps;
    for (const Conditions* reading : counterReadings(run)) {
        rates.push_back(reading->counter->ticksPerNanosecond);
        steps.push_back(reading->counter->ticksPerStep);
    }
    if (rates.empty() || run.settings.cpu || run.device.kind == DeviceKind::Cpu) return false;
    const double rate = median(rates), step = median(steps);
    const bool isTimer = isNear(rate * run.device.timestampPeriod, 1, kSame) || isNear(rate, 1, kSame);
    const bool isWhole = step >= 1 - kWhole && std::abs(step - std::round(step)) <= kWhole;
    return !isTimer && isWhole &&
           std::ranges::all_of(steps, [&](double each) { return isNear(each, step, kSteady); });
}

std::optional<CoreClock> coreClock(const RunResult& run) {
    for (const ClockSource source : {ClockSource::Counter, ClockSource::System}) {
        const bool byCounter = source == ClockSource::Counter;
        if (byCounter && !countsClocks(run)) continue;
        std::vector<double> clocks;
        for (const Conditions* each : withClock(byCounter ? counterReadings(run) : allReadings(run), source))
            clocks.push_back(*clockOf(*each, source));
        if (clocks.empty()) continue;
        const auto [least, most] = std::ranges::minmax(clocks);
        const double sum = std::accumulate(clocks.begin(), clocks.end(), 0.0);
        return CoreClock{sum / static_cast<double>(clocks.size()), source, most / least};
    }
    return std::nullopt;
}

std::optional<double> unitClocksPerNanosecond(const RunResult& run) {
    const std::optional<CoreClock> clock = coreClock(run);
    if (!clock || run.device.computeUnits == 0 || run.settings.cpu) return std::nullopt;
    return clock->gigahertz * run.device.computeUnits;
}

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
    for (const Conditions* reading : withClock(allReadings(run), source))
        all[reading->restart].push_back(std::log(*clockOf(*reading, source)));
    for (const auto& [restart, rates] : all) readings.rates[restart] = pseudomedian(rates);
    return readings;
}

RunScatter runScatter(bool software, ReferenceClock clock) {
    // An H200's 232 rows that were measured in two to four runs scatter by 0.03 % in the median, 0.09 % at most, and
    // its restarts by 0.01 %. More is assumed of what all rows share, since no other GPU was measured repeatedly.
    if (clock == ReferenceClock::Core) return {.ofRun = 0.0005, .ofRestart = 0.001, .ofRunAndFigure = 0.0003};
    // 15 quick runs of lavapipe 22.3.6 beside compilers that kept two cores busy: restarts deviate by 0.7 to
    // 3 % each, and most runs by no more than their restarts explain. Ratios of five quiet default runs: by
    // 0.35 % in the median, 0.71 % at the 95th percentile. Without a clock, a twentieth is assumed: boost
    // clocks and shared hosts differ by as much.
    if (clock == ReferenceClock::NativeLoop)
        return {.ofRun = 0.004, .ofRestart = 0.01, .ofRunAndFigure = 0.006};
    return software ? RunScatter{.ofRun = 0.05, .ofRestart = 0.01, .ofRunAndFigure = 0.006}
                    : RunScatter{.ofRun = 0.05, .ofRestart = 0.0015, .ofRunAndFigure = 0.0003};
}

} // namespace vkperftest
