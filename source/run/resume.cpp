#include "run/resume.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/suite.h"
#include "cases/twins.h"
#include "run/codes.h"
#include "run/dispatch_size.h"
#include "run/initial_result.h"

namespace vkperftest {
namespace {

Error cannotResume(const std::string& why) {
    return {ErrorKind::Usage, "the file cannot be resumed: " + why, "start a new one with --output"};
}

std::string driverText(const DeviceRecord& device) {
    return fmt::format("{} {} (version {:#x}, UUID {})", device.driverName, device.driverInfo,
                       device.driverVersion, device.driverUuid);
}

std::string rowsOf(const RunPlan& plan) {
    std::vector<std::string> names;
    for (const Case& row : plan.rows) names.push_back(caseName(row));
    return join(names, ", ");
}

std::string effortName(const RunPlan& plan) {
    return plan.effort.name;
}

constexpr PlanSetting kPlanSettings[] = {
    {"--suite", "another suite", [](const RunPlan& plan) { return plan.suite; }},
    {"--filter", "other rows", rowsOf},
    {"--strategy", "other strategies", [](const RunPlan& plan) { return strategyNames(plan.strategies); }},
    {"--baseline", "another baseline", [](const RunPlan& plan) { return caseName(plan.baseline); }},
    {"--quick", "another effort", effortName},
    {"--precise", "another effort", effortName},
    {"--precision", "another effort", effortName},
    {"--time", "another effort", effortName},
    {kSeedOption, "another seed", [](const RunPlan& plan) { return std::to_string(plan.seed); }},
    {"--validate", "another --validate setting",
     [](const RunPlan& plan) { return std::string(plan.validated ? "on" : "off"); }},
    {"--queue", "another queue",
     [](const RunPlan& plan) { return std::string(kQueueWords[static_cast<std::size_t>(plan.queue)]); }},
    {"--robustness", "other bounds checks",
     [](const RunPlan& plan) { return std::string(robustnessName(plan.compiled.robustness)); }},
    {"--subgroup-size", "another subgroup size",
     [](const RunPlan& plan) { return subgroupSizeText(plan.compiled, plan.everySubgroupSize); }},
};

} // namespace

std::span<const PlanSetting> planSettings() {
    return kPlanSettings;
}

Error differing(const std::string& file, const PlanSetting& setting, const RunPlan& has,
                const RunPlan& asked) {
    constexpr std::size_t kMostTold = 100;
    const std::string values = fmt::format(" ({} instead of {})", setting.of(has), setting.of(asked));
    return {ErrorKind::Usage,
            fmt::format("'{}' was measured with {}{}", printable(file), setting.other,
                        values.size() > kMostTold ? "" : values),
            "repeat its original options, or name another file with --output"};
}

Result<KnownSizes> sizesOf(const RunResult& run) {
    KnownSizes sizes{.baselineLoads = run.nullRow.baselineLoads};
    for (const std::vector<RowResult>* rows : {&run.rows, &run.twins}) {
        for (const RowResult& row : *rows) {
            // The run may have ended before the null row's turn.
            if (sizes.baselineLoads == 0) sizes.baselineLoads = row.baselineLoads;
            for (const StrategyResult& strategy : row.strategies) {
                if (strategy.loads > 0) sizes.rowLoads[row.name] = strategy.loads;
            }
        }
    }
    const auto possible = [](std::uint64_t loads) {
        return loads % kLoadsPerGroup == 0 && loads / kLoadsPerGroup <= DispatchSizeGoal().most;
    };
    bool all = possible(sizes.baselineLoads);
    for (const auto& [name, loads] : sizes.rowLoads) all = all && possible(loads);
    if (all) return sizes;
    return Error{ErrorKind::Usage, "the file's load counts match no dispatch size",
                 "start a new one with --output"};
}

Result<RunPlan> resumedPlan(const RunResult& file) {
    if (!file.source.empty()) return cannotResume("it holds printed figures, " + file.source);
    const Result<const Suite*> suite = findSuite(file.settings.suite);
    if (!suite.ok()) return cannotResume(suite.error().cause);
    const std::vector<Case> suiteRows = suite.value()->rows();
    RunPlan plan{.suite = file.settings.suite,
                 .seed = file.settings.seed,
                 .recording = suite.value()->recording,
                 .windows = suite.value()->windows,
                 .validated = file.settings.validated,
                 .queue = file.settings.queue,
                 .compiled = file.settings.compiled,
                 .everySubgroupSize = file.settings.everySubgroupSize,
                 .provenance = file};
    for (const RowResult& row : file.rows) {
        const Result<Case> found = findRow(suiteRows, row.name);
        const bool added = plan.everySubgroupSize && row.load && row.load->subgroupSize != 0;
        if (!found.ok() && added) continue; // by addEverySize(), which adds it again
        if (!found.ok()) return cannotResume(found.error().cause);
        plan.rows.push_back(found.value());
    }
    plan.twins = missingTwins(plan.rows);
    // Files of earlier versions hold neither twins nor their kernels' hashes.
    std::erase_if(plan.twins, [&](const Case& twin) {
        return std::ranges::find(file.twins, caseName(twin), &RowResult::name) == file.twins.end();
    });
    const Result<Case> baseline = findRow(suiteRows, file.settings.baseline);
    if (!baseline.ok()) return cannotResume(baseline.error().cause);
    plan.baseline = baseline.value();
    Result<std::vector<Strategy>> strategies = parseStrategies(join(file.settings.strategies, ","));
    if (!strategies.ok()) return cannotResume(strategies.error().cause);
    plan.strategies = std::move(strategies).value();
    const std::optional<Effort> effort = findEffort(file.settings.effort);
    if (!effort) return cannotResume(fmt::format("there is no effort '{}'", file.settings.effort));
    plan.effort = *effort;
    Result<KnownSizes> sizes = sizesOf(file);
    if (!sizes.ok()) return cannotResume(sizes.error().cause);
    plan.earlier = EarlierRun{file, std::move(sizes).value(), file.settings.cpu,
                              !file.interrupted && file.aborted.empty()};
    return plan;
}

bool nothingLeft(const RunPlan& plan) {
    if (!plan.earlier || !plan.earlier->ended) return false;
    const RunResult result = initialResult(plan);
    return std::ranges::all_of(result.rows, finished) && std::ranges::all_of(result.twins, finished) &&
           finished(result.nullRow) && (!plan.code || result.codesMissing != kCodeNotRequested) &&
           (!plan.recording || !result.recording.empty()) && (!plan.windows || !result.windows.empty());
}

Result<void> checkSameMachine(const Provenance& file, const Provenance& now) {
    const auto differs = [](std::string_view what, const std::string& then, const std::string& here) {
        return cannotResume(fmt::format("it was measured with another {}: {}, not {}", what, then, here));
    };
    if (file.device.name != now.device.name || file.device.deviceUuid != now.device.deviceUuid) {
        return differs("device", file.device.name, now.device.name);
    }
    if (driverText(file.device) != driverText(now.device)) {
        return differs("driver", driverText(file.device), driverText(now.device));
    }
    if (file.host.driverThreads != 0 && file.host.driverThreads != now.host.driverThreads) {
        return differs("number of driver threads (LP_NUM_THREADS)", std::to_string(file.host.driverThreads),
                       std::to_string(now.host.driverThreads));
    }
    for (const auto& [key, hash] : now.kernels) {
        const auto found = file.kernels.find(key);
        if (found == file.kernels.end() || found->second != hash) {
            return differs(fmt::format("kernel '{}'", key),
                           found == file.kernels.end() ? "none" : "SPIR-V " + found->second.substr(0, 12),
                           hash.substr(0, 12));
        }
    }
    return {};
}

DeviceRecord resumedDevice(DeviceRecord file, const DeviceRecord& now) {
    for (const Capability& capability : kCapabilities) {
        std::uint32_t& value = file.*capability.value;
        if (value == 0) value = now.*capability.value;
    }
    if (!file.enabled || !now.enabled) return file;
    for (const std::string& name : *now.enabled)
        if (std::ranges::count(*file.enabled, name) == 0) file.enabled->push_back(name);
    return file;
}

Result<void> checkSameWay(const EarlierRun& file, const ExecutorTraits& now) {
    if (file.cpu == now.method->undisturbed) return {};
    return cannotResume(fmt::format("it was measured by the method for {}; this run would use the one for {}",
                                    methodOf(file.cpu).devices, now.method->devices));
}

} // namespace vkperftest
