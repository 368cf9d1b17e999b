#include "run/run_state.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "analysis/l1_limit.h"
#include "run/plan.h"
#include "run/timer_check.h"
#include "stats/interval.h"

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

void Recovery::recover(const Error& error) {
    const bool gone = error.kind == ErrorKind::NoDevice;
    if (gone) run_.result.aborted = error.sentence();
    if (!gone && error.kind != ErrorKind::DeviceLost) return;
    run_.saveNow();
    if (!gone) renew();
}

void Recovery::renew() {
    run_.epoch = {run_.epoch.number + 1, run_.rounds, run_.spent};
    if (const Result<void> renewed = run_.executor.renew(); !renewed.ok())
        run_.result.aborted = renewed.error().sentence();
}

void Recovery::baselineBroke(const Error& error) {
    constexpr int kForgiven = 2; // another program may have taken the device down
    const bool again = error.kind == ErrorKind::DeviceLost && ++baselineLosses_ <= kForgiven;
    if (again || error.kind == ErrorKind::NoDevice) {
        recover(error);
    } else {
        run_.result.aborted = "the baseline can no longer be measured: " + error.cause;
    }
}

void Recovery::mark(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult& result = row.result->strategies[strategy];
    Unmeasured unmeasured = unmeasuredBy(error);
    result.status = unmeasured.status;
    result.reason = std::move(unmeasured.reason);
    result.nanoseconds.clear();
    row.programs[strategy].reset();
}

void Recovery::close(RowState& row, std::size_t strategy, const Error& error) {
    mark(row, strategy, error);
    recover(error);
    countLoss(row, error);
}

void Recovery::countLoss(const RowState& row, const Error& error) {
    constexpr int kMost = 3;
    if (error.kind != ErrorKind::DeviceLost || &row == lastToLose_) return;
    lastToLose_ = &row;
    if (++lossesInARow_ < kMost || !run_.result.aborted.empty()) return;
    run_.result.aborted =
        fmt::format("three rows in a row lost the device, '{}' last: {}; check the driver's log, "
                    "then go on with --continue",
                    row.result->name, error.cause);
}

void Recovery::rowSampled() {
    lossesInARow_ = 0;
    lastToLose_ = nullptr;
}

StrategyResult Recovery::suspect(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult before = row.result->strategies[strategy];
    mark(row, strategy, error);
    run_.saveNow();
    return before;
}

void Recovery::isolate(RowState& row, const Error& error) {
    const bool broken = error.kind != ErrorKind::RowFailed; // the device, too
    if (&row == &run_.null && broken) return baselineBroke(error);
    // If the run dies of what follows, it is resumed without these programs.
    const std::vector<std::optional<ProgramId>> programs = row.programs;
    const std::vector<StrategyResult> results = row.result->strategies;
    for (std::size_t s = 0; s < row.programs.size(); ++s) {
        if (row.programs[s]) mark(row, s, error);
    }
    recover(error);
    if (!run_.result.aborted.empty()) return;
    if (const auto alone = run_.sample({&run_.baseline, 1}); !alone.ok()) return baselineBroke(alone.error());
    std::vector<std::size_t> innocent;
    bool found = false;
    for (std::size_t s = 0; s < row.programs.size() && run_.result.aborted.empty(); ++s) {
        if (!programs[s]) continue;
        const Dispatch dispatch{*programs[s], row.groups};
        const Result<std::vector<double>> alone = run_.sample({&dispatch, 1});
        if (alone.ok()) {
            innocent.push_back(s);
            continue;
        }
        mark(row, s, alone.error());
        recover(alone.error());
        found = true;
    }
    // If none failed alone, they broke it together.
    for (std::size_t i = 0; i < innocent.size() && found; ++i) {
        row.result->strategies[innocent[i]] = results[innocent[i]];
        row.programs[innocent[i]] = programs[innocent[i]];
    }
    countLoss(row, error);
}

namespace {

bool isPrepared(const std::optional<ProgramId>& program) {
    return program.has_value();
}

} // namespace

bool Readings::readsCounter() const {
    // Once of the host's, since a software driver compiles its kernels anew for every device.
    const bool once =
        run_.traits.method->counterOfHost && (run_.plan.block || !run_.result.conditions.empty());
    return run_.result.counterMissing.empty() && !once;
}

bool Readings::wasRead() const {
    return std::ranges::any_of(run_.result.conditions,
                               [](const Conditions& reading) { return reading.counter.has_value(); });
}

void Readings::read(const RowState* row) {
    const bool counts = readsCounter();
    if (!run_.hooks.conditions && !counts) return;
    if (!run_.result.aborted.empty()) return;
    Dispatch dispatch = run_.baseline;
    if (row != nullptr) dispatch = {**std::ranges::find_if(row->programs, isPrepared), row->groups};
    const std::vector<Dispatch> dispatches(2, dispatch);
    double busy = 0;
    bool going = true;
    const auto broke = [&](const Error& error) {
        going = false;
        if (row == nullptr) return recovery_.baselineBroke(error);
        // No sample was lost, and the row's own samples show that it can be measured.
        broke_.push_back(row);
        recovery_.recover(error);
    };
    const auto keepBusy = [&] {
        const Result<std::vector<double>> sampled = run_.sample(dispatches);
        if (sampled.ok())
            busy += sampled.value()[0] + sampled.value()[1];
        else
            broke(sampled.error());
        return going;
    };
    // Nanoseconds: clocks follow the load with a delay, and power, which is averaged, with a longer one.
    const double heated = run_.hooks.conditions ? 100e6 : 20e6;
    while (row != nullptr && busy < heated && going) keepBusy();
    std::optional<Conditions> reading;
    if (going && counts) {
        const Result<CounterReading> counter =
            readCounter(run_.executor,
                        run_.traits.method->counterOfHost ? std::nullopt : std::optional<Dispatch>(dispatch));
        const bool lost = !counter.ok() && (counter.error().kind == ErrorKind::DeviceLost ||
                                            counter.error().kind == ErrorKind::NoDevice);
        // If the first reading fails, there is no second: it may break the device every time.
        if (!counter.ok() && !wasRead()) run_.result.counterMissing = counter.error().cause;
        if (lost)
            broke(counter.error());
        else if (counter.ok())
            reading.emplace().counter = counter.value();
    }
    if (going && run_.hooks.conditions) {
        const std::optional<CounterReading> counter = reading ? reading->counter : std::nullopt;
        reading = run_.hooks.conditions(keepBusy); // may clear `going`
        reading->counter = counter;
    }
    if (reading && going) {
        reading->epoch = run_.epoch.number;
        if (row != nullptr) reading->row = row->result->name;
        run_.result.conditions.push_back(std::move(*reading));
    }
    run_.result.busyNanoseconds += busy;
}

void Readings::readUnderLoad() {
    constexpr std::size_t kForgiven = 2; // each costs a renewal of the device
    if (broke_.size() >= kForgiven) return;
    const RowState* heaviest = nullptr;
    double most = 0;
    for (const RowState& row : run_.rows) {
        const auto program = std::ranges::find_if(row.programs, isPrepared);
        const std::optional<std::uint32_t> bytes = bytesForLimit(*row.result);
        if (program == row.programs.end() || row.twin || !bytes) continue;
        const auto strategy = static_cast<std::size_t>(program - row.programs.begin());
        const StrategyResult& result = row.result->strategies[strategy];
        const bool broke = std::ranges::find(broke_, &row) != broke_.end();
        if (broke || result.nanoseconds.empty()) continue;
        const double rate = static_cast<double>(result.loads * *bytes) / median(result.nanoseconds);
        if (rate > std::exchange(most, std::max(most, rate))) heaviest = &row;
    }
    if (heaviest != nullptr) read(heaviest);
}

} // namespace vkperftest
