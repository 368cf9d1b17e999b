#include "run/blank_result.h"

#include <algorithm>
#include <span>

#include "cases/target.h"

namespace vkperftest {
namespace {

RowResult blankRow(const Case& row, std::span<const Strategy> strategies) {
    RowResult result{.name = caseName(row),
                     .operation = operationName(row),
                     .pattern = std::string(patternName(row.pattern)),
                     .id = caseId(row),
                     .kernel = kernelKey(row)};
    for (const Strategy strategy : strategies) {
        StrategyResult& added =
            result.strategies.emplace_back(StrategyResult{.strategy = std::string(strategyName(strategy))});
        const Target target{row, strategy};
        if (obstacle(target).empty() && kernelKey(target) != result.kernel) added.kernel = kernelKey(target);
    }
    return result;
}

RunSettings describe(const RunPlan& plan) {
    RunSettings settings{.suite = plan.suite,
                         .baseline = caseName(plan.baseline),
                         .effort = std::string(plan.effort.name),
                         .precisionGoal = plan.effort.width,
                         .seed = plan.seed,
                         .validated = plan.start.settings.validated};
    for (const Strategy strategy : plan.strategies) settings.strategies.emplace_back(strategyName(strategy));
    return settings;
}

// A row that was not finished goes on with the samples that it has.
RowResult reopened(RowResult row) {
    if (finished(row)) return row;
    row.stopped.reset();
    for (StrategyResult& strategy : row.strategies) {
        if (strategy.status == Status::NotMeasured) strategy.reason.clear();
    }
    return row;
}

} // namespace

bool finished(const RowResult& row) {
    if (row.stopped) return *row.stopped != StopReason::Interrupted;
    return std::all_of(row.strategies.begin(), row.strategies.end(), [](const StrategyResult& strategy) {
        return strategy.status == Status::Unsupported || strategy.status == Status::Failed;
    });
}

RunResult blankResult(const RunPlan& plan) {
    constexpr Strategy kNullStrategy[] = {Strategy::Set};
    RunResult result = plan.start;
    result.interrupted = false;
    result.aborted.clear();
    result.settings = describe(plan);
    std::vector<RowResult> rows;
    for (const Case& row : plan.rows) {
        RowResult blank = blankRow(row, plan.strategies);
        const auto earlier = std::find_if(result.rows.begin(), result.rows.end(),
                                          [&](const RowResult& other) { return other.name == blank.name; });
        rows.push_back(earlier != result.rows.end() ? reopened(std::move(*earlier)) : std::move(blank));
    }
    result.rows = std::move(rows);
    if (result.nullRow.name.empty()) result.nullRow = blankRow(plan.baseline, kNullStrategy);
    return result;
}

} // namespace vkperftest
