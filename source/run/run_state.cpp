#include "run/run_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "run/timing.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

bool breaksDevice(const Error& error) {
    return error.kind == ErrorKind::DeviceLost || error.kind == ErrorKind::NoDevice;
}

} // namespace

std::optional<std::size_t> RowState::firstProgram() const {
    for (std::size_t s = 0; s < programs.size(); ++s)
        if (programs[s]) return s;
    return std::nullopt;
}

RunState::RunState(Executor& measuredOn, const RunPlan& planned, const RunHooks& listeners)
    : executor(measuredOn), traits(executor.traits()), plan(planned), hooks(listeners),
      result(initialResult(plan)) {
    result.settings.cpu = traits.method->undisturbed;
    const Effort effort = effortOn(*traits.method, plan.effort);
    const auto stateOf = [&](const Case& description, RowResult& row, std::span<const Strategy> strategies,
                             const Effort& toSpend) {
        // The restart after those of the run that is resumed.
        for (const std::size_t number : row.restarts) restart.number = std::max(restart.number, number + 1);
        return RowState{.description = description,
                        .result = &row,
                        .strategies = strategies,
                        .effort = toSpend,
                        .programs = std::vector<std::optional<ProgramId>>(strategies.size()),
                        .done = finished(row)};
    };
    for (std::size_t i = 0; i < plan.rows.size(); ++i)
        rows.push_back(stateOf(plan.rows[i], result.rows[i], plan.strategies, effort));
    for (std::size_t i = 0; i < plan.controls.size(); ++i) {
        rows.push_back(stateOf(plan.controls[i], result.controls[i], kControlStrategies,
                               controlEffort(*traits.method, plan.effort)));
        rows.back().control = true;
    }
    null = stateOf(plan.baseline, result.aaControl, kControlStrategies, effort);
    null.done = false;
    settledRestart = restart.number;
}

bool RunState::over() {
    if (!result.interrupted && hooks.interrupted()) result.interrupted = true;
    const bool allRounds = plan.blockRounds > 0 && rounds >= plan.blockRounds;
    return result.interrupted || aborted() || timeIsUp() || allRounds;
}

bool RunState::goesOn(const RowState& row) const {
    if (row.done) return false;
    if (!overtime() || row.result->baselineNanoseconds.size() < row.effort.fewestSamples) return true;
    return row.wide && !row.control && spent < mostBudgetsOfWide() * budget;
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
    Result<std::vector<double>> sampled = sampleRunning(executor, all);
    if (!sampled.ok()) return sampled;
    std::vector<double> times = std::move(sampled).value();
    result.busyNanoseconds += times.front();
    times.erase(times.begin());
    if (std::ranges::find(times, 0.0) != times.end())
        return Error{ErrorKind::RowFailed, "the timer did not advance during a dispatch", ""};
    return times;
}

void RunState::recover(const Error& error) {
    if (!breaksDevice(error)) return;
    const bool gone = error.kind == ErrorKind::NoDevice;
    if (gone) result.aborted = error.sentence();
    hooks.saveNow(result);
    if (!gone) renew();
}

void RunState::renew() {
    restart = {restart.number + 1, rounds, spent};
    if (const Result<void> renewed = executor.renew(); !renewed.ok())
        result.aborted = renewed.error().sentence();
}

void RunState::baselineBroke(const Error& error) {
    constexpr int kForgiven = 2; // another program may have taken the device down
    const bool again = error.kind == ErrorKind::DeviceLost && ++baselineLosses_ <= kForgiven;
    if (again || error.kind == ErrorKind::NoDevice) {
        recover(error);
    } else {
        result.aborted = "the baseline can no longer be measured: " + error.cause;
    }
}

void RunState::mark(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult& marked = row.resultOf(strategy);
    Unmeasured unmeasured = unmeasuredBy(error);
    marked.status = unmeasured.status;
    marked.reason = std::move(unmeasured.reason);
    marked.nanoseconds.clear();
    row.programs[strategy].reset();
}

void RunState::close(RowState& row, std::size_t strategy, const Error& error) {
    mark(row, strategy, error);
    recover(error);
    countLoss(row, error);
}

void RunState::countLoss(const RowState& row, const Error& error) {
    constexpr int kMost = 3;
    if (error.kind != ErrorKind::DeviceLost || &row == lastToLose_) return;
    lastToLose_ = &row;
    if (++lossesInARow_ < kMost || aborted()) return;
    result.aborted =
        fmt::format("three rows in a row lost the device, '{}' last: {}; check the driver's log, "
                    "then go on with --continue",
                    row.result->name, error.cause);
}

void RunState::rowSampled() {
    lossesInARow_ = 0;
    lastToLose_ = nullptr;
}

StrategyResult RunState::suspect(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult before = row.resultOf(strategy);
    mark(row, strategy, error);
    hooks.saveNow(result);
    return before;
}

void RunState::isolate(RowState& row, const Error& error) {
    const bool broken = error.kind != ErrorKind::RowFailed; // the device, too
    if (&row == &null && broken) return baselineBroke(error);
    // If the run dies of what follows, it is resumed without these programs.
    const std::vector<std::optional<ProgramId>> programs = row.programs;
    const std::vector<StrategyResult> results = row.result->strategies;
    for (std::size_t s = 0; s < programs.size(); ++s)
        if (programs[s]) mark(row, s, error);
    recover(error);
    if (aborted()) return;
    if (const auto alone = sample({&baseline, 1}); !alone.ok()) return baselineBroke(alone.error());
    std::vector<std::size_t> innocent;
    bool found = false;
    for (std::size_t s = 0; s < programs.size() && !aborted(); ++s) {
        if (!programs[s]) continue;
        const Dispatch dispatch{*programs[s], row.groups};
        const Result<std::vector<double>> alone = sample({&dispatch, 1});
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
        row.resultOf(innocent[i]) = results[innocent[i]];
        row.programs[innocent[i]] = programs[innocent[i]];
    }
    countLoss(row, error);
}

bool Readings::wantsCounter() const {
    constexpr int kForgiven = 2; // losses of the device, each of which costs a renewal
    return run_.result.counterMissing.empty() && counterLosses_ < kForgiven;
}

Result<std::optional<CounterReading>> Readings::readCounter(const Dispatch& beside) {
    if (!wantsCounter()) return std::optional<CounterReading>();
    const Result<CounterReading> counter = vkperftest::readCounter(
        run_.executor, run_.traits.method->nativeLoop ? std::nullopt : std::optional<Dispatch>(beside));
    if (counter.ok()) return std::optional(counter.value());
    // If the first reading fails, there is no second: it may break the device every time.
    const bool wasRead = std::ranges::any_of(
        run_.result.conditions, [](const Conditions& reading) { return reading.counter.has_value(); });
    if (!wasRead) run_.result.counterMissing = counter.error().cause;
    if (breaksDevice(counter.error())) return counter.error();
    return std::optional<CounterReading>();
}

void Readings::read(const RowState* after) {
    if (!run_.settled() || run_.aborted() || (!run_.hooks.conditions && !wantsCounter())) return;
    const std::vector<Dispatch> dispatches(2, run_.baseline);
    double busy = 0;
    bool going = true;
    const auto keepBusy = [&] {
        const Result<std::vector<double>> sampled = run_.sample(dispatches);
        if (sampled.ok())
            busy += sampled.value()[0] + sampled.value()[1];
        else
            run_.baselineBroke(sampled.error());
        going = sampled.ok();
        return going;
    };
    Conditions reading;
    const Result<std::optional<CounterReading>> counter = readCounter(run_.baseline);
    if (!counter.ok()) {
        going = false;
        ++counterLosses_;
        run_.recover(counter.error());
    }
    if (going && run_.hooks.conditions) reading = run_.hooks.conditions(keepBusy); // may clear `going`
    if (counter.ok()) reading.counter = counter.value();
    if (going && (run_.hooks.conditions || reading.counter)) {
        reading.restart = run_.restart.number;
        if (after != nullptr) reading.row = after->result->name;
        run_.result.conditions.push_back(std::move(reading));
    }
    run_.result.busyNanoseconds += busy;
}

} // namespace vkperftest
