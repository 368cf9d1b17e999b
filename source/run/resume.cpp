#include "run/resume.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "run/dispatch_size.h"
#include "run/optional_readings.h"
#include "run/plan.h"

namespace vkperftest {
namespace {

Error differing(const std::string& file, std::string_view what, const std::string& has,
                const std::string& asked) {
    constexpr std::size_t kMostTold = 200;
    const std::string values = fmt::format(" ({} instead of {})", has, asked);
    return {ErrorKind::Usage,
            fmt::format("'{}' was measured with {}{}", printable(file), what,
                        values.size() > kMostTold ? "" : values),
            "repeat its original options, or name another file with --output"};
}

std::string rowsOf(const RunResult& run) {
    std::vector<std::string> names;
    for (const RowResult& row : run.rows) names.push_back(row.name);
    return join(names, ", ");
}

std::string driverOf(const RunResult& run) {
    const DeviceRecord& device = run.device;
    return fmt::format("{} {} (version {:#x}, UUID {})", device.driverName, device.driverInfo,
                       device.driverVersion, device.driverUuid);
}

// What the samples of one file have in common.
struct Common {
    const char* other; // the words for a different value
    std::string (*of)(const RunResult& run);
};
constexpr Common kCommon[] = {
    {"another suite", [](const RunResult& run) { return run.settings.suite; }},
    {"other rows", rowsOf},
    {"other strategies", [](const RunResult& run) { return join(run.settings.strategies, ","); }},
    {"another baseline", [](const RunResult& run) { return run.settings.baseline; }},
    {"another effort", [](const RunResult& run) { return run.settings.effort; }},
    {"another seed", [](const RunResult& run) { return std::to_string(run.settings.seed); }},
    {"another --validate setting",
     [](const RunResult& run) { return std::string(run.settings.validated ? "on" : "off"); }},
    {"another queue",
     [](const RunResult& run) {
         return std::string(kQueueWords[static_cast<std::size_t>(run.settings.queue)]);
     }},
    {"other bounds checks",
     [](const RunResult& run) { return std::string(robustnessName(run.settings.compiled.robustness)); }},
    {"another subgroup size",
     [](const RunResult& run) {
         return subgroupSizeText(run.settings.compiled, run.settings.everySubgroupSize);
     }},
    {"another device", [](const RunResult& run) { return run.device.name; }},
    {"another device of that name", [](const RunResult& run) { return run.device.deviceUuid; }},
    {"another driver", driverOf},
    {"another number of driver threads (LP_NUM_THREADS)",
     [](const RunResult& run) { return std::to_string(run.host.driverThreads); }},
    {"another method",
     [](const RunResult& run) {
         return std::string(run.settings.cpu ? "that for software drivers" : "that for GPUs");
     }},
};

} // namespace

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

Result<void> continueRun(RunPlan& plan, const RunResult& file, const std::string& name, const Provenance& now,
                         const ExecutorTraits& traits) {
    RunPlan planned = plan;
    planned.provenance = now;
    RunResult asked = initialResult(planned);
    asked.settings.cpu = traits.method->undisturbed;
    for (const Common& common : kCommon) {
        if (common.of(file) != common.of(asked))
            return differing(name, common.other, common.of(file), common.of(asked));
    }
    for (const auto& [key, hash] : now.kernels) {
        const auto found = file.kernels.find(key);
        const std::string before = found == file.kernels.end() ? "none" : found->second;
        if (before != hash)
            return differing(name, fmt::format("another kernel '{}'", key), before.substr(0, 12),
                             hash.substr(0, 12));
    }
    Result<KnownSizes> sizes = sizesOf(file);
    if (!sizes.ok()) return sizes.error().about(name);
    plan.provenance = file;
    plan.earlier = EarlierRun{file, std::move(sizes).value(), file.settings.cpu,
                              !file.interrupted && file.aborted.empty()};
    return {};
}

bool nothingLeft(const RunPlan& plan) {
    if (!plan.earlier || !plan.earlier->ended) return false;
    const RunResult result = initialResult(plan);
    return std::ranges::all_of(result.rows, finished) && std::ranges::all_of(result.twins, finished) &&
           finished(result.nullRow) && (!plan.code || result.codesMissing != kCodeNotRequested) &&
           (!plan.recording || !result.recording.empty()) && (!plan.windows || !result.windows.empty());
}

} // namespace vkperftest
