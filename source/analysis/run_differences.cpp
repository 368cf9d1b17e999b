#include "analysis/run_differences.h"

#include <cmath>

#include <fmt/format.h>

namespace vkperftest {
namespace {

bool measuredBoth(const RunResult& base, const RunResult& now) {
    return base.source.empty() && now.source.empty();
}

bool sameModel(const RunResult& base, const RunResult& now) {
    return measuredBoth(base, now) && base.device.vendorId == now.device.vendorId &&
           base.device.deviceId == now.device.deviceId;
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

bool otherGpu(const RunResult& base, const RunResult& now) {
    const std::string &was = base.device.deviceUuid, &is = now.device.deviceUuid;
    return !onCpu(base) && !onCpu(now) && was != is && !was.empty() && !is.empty();
}

} // namespace

bool sameDevice(const RunResult& base, const RunResult& now) {
    return sameModel(base, now) && (!onCpu(base) || !onCpu(now) || sameProcessor(base.host, now.host));
}

std::string deviceDifference(const RunResult& base, const RunResult& now) {
    const std::string &was = base.device.name, &is = now.device.name;
    const bool hold = was.find(is) != std::string::npos || is.find(was) != std::string::npos;
    if (sameDevice(base, now) || (hold && !measuredBoth(base, now))) return {};
    return sameModel(base, now) ? processorDifference(base.host, now.host)
                                : fmt::format("BASE ran on {}, NEW on {}", was, is);
}

std::vector<std::string> runDifferences(const RunResult& base, const RunResult& now) {
    std::vector<std::string> found;
    const auto note = [&](bool applies, std::string text) {
        if (applies) found.push_back(std::move(text));
    };
    const auto differs = [&](std::string_view what, const auto& valueOf) {
        const std::string was(valueOf(base)), is(valueOf(now));
        note(was != is && !was.empty() && !is.empty(),
             fmt::format("the {}: {} in BASE, {} in NEW", what, was, is));
    };
    const bool both = measuredBoth(base, now);
    differs("kernel compiler differs", [](const RunResult& run) { return run.tool.kernelCompiler; });
    differs("kernels' compiler flags differs", [](const RunResult& run) { return run.tool.kernelFlags; });
    differs("suite differs", [](const RunResult& run) { return run.settings.suite; });
    if (both) differs("precision differs", [](const RunResult& run) { return run.settings.effort; });
    note(both && base.settings.cpu != now.settings.cpu,
         "one run used a software driver, where a time is that of undisturbed samples");
    note(both && sameDevice(base, now) && otherGpu(base, now), "the GPU is another one of the same model");
    differs("baseline differs", [](const RunResult& run) { return plainName(run, run.settings.baseline); });
    differs("bounds checks (--robustness) differ",
            [](const RunResult& run) { return robustnessName(run.settings.compiled.robustness); });
    differs("number of driver threads (LP_NUM_THREADS) differs", [](const RunResult& run) {
        return run.host.driverThreads > 0 ? std::to_string(run.host.driverThreads) : std::string();
    });
    differs("subgroup size (--subgroup-size) differs",
            [](const RunResult& run) { return subgroupSizeText(run.settings.compiled); });
    note(base.settings.validated || now.settings.validated,
         "validation layers were on: the times are not representative");
    for (const auto& [side, run] : {std::pair("BASE", &base), {"NEW", &now}}) {
        note(!run->aborted.empty(), fmt::format("{} was aborted: {}", side, run->aborted));
        note(run->interrupted, fmt::format("{} is incomplete", side));
    }
    return found;
}

} // namespace vkperftest
