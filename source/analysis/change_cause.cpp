#include "analysis/change_cause.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "base/enum_table.h"

namespace vkperftest {
namespace {

// Nothing if no reading records throttling.
std::optional<double> throttledShare(const RunResult& run) {
    double known = 0, throttled = 0;
    for (const Conditions& reading : run.conditions) {
        known += reading.throttling ? 1 : 0;
        throttled += reading.throttling && !reading.throttling->empty() ? 1 : 0;
    }
    return known > 0 ? std::optional(throttled / known) : std::nullopt;
}

double timerRate(const RunResult& run) {
    return timerError(run).value_or(1);
}

} // namespace

bool timersDiffer(const RunResult& base, const RunResult& now) {
    constexpr double kAlike = 0.02; // equally wrong timers, as of one driver, compare
    return std::abs(std::log(timerRate(now) / timerRate(base))) > std::log1p(kAlike);
}

std::string_view conditionName(Condition condition) {
    constexpr auto kNames = enumTable<Condition, std::string_view>(
        {"kernels", "queue", "robustness", "subgroup_size", "validation", "timer", "gpu", "clock_mhz",
         "memory_clock_mhz", "power_watts", "temperature_celsius", "throttling"});
    return kNames[condition];
}

bool isSetting(Condition condition) {
    return condition < Condition::Gpu;
}

std::string_view causeName(Cause cause) {
    constexpr auto kNames =
        enumTable<Cause, std::string_view>({"driver", "machine", "driver or machine", "unknown"});
    return kNames[cause];
}

std::optional<double> meanReading(const RunResult& run, std::optional<double> Conditions::*value) {
    double sum = 0, count = 0;
    for (const Conditions& reading : run.conditions) {
        if (!(reading.*value) || !reading.row.empty()) continue; // another run may have chosen another row
        sum += *(reading.*value);
        ++count;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::vector<ComparedCondition> differentSettings(const RunResult& base, const RunResult& now,
                                                 bool otherKernels) {
    std::vector<ComparedCondition> conditions;
    const auto add = [&](Condition what, auto was, auto is) {
        if (was != is) conditions.push_back({what, static_cast<double>(was), static_cast<double>(is), true});
    };
    add(Condition::Kernels, 0, otherKernels ? 1 : 0);
    add(Condition::Queue, base.settings.queue, now.settings.queue);
    add(Condition::Robustness, base.settings.compiled.robustness, now.settings.compiled.robustness);
    add(Condition::SubgroupSize, base.settings.compiled.subgroupSize, now.settings.compiled.subgroupSize);
    add(Condition::Validation, base.settings.validated, now.settings.validated);
    if (timersDiffer(base, now)) add(Condition::Timer, timerRate(base), timerRate(now));
    return conditions;
}

std::vector<ComparedCondition> comparedMachines(const RunResult& base, const RunResult& now) {
    std::vector<ComparedCondition> conditions;
    const std::string &was = base.device.deviceUuid, &is = now.device.deviceUuid;
    const bool cpu = base.settings.cpu || now.settings.cpu;
    if (!cpu && was != is && !was.empty() && !is.empty()) conditions.push_back({Condition::Gpu, 0, 1, true});
    // Both are more than 0, and their ratio counts.
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

bool sameDriver(const RunResult& base, const RunResult& now) {
    const DeviceRecord &was = base.device, &is = now.device;
    const auto differ = [](const std::string& a, const std::string& b) {
        return a != b && !a.empty() && !b.empty();
    };
    return was.driverName == is.driverName && was.driverInfo == is.driverInfo &&
           was.driverVersion == is.driverVersion && !differ(was.driverUuid, is.driverUuid);
}

Cause causeOf(const CauseFacts& facts, const std::vector<ComparedCondition>& conditions) {
    const auto differs = [](const ComparedCondition& each) { return each.differs; };
    const auto find = [&](Condition what) {
        return std::find_if(conditions.begin(), conditions.end(),
                            [&](const ComparedCondition& each) { return each.what == what; });
    };
    if (std::any_of(conditions.begin(), conditions.end(),
                    [&](const ComparedCondition& each) { return differs(each) && isSetting(each.what); }))
        return Cause::Unknown;
    if (facts.inTurns) return facts.sameDriver ? Cause::Unknown : Cause::Driver;
    if (facts.cpu) return facts.sameDriver ? Cause::Machine : Cause::Either;
    const auto clock = find(Condition::Clock);
    const bool known = clock != conditions.end();
    if (known && clock->differs) {
        const double explained = std::log(clock->base / clock->now);
        if (std::abs(facts.log - explained) <= std::abs(facts.log) / 3) return Cause::Machine;
    }
    const bool otherGpu = find(Condition::Gpu) != conditions.end();
    if (facts.sameDriver) return otherGpu ? Cause::Machine : Cause::Unknown;
    if (std::any_of(conditions.begin(), conditions.end(), differs)) return Cause::Either;
    return known ? Cause::Driver : Cause::Unknown;
}

} // namespace vkperftest
