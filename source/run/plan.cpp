#include "run/plan.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/controls.h"
#include "run/dispatch_size.h"

namespace vkperftest {

Result<void> checkSize(std::uint32_t size, std::uint32_t smallest, std::uint32_t largest) {
    if (size >= smallest && size <= largest) return {};
    return Error{ErrorKind::Unsupported,
                 smallest == largest ? fmt::format("subgroups have {} lanes", smallest)
                                     : fmt::format("subgroups have {} to {} lanes", smallest, largest),
                 "", std::to_string(size)};
}

namespace {

std::string nameIn(const RunPlan& plan, const Case& row) {
    return caseName(underSettings(row, plan.compiled));
}

RowResult blankRow(const RunPlan& plan, const Case& row, std::span<const Strategy> strategies) {
    RowResult result{.name = nameIn(plan, row),
                     .operation = row.operation.name,
                     .pattern = row.operation.foreign ? "" : std::string(patternName(row.pattern)),
                     .id = caseId(underSettings(row, plan.compiled)),
                     .kernel = kernelKey(row),
                     .load = row.operation.foreign ? std::nullopt : std::optional(factsOf(row))};
    for (const Strategy strategy : strategies) {
        StrategyResult& added =
            result.strategies.emplace_back(StrategyResult{.strategy = std::string(strategyName(strategy))});
        const BoundRow bound{row, strategy};
        if (whyUnsupported(bound).empty() && kernelKey(bound) != result.kernel)
            added.kernel = kernelKey(bound);
    }
    return result;
}

RunSettings describe(const RunPlan& plan) {
    RunSettings settings{.suite = plan.suite,
                         .baseline = nameIn(plan, plan.baseline),
                         .effort = plan.effort.name,
                         .precisionGoal = plan.effort.width,
                         .seed = plan.seed,
                         .cpu = plan.earlier && plan.earlier->settings.cpu,
                         .validated = plan.validated,
                         .compiled = plan.compiled,
                         .shader = plan.trial ? std::optional(plan.trial->described) : std::nullopt};
    for (const Strategy strategy : plan.strategies) settings.strategies.emplace_back(strategyName(strategy));
    return settings;
}

// The first that serves each, of the rows and then the controls.
void nameControls(const Case& row, const RunPlan& plan, RowResult& result) {
    const std::optional<Case> dependent = dependentOf(row);
    for (const std::vector<Case>* candidates : {&plan.rows, &plan.controls}) {
        for (const Case& other : *candidates) {
            if (result.noLoads.empty() && servesAsNoLoads(other, row)) result.noLoads = nameIn(plan, other);
            if (result.dependent.empty() && other == dependent) result.dependent = nameIn(plan, other);
        }
    }
}

// A row that was not finished continues with the samples that it has.
RowResult reopened(RowResult row) {
    if (finished(row)) return row;
    row.stopped.reset();
    for (StrategyResult& strategy : row.strategies) {
        if (strategy.status == Status::NotMeasured) strategy.reason = {};
    }
    return row;
}

// Replaces blank rows with those of an earlier run.
void takeOver(std::vector<RowResult>& blank, std::vector<RowResult>& earlier) {
    for (RowResult& row : blank) {
        const auto found = std::ranges::find(earlier, row.name, &RowResult::name);
        if (found == earlier.end()) continue;
        RowResult taken = reopened(std::move(*found));
        taken.noLoads = std::move(row.noLoads);
        taken.dependent = std::move(row.dependent);
        row = std::move(taken);
    }
}

} // namespace

std::vector<BoundRow> boundRowsOf(const RunPlan& plan) {
    std::vector<BoundRow> boundRows;
    for (const Case& row : plan.rows) {
        for (const Strategy strategy : plan.strategies) boundRows.push_back({row, strategy});
    }
    for (const Case& control : plan.controls) boundRows.push_back({control, Strategy::Set});
    return boundRows;
}

std::vector<Strategy> neededStrategies(const RunPlan& plan) {
    if (plan.recording && plan.blockRounds == 0) return {kEveryStrategy.begin(), kEveryStrategy.end()};
    return plan.strategies;
}

bool finished(const RowResult& row) {
    if (row.stopped) return *row.stopped != StopReason::Interrupted;
    return std::ranges::all_of(row.strategies, [](const StrategyResult& strategy) {
        return strategy.status == Status::Unsupported || hasFailed(strategy.status);
    });
}

RunResult initialResult(const RunPlan& plan) {
    RunResult result{plan.provenance,
                     plan.earlier ? static_cast<const Measurements&>(*plan.earlier) : Measurements(),
                     describe(plan)};
    std::vector<RowResult> rows, controls;
    for (const Case& row : plan.rows) {
        rows.push_back(blankRow(plan, row, plan.strategies));
        nameControls(row, plan, rows.back());
    }
    for (const Case& control : plan.controls) controls.push_back(blankRow(plan, control, kControlStrategies));
    takeOver(rows, result.rows);
    takeOver(controls, result.controls);
    result.rows = std::move(rows);
    result.controls = std::move(controls);
    result.aaControl = result.aaControl.name.empty() ? blankRow(plan, plan.baseline, kControlStrategies)
                                                     : reopened(std::move(result.aaControl));
    return result;
}

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
    for (const RowResult& row : run.rows) names.push_back(plainName(run, row.name));
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
    {"another shader, or other sizes",
     [](const RunResult& run) {
         return run.settings.shader ? run.settings.shader->text() : "rows of a suite";
     }},
    {"other contents, or bounds checks",
     [](const RunResult& run) { return run.settings.shader ? run.settings.shader->contents : ""; }},
    {"other rows", rowsOf},
    {"other strategies", [](const RunResult& run) { return join(run.settings.strategies, ","); }},
    {"another baseline", [](const RunResult& run) { return plainName(run, run.settings.baseline); }},
    {"another effort", [](const RunResult& run) { return run.settings.effort; }},
    {"another seed", [](const RunResult& run) { return std::to_string(run.settings.seed); }},
    {"another --validate setting",
     [](const RunResult& run) { return std::string(run.settings.validated ? "on" : "off"); }},
    {"other bounds checks",
     [](const RunResult& run) { return std::string(robustnessName(run.settings.compiled.robustness)); }},
    {"another subgroup size", [](const RunResult& run) { return subgroupSizeText(run.settings.compiled); }},
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

KnownSizes sizesOf(const RunResult& run) {
    KnownSizes sizes{.baselineLoads = run.aaControl.baselineLoads};
    for (const std::vector<RowResult>* rows : {&run.rows, &run.controls}) {
        for (const RowResult& row : *rows) {
            // The run may have ended before the A/A control's turn.
            if (sizes.baselineLoads == 0) sizes.baselineLoads = row.baselineLoads;
            for (const StrategyResult& strategy : row.strategies) {
                if (strategy.loads > 0) sizes.rowLoads[row.name] = strategy.loads;
            }
        }
    }
    return sizes;
}

// Whether dispatches can have so many loads. `unit`: of a workgroup.
static bool arePossible(const KnownSizes& sizes, std::uint64_t unit) {
    const auto possible = [&](std::uint64_t loads) {
        return loads % unit == 0 && loads / unit <= DispatchSizeGoal().most;
    };
    return possible(sizes.baselineLoads) &&
           std::ranges::all_of(sizes.rowLoads, [&](const auto& row) { return possible(row.second); });
}

Result<void> continueRun(RunPlan& plan, const RunResult& file, const std::string& name, const Provenance& now,
                         const Method& method) {
    RunPlan planned = plan;
    planned.provenance = now;
    RunResult asked = initialResult(planned);
    asked.settings.cpu = method.undisturbed;
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
    plan.sizes = sizesOf(file);
    if (!arePossible(plan.sizes, file.settings.shader ? 1 : kLoadsPerGroup))
        return Error{ErrorKind::Usage, "the file's load counts match no dispatch size",
                     "start a new one with --output"}
            .about(name);
    plan.provenance = file;
    plan.earlier = file;
    return {};
}

bool nothingLeft(const RunPlan& plan) {
    if (!plan.earlier || plan.earlier->interrupted || !plan.earlier->aborted.empty()) return false;
    const RunResult result = initialResult(plan);
    return std::ranges::all_of(result.rows, finished) && std::ranges::all_of(result.controls, finished) &&
           finished(result.aaControl) && (!plan.code || result.codesMissing != kCodeNotRequested) &&
           (!plan.recording || !result.recording.empty()) && (!plan.windows || !result.windows.empty());
}

} // namespace vkperftest
