#include "analysis/change_cause.h"

#include <algorithm>
#include <cmath>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// Nothing if no reading tells.
std::optional<double> throttledShare(const RunResult& run) {
    double known = 0, throttled = 0;
    for (const Conditions& reading : run.conditions) {
        known += reading.throttling ? 1 : 0;
        throttled += reading.throttling && !reading.throttling->empty() ? 1 : 0;
    }
    return known > 0 ? std::optional(throttled / known) : std::nullopt;
}

} // namespace

std::string_view conditionName(Condition condition) {
    constexpr auto kNames =
        enumTable<Condition, std::string_view>({"gpu", "kernels", "clock_mhz", "memory_clock_mhz",
                                                "power_watts", "temperature_celsius", "throttling"});
    return kNames[condition];
}

std::string_view causeName(Cause cause) {
    constexpr auto kNames =
        enumTable<Cause, std::string_view>({"driver", "machine", "driver or machine", "unknown"});
    return kNames[cause];
}

std::optional<double> meanReading(const RunResult& run, std::optional<double> Conditions::*value) {
    double sum = 0, count = 0;
    for (const Conditions& reading : run.conditions) {
        if (!(reading.*value) || !reading.row.empty()) continue; // other rows are other loads in other runs
        sum += *(reading.*value);
        ++count;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::vector<ComparedCondition> comparedConditions(const RunResult& base, const RunResult& now,
                                                  bool otherKernels) {
    std::vector<ComparedCondition> conditions;
    const std::string &was = base.device.deviceUuid, &is = now.device.deviceUuid;
    const bool cpu = base.settings.cpu || now.settings.cpu;
    if (!cpu && was != is && !was.empty() && !is.empty()) conditions.push_back({Condition::Gpu, 0, 1, true});
    if (otherKernels) conditions.push_back({Condition::Kernels, 0, 1, true});
    // More than 0, both: their ratio counts.
    const auto addRatio = [&](Condition what, std::optional<double> Conditions::*value, double tolerance) {
        const std::optional<double> first = meanReading(base, value), second = meanReading(now, value);
        if (!first || !second || *first <= 0 || *second <= 0) return;
        const bool differs = std::abs(std::log(*second / *first)) > std::log1p(tolerance);
        conditions.push_back({what, *first, *second, differs});
    };
    const auto addDifference = [&](Condition what, std::optional<double> first, std::optional<double> second,
                                   double tolerance) {
        if (first && second)
            conditions.push_back({what, *first, *second, std::abs(*second - *first) > tolerance});
    };
    addRatio(Condition::Clock, &Conditions::clock, 0.01);
    addRatio(Condition::MemoryClock, &Conditions::memoryClock, 0.01);
    addRatio(Condition::Power, &Conditions::power, 0.15);
    addDifference(Condition::Temperature, meanReading(base, &Conditions::temperature),
                  meanReading(now, &Conditions::temperature), 5);
    addDifference(Condition::Throttling, throttledShare(base), throttledShare(now), 0.25);
    return conditions;
}

Cause causeOf(double log, const std::vector<ComparedCondition>& conditions, bool cpu) {
    const auto find = [&](Condition what) {
        return std::find_if(conditions.begin(), conditions.end(),
                            [&](const ComparedCondition& each) { return each.what == what; });
    };
    const auto clock = find(Condition::Clock);
    const bool known = clock != conditions.end(), otherKernels = find(Condition::Kernels) != conditions.end();
    if (cpu) return otherKernels ? Cause::Either : Cause::Machine;
    if (known && clock->differs) {
        const double explained = std::log(clock->base / clock->now);
        return std::abs(log - explained) <= std::abs(log) / 3 ? Cause::Machine : Cause::Either;
    }
    const bool differ = std::any_of(conditions.begin(), conditions.end(),
                                    [](const ComparedCondition& each) { return each.differs; });
    return differ ? Cause::Either : known ? Cause::Driver : Cause::Unknown;
}

} // namespace vkperftest
