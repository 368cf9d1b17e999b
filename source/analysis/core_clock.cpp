#include "analysis/core_clock.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/thresholds.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

constexpr double kSteady = kAgree - 1;

bool isNear(double value, double other, double tolerance) {
    return std::abs(value - other) <= tolerance * other;
}

CounterDoubt doubtOf(const RunResult& run, const std::vector<double>& rates,
                     const std::vector<double>& steps) {
    constexpr double kMoved = 0.05, kWhole = 0.03, kSame = 0.005;
    const double rate = median(rates), step = median(steps);
    if (run.settings.cpu || run.device.kind == DeviceKind::Cpu) return CounterDoubt::NotRead;
    if (timerError(run)) return CounterDoubt::WrongTimer;
    if (isNear(rate * run.device.timestampPeriod, 1, kSame) || isNear(rate, 1, kSame))
        return CounterDoubt::Timer;
    const auto [slowest, fastest] = std::ranges::minmax(rates);
    const bool moves = fastest >= (1 + kMoved) * slowest;
    const bool isWhole = step >= 1 - kWhole && (moves || std::abs(step - std::round(step)) <= kWhole);
    const bool isSteady =
        std::ranges::all_of(steps, [&](double each) { return isNear(each, step, kSteady); });
    return isWhole && isSteady ? CounterDoubt::None : CounterDoubt::NotWhole;
}

} // namespace

std::optional<double> timerError(const RunResult& run) {
    const std::optional<TimerRate>& rate = run.timerRate;
    if (!rate || (rate->low <= kAgree && rate->high * kAgree >= 1)) return std::nullopt;
    return (rate->low + rate->high) / 2;
}

std::vector<const Conditions*> counterReadings(const RunResult& run) {
    std::vector<const Conditions*> all, steady;
    std::vector<double> steps;
    for (const Conditions& reading : run.conditions) {
        if (!reading.counter) continue;
        all.push_back(&reading);
        steps.push_back(reading.counter->ticksPerStep);
    }
    if (all.empty()) return {};
    const double step = median(steps);
    std::ranges::copy_if(all, std::back_inserter(steady), [&](const Conditions* reading) {
        return isNear(reading->counter->ticksPerStep, step, kSteady);
    });
    return 4 * steady.size() >= 3 * all.size() ? steady : all;
}

JudgedCounter judgeCounter(const RunResult& run) {
    std::vector<double> rates, steps;
    for (const Conditions* reading : counterReadings(run)) {
        rates.push_back(reading->counter->ticksPerNanosecond);
        steps.push_back(reading->counter->ticksPerStep);
    }
    if (rates.empty()) return {};
    return {doubtOf(run, rates, steps), median(rates), median(steps), rates.size()};
}

std::optional<double> clockOf(const Conditions& reading, ClockSource source) {
    constexpr double kMegahertz = 1e-3;
    if (source == ClockSource::System)
        return reading.clock ? std::optional(*reading.clock * kMegahertz) : std::nullopt;
    return reading.counter ? std::optional(reading.counter->ticksPerNanosecond) : std::nullopt;
}

std::optional<CoreClock> coreClock(const RunResult& run) {
    const bool counts = judgeCounter(run).doubt == CounterDoubt::None;
    std::vector<const Conditions*> readings;
    for (const Conditions& reading : run.conditions) readings.push_back(&reading);
    for (const ClockSource source : {ClockSource::Counter, ClockSource::System}) {
        const bool byCounter = source == ClockSource::Counter;
        if (byCounter && !counts) continue;
        for (const bool ofRows : {true, false}) {
            double sum = 0, count = 0;
            for (const Conditions* reading : byCounter ? counterReadings(run) : readings) {
                if (ofRows && reading->row.empty()) continue;
                const double clock = clockOf(*reading, source).value_or(0);
                if (clock <= 0) continue;
                sum += clock;
                ++count;
            }
            if (count > 0) return CoreClock{sum / count, source};
        }
    }
    return std::nullopt;
}

std::optional<double> unitClocksPerNanosecond(const RunResult& run) {
    const std::optional<CoreClock> clock = coreClock(run);
    if (!clock || run.device.computeUnits == 0 || run.settings.cpu || timerError(run)) return std::nullopt;
    return clock->gigahertz * run.device.computeUnits;
}

} // namespace vkperftest
