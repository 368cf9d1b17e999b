#include "run/initial_result.h"

#include <algorithm>
#include <span>

#include "cases/bound_row.h"
#include "cases/twins.h"

namespace vkperftest {
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
