#include "run/run_state.h"

#include "run/initial_result.h"

namespace vkperftest {
namespace {

// The epoch after those of the run that is resumed.
std::size_t nextEpoch(const RowResult& row) {
    return row.epochs.empty() ? 0 : row.epochs.back() + 1;
}

} // namespace

RunState::RunState(Executor& measuredOn, const RunPlan& planned, const RunHooks& listeners)
    : executor(measuredOn), traits(executor.traits()), plan(planned), hooks(listeners),
      result(initialResult(plan)) {
    result.settings.cpu = traits.method->undisturbed;
    const Effort effort = effortOn(*traits.method, plan.effort);
    const auto stateOf = [](const Case& description, RowResult& row, std::span<const Strategy> strategies,
                            const Effort& toSpend) {
        return RowState{.description = description,
                        .result = &row,
                        .strategies = strategies,
                        .effort = toSpend,
                        .programs = std::vector<std::optional<ProgramId>>(strategies.size()),
                        .done = finished(row)};
    };
    for (std::size_t i = 0; i < plan.rows.size(); ++i)
        rows.push_back(stateOf(plan.rows[i], result.rows[i], plan.strategies, effort));
    for (std::size_t i = 0; i < plan.twins.size(); ++i) {
        rows.push_back(stateOf(plan.twins[i], result.twins[i], kTwinStrategies,
                               twinEffort(*traits.method, plan.effort)));
        rows.back().twin = true;
    }
    null = stateOf(plan.baseline, result.nullRow, kTwinStrategies, effort);
    null.done = false;
    for (const RowState& row : rows) epoch.number = std::max(epoch.number, nextEpoch(*row.result));
    epoch.number = std::max(epoch.number, nextEpoch(result.nullRow));
}

bool RunState::over() {
    if (!result.interrupted && hooks.interrupted && hooks.interrupted()) result.interrupted = true;
    const bool allRounds = plan.block && rounds >= plan.block->rounds;
    return result.interrupted || !result.aborted.empty() || timeIsUp() || allRounds;
}

bool RunState::goesOn(const RowState& row) const {
    if (row.done) return false;
    if (!overtime() || row.result->baselineNanoseconds.size() < row.effort.fewestSamples) return true;
    return row.wide && !row.twin && spent < mostBudgetsOfWide() * budget;
}

// True if no row goes on, or if several times the budget is used up.
bool RunState::timeIsUp() const {
    constexpr double kMostBudgets = 4;
    if (!overtime()) return false;
    return spent >= kMostBudgets * budget ||
           std::ranges::none_of(rows, [&](const RowState& row) { return goesOn(row); });
}

Result<std::vector<double>> RunState::sample(std::span<const Dispatch> dispatches) {
    // The first dispatch finds idle clocks and empty caches: it is the baseline's, and its time is dropped.
    constexpr std::uint64_t kShare = 8; // of the baseline's dispatch: long enough to wake the device
    const std::uint64_t units = std::max<std::uint64_t>(1, baseline.groups / kShare / traits.groupUnit);
    std::vector<Dispatch> all = {{baseline.program, units * traits.groupUnit}};
    all.insert(all.end(), dispatches.begin(), dispatches.end());
    Result<std::vector<double>> sampled = executor.sample(all);
    if (!sampled.ok()) return sampled;
    std::vector<double> times = std::move(sampled).value();
    result.busyNanoseconds += times.front();
    times.erase(times.begin());
    if (std::ranges::find(times, 0.0) != times.end())
        return Error{ErrorKind::RowFailed, "the timer did not advance during a dispatch", ""};
    return times;
}

void RunState::tell(RunStage stage, std::size_t done, std::size_t all) const {
    if (hooks.stage) hooks.stage(stage, done, all);
}

void RunState::checkpoint() const {
    if (hooks.checkpoint) hooks.checkpoint(result);
}

void RunState::saveNow() const {
    if (hooks.saveNow) hooks.saveNow(result);
}

} // namespace vkperftest
