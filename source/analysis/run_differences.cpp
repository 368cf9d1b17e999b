#include "analysis/run_differences.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/thresholds.h"
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

// Nothing if no reading records throttling.
std::optional<double> throttledShare(const RunResult& run) {
    double known = 0, throttled = 0;
    for (const Conditions& reading : run.conditions) {
        known += reading.throttling ? 1 : 0;
        throttled += reading.throttling && !reading.throttling->empty() ? 1 : 0;
    }
    return known > 0 ? std::optional(throttled / known) : std::nullopt;
}

// "throttling was reported in 40 % of BASE's readings, and in 0 % of NEW's"
std::string throttlingDifference(const RunResult& base, const RunResult& now) {
    constexpr double kMuch = 0.25; // of the readings
    const std::optional<double> was = throttledShare(base), is = throttledShare(now);
    if (!was || !is || std::abs(*was - *is) <= kMuch) return {};
    return fmt::format("throttling was reported in {:.0f} % of BASE's readings, and in {:.0f} % of NEW's",
                       100 * *was, 100 * *is);
}

bool otherGpu(const RunResult& base, const RunResult& now) {
    const std::string &was = base.device.deviceUuid, &is = now.device.deviceUuid;
    return !onCpu(base) && !onCpu(now) && was != is && !was.empty() && !is.empty();
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
    note(both && sameDevice(base, now) && otherGpu(base, now), "the GPU is another one of the same model");
    const std::string throttling = throttlingDifference(base, now);
    note(!throttling.empty(), throttling);
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

bool timersDiffer(const RunResult& base, const RunResult& now) {
    // Equally wrong timers, as of one driver, compare.
    const auto rate = [](const RunResult& run) { return timerError(run).value_or(1); };
    return std::abs(std::log(rate(now) / rate(base))) > std::log(kAgree);
}

} // namespace vkperftest
