#include "run/plan.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "cases/binding.h"
#include "cases/controls.h"

namespace vkperftest {

std::vector<std::uint32_t> offeredSizes(const DeviceRecord& device) {
    std::vector<std::uint32_t> sizes;
    for (const std::uint32_t size : kSubgroupSizes) {
        if (device.smallestSubgroup != 0 && size >= device.smallestSubgroup && size <= device.largestSubgroup)
            sizes.push_back(size);
    }
    return sizes;
}

Result<void> checkSize(std::uint32_t size, std::uint32_t smallest, std::uint32_t largest) {
    if (size >= smallest && size <= largest) return {};
    return Error{ErrorKind::Unsupported,
                 smallest == largest ? fmt::format("subgroups have {} lanes", smallest)
                                     : fmt::format("subgroups have {} to {} lanes", smallest, largest),
                 "", std::to_string(size)};
}

Result<void> addEverySize(RunPlan& plan, const DeviceRecord& device) {
    const std::vector<std::uint32_t> sizes = offeredSizes(device);
    if (sizes.empty()) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("'{}' lets no compute pipeline require a subgroup size "
                                 "(VK_EXT_subgroup_size_control)",
                                 device.name),
                     "omit --subgroup-size, or choose another device with --device"};
    }
    std::vector<Case> rows;
    for (const Case& row : plan.rows) {
        rows.push_back(row);
        if (row.subgroupSize != 0 || row.technique != Technique::Direct) continue;
        for (const std::uint32_t size : sizes) {
            Case sized = row;
            sized.subgroupSize = size;
            if (std::ranges::count(plan.rows, sized) == 0) rows.push_back(std::move(sized));
        }
    }
    plan.rows = std::move(rows);
    if (!plan.block) plan.twins = missingTwins(plan.rows); // `ab` compares times alone
    return {};
}

namespace {

RowResult blankRow(const Case& row, std::span<const Strategy> strategies) {
    RowResult result{.name = caseName(row),
                     .operation = row.operation.name,
                     .pattern = std::string(patternName(row.pattern)),
                     .id = caseId(row),
                     .kernel = kernelKey(row),
                     .load = factsOf(row)};
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
                         .baseline = caseName(plan.baseline),
                         .effort = plan.effort.name,
                         .precisionGoal = plan.effort.width,
                         .seed = plan.seed,
                         .validated = plan.validated,
                         .queue = plan.queue,
                         .compiled = plan.compiled,
                         .everySubgroupSize = plan.everySubgroupSize};
    for (const Strategy strategy : plan.strategies) settings.strategies.emplace_back(strategyName(strategy));
    return settings;
}

// The name of the plan's first case for which `serves` is true; empty if there is none.
template <class Serves> std::string nameOfFirst(const RunPlan& plan, const Serves& serves) {
    for (const std::vector<Case>* candidates : {&plan.rows, &plan.twins}) {
        const auto found = std::find_if(candidates->begin(), candidates->end(), serves);
        if (found != candidates->end()) return caseName(*found);
    }
    return {};
}

void nameTwins(const Case& row, const RunPlan& plan, RowResult& result) {
    result.floor = nameOfFirst(plan, [&](const Case& other) { return servesAsFloor(other, row); });
    result.serial = nameOfFirst(plan, [&](const Case& other) { return other == serialOf(row); });
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
        taken.floor = std::move(row.floor);
        taken.serial = std::move(row.serial);
        row = std::move(taken);
    }
}

} // namespace

std::vector<BoundRow> boundRowsOf(const RunPlan& plan) {
    std::vector<BoundRow> boundRows;
    for (const Case& row : plan.rows) {
        for (const Strategy strategy : plan.strategies) boundRows.push_back({row, strategy});
    }
    for (const Case& twin : plan.twins) boundRows.push_back({twin, Strategy::Set});
    return boundRows;
}

std::vector<Strategy> neededStrategies(const RunPlan& plan) {
    if (plan.recording && !plan.block) return {kEveryStrategy.begin(), kEveryStrategy.end()};
    return plan.strategies;
}

bool finished(const RowResult& row) {
    if (row.stopped) return *row.stopped != StopReason::Interrupted;
    return std::ranges::all_of(row.strategies, [](const StrategyResult& strategy) {
        return strategy.status == Status::Unsupported || hasFailed(strategy.status);
    });
}

RunResult initialResult(const RunPlan& plan) {
    RunResult result{plan.provenance, plan.earlier ? plan.earlier->measurements : Measurements(),
                     describe(plan)};
    std::vector<RowResult> rows, twins;
    for (const Case& row : plan.rows) {
        rows.push_back(blankRow(row, plan.strategies));
        nameTwins(row, plan, rows.back());
    }
    for (const Case& twin : plan.twins) twins.push_back(blankRow(twin, kTwinStrategies));
    takeOver(rows, result.rows);
    takeOver(twins, result.twins);
    result.rows = std::move(rows);
    result.twins = std::move(twins);
    result.nullRow = result.nullRow.name.empty() ? blankRow(plan.baseline, kTwinStrategies)
                                                 : reopened(std::move(result.nullRow));
    return result;
}

} // namespace vkperftest
