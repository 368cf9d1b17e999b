#include "analysis/run_differences.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/thresholds.h"
#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

bool measuredBoth(const RunResult& base, const RunResult& now) {
    return base.source.empty() && now.source.empty();
}

bool onCpu(const RunResult& run) {
    return run.device.kind == DeviceKind::Cpu;
}

bool sameProcessor(const HostRecord& base, const HostRecord& now) {
    const auto differ = [](const auto& a, const auto& b, const auto& unknown) {
        return a != unknown && b != unknown && a != b;
    };
    return !differ(base.cpu, now.cpu, std::string()) &&
           !differ(base.cpuIdentity, now.cpuIdentity, std::string()) &&
           !differ(base.cpuExtensions, now.cpuExtensions, std::vector<std::string>()) &&
           !differ(base.cpuThreads, now.cpuThreads, 0u) && !differ(base.driverThreads, now.driverThreads, 0u);
}

std::string processorDifference(const HostRecord& base, const HostRecord& now) {
    const std::string was = processorText(base), is = processorText(now);
    return fmt::format("BASE ran on {}, NEW on {}", was,
                       was == is ? "one with different vector extensions" : is);
}

bool neededByStrategies(const std::string& name) {
    return std::any_of(kCapabilities.begin(), kCapabilities.end(), [&](const Capability& capability) {
        return capability.name == name && capability.value != &DeviceRecord::hostQueryReset &&
               capability.value != &DeviceRecord::shaderClock;
    });
}

// "push_descriptors in BASE only". If strategies differ, the features they need are not listed.
std::string featureDifference(const RunResult& one, const RunResult& other) {
    const DeviceRecord &base = one.device, &now = other.device;
    if (!base.enabled || !now.enabled) return {};
    const bool sameStrategies = one.settings.strategies == other.settings.strategies;
    std::vector<std::string> sides;
    const auto add = [&](const std::vector<std::string>& these, const std::vector<std::string>& others,
                         const char* side) {
        std::vector<std::string> only;
        std::copy_if(these.begin(), these.end(), std::back_inserter(only), [&](const std::string& name) {
            return std::find(others.begin(), others.end(), name) == others.end() &&
                   (sameStrategies || !neededByStrategies(name));
        });
        if (!only.empty()) sides.push_back(fmt::format("{} in {} only", join(only, ", "), side));
    };
    add(*base.enabled, *now.enabled, "BASE");
    add(*now.enabled, *base.enabled, "NEW");
    return sides.empty() ? "" : "enabled features differ: " + join(sides, "; ");
}

} // namespace

bool sameDevice(const RunResult& base, const RunResult& now) {
    return measuredBoth(base, now) && base.device.vendorId == now.device.vendorId &&
           base.device.deviceId == now.device.deviceId &&
           (!onCpu(base) || !onCpu(now) || sameProcessor(base.host, now.host));
}

bool sameFigures(const StrategyResult& was, const StrategyResult& is) {
    if (!was.printed || !is.printed) return was.nanoseconds == is.nanoseconds && !was.nanoseconds.empty();
    return was.printed->ratio == is.printed->ratio && was.printed->milliseconds == is.printed->milliseconds;
}

std::string deviceDifference(const RunResult& base, const RunResult& now) {
    if (!measuredBoth(base, now) || sameDevice(base, now)) return {};
    const bool sameModel =
        base.device.vendorId == now.device.vendorId && base.device.deviceId == now.device.deviceId;
    return sameModel ? processorDifference(base.host, now.host)
                     : fmt::format("BASE ran on {}, NEW on {}", base.device.name, now.device.name);
}

std::vector<std::string> runDifferences(const RunResult& base, const RunResult& now) {
    std::vector<std::string> found;
    const auto note = [&](bool applies, std::string text) {
        if (applies) found.push_back(std::move(text));
    };
    const auto differs = [&](std::string_view what, const std::string& a, const std::string& b) {
        note(a != b && !a.empty() && !b.empty(),
             fmt::format("the {} differs: {} in BASE, {} in NEW", what, a, b));
    };
    const bool both = measuredBoth(base, now);
    note(both && onCpu(base) && onCpu(now) && sameDevice(base, now) &&
             (base.host.cpuIdentity.empty() || now.host.cpuIdentity.empty()),
         "a file older than schema 1.3 does not record the CPU's model: if the CPUs differ, this comparison "
         "is of different devices");
    const std::string features = featureDifference(base, now);
    note(!features.empty(), features);
    differs("kernel compiler", base.tool.kernelCompiler, now.tool.kernelCompiler);
    differs("kernels' compiler flags", base.tool.kernelFlags, now.tool.kernelFlags);
    differs("suite", base.settings.suite, now.settings.suite);
    if (both) differs("precision", base.settings.effort, now.settings.effort);
    note(both && base.settings.cpu != now.settings.cpu,
         "one run used a software driver, where a time is that of undisturbed samples");
    differs("baseline", base.settings.baseline, now.settings.baseline);
    const auto queue = [](const RunResult& run) {
        return std::string(run.source.empty() ? kQueueWords[static_cast<std::size_t>(run.settings.queue)]
                                              : "");
    };
    differs("queue", queue(base), queue(now));
    note(base.settings.compiled.robustness != now.settings.compiled.robustness,
         fmt::format("the bounds checks (--robustness) differ: {} in BASE, {} in NEW",
                     robustnessName(base.settings.compiled.robustness),
                     robustnessName(now.settings.compiled.robustness)));
    differs("subgroup size (--subgroup-size)", subgroupSizeText(base.settings.compiled, false),
            subgroupSizeText(now.settings.compiled, false));
    note(base.settings.validated || now.settings.validated,
         "validation layers were on: the times are not representative");
    note(timersDiffer(base, now), "the device's timer was wrong in one run: times cannot be compared");
    note(!base.aborted.empty(), "BASE was aborted: " + base.aborted);
    note(!now.aborted.empty(), "NEW was aborted: " + now.aborted);
    note(base.interrupted, "BASE is incomplete");
    note(now.interrupted, "NEW is incomplete");
    return found;
}

namespace {

// Why one side's code is not known; empty if it is.
std::string whyUnknown(const RunResult& run, const CodeDigest* code) {
    if (code != nullptr && !code->trouble.empty()) return code->trouble;
    if (code != nullptr) return code->hash.empty() ? "its hash was not kept" : "";
    if (!run.codesMissing.empty()) return run.codesMissing;
    return run.codes.empty() ? "the file has no code" : "the file has no code for them";
}

// Why it is not known whether the code is the same.
std::string whyUnknown(const RunResult& base, const CodeDigest* before, const RunResult& now,
                       const CodeDigest* after) {
    const std::string was = whyUnknown(base, before), is = whyUnknown(now, after);
    if (was.empty() && is.empty()) return "the drivers print equal loads in different languages";
    if (was == is) return "in both: " + was;
    std::vector<std::string> sides;
    if (!was.empty()) sides.push_back("in BASE: " + was);
    if (!is.empty()) sides.push_back("in NEW: " + is);
    return join(sides, ", ");
}

} // namespace

CodeChange codeChange(const RunResult& base, const StrategyResult& before, const RunResult& now,
                      const StrategyResult& after) {
    const CodeDigest* const was = codeOf(base, before);
    const CodeDigest* const is = codeOf(now, after);
    CodeChange change;
    if (was != nullptr && was->trouble.empty()) change.baseLoads = was->loads();
    if (is != nullptr && is->trouble.empty()) change.nowLoads = is->loads();
    if (!deviceDifference(base, now).empty()) {
        change.whyUnknown = "the devices differ, and with them their code";
        return change;
    }
    if (was != nullptr && is != nullptr) change.same = sameCode(*was, *is);
    if (!change.same) change.whyUnknown = whyUnknown(base, was, now, is);
    return change;
}

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
    // Equally wrong timers, as of one driver, compare.
    return std::abs(std::log(timerRate(now) / timerRate(base))) > std::log(kAgree);
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
    const auto find = [&](Condition what) {
        return std::ranges::find(conditions, what, &ComparedCondition::what);
    };
    if (std::ranges::any_of(
            conditions, [](const ComparedCondition& each) { return each.differs && isSetting(each.what); }))
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
    if (std::ranges::any_of(conditions, &ComparedCondition::differs)) return Cause::Either;
    return known ? Cause::Driver : Cause::Unknown;
}

} // namespace vkperftest
