#include "run/runner.h"

#include "model/merge.h"
#include "run/optional_readings.h"
#include "run/rounds.h"
#include "run/windows.h"

namespace vkperftest {
namespace {

// The first epochs have three rounds each, so that the fewest samples for an interval span four epochs. Later
// ones are longer, to spend less on recreating everything: six rounds, and an eighth of all time sampled so
// far. Otherwise a few rows that need many rounds would spend most of the time on it.
bool epochIsOver(const RunState& run) {
    constexpr std::size_t kShort = 3, kShortEpochs = 3;
    const std::size_t rounds = run.rounds - run.epoch.firstRound;
    if (run.epoch.firstRound < kShort * kShortEpochs) return rounds >= kShort;
    return rounds >= 2 * kShort && run.spent - run.epoch.spentBefore >= run.spent / 8;
}

void finish(RowResult& row, bool early) {
    if (!row.baselineNanoseconds.empty() && !row.stopped) {
        row.stopped = early ? StopReason::Interrupted : StopReason::Time;
    }
    for (StrategyResult& strategy : row.strategies) {
        if (strategy.status != Status::NotMeasured) continue;
        strategy.reason = {early ? ReasonKind::RunEnded : ReasonKind::TimeRanOut};
    }
}

// Records why in every row that was not done.
void finish(RunResult& run) {
    const bool early = run.interrupted || !run.aborted.empty();
    for (RowResult& row : run.rows) finish(row, early);
    for (RowResult& twin : run.twins) finish(twin, early);
    finish(run.nullRow, early);
}

// A resumed run's earlier samples were taken by that run's timer.
std::optional<TimerRate> timerRateOf(const RunState& run) {
    const std::optional<TimerRate> rate = run.executor.timerRate();
    return run.plan.earlier ? worseTimer(run.plan.earlier->measurements.timerRate, rate) : rate;
}

// Measured after the rows, so that nothing else runs in their rounds; a resumed run keeps its recording
// times.
void recordWays(RunState& run, Recovery& recovery) {
    if (!run.plan.recording || run.plan.block || !run.result.recording.empty()) return;
    if (run.result.interrupted || !run.result.aborted.empty()) return;
    run.checkpoint(); // rows whose time is up have only now finished, and recording takes seconds
    Result<std::vector<RecordingResult>> recorded =
        measureRecording(run.executor, run.plan.seed, run.hooks.interrupted);
    if (recorded.ok()) {
        run.result.recording = std::move(recorded).value();
    } else {
        recovery.recover(recorded.error());
    }
    run.checkpoint();
}

// Also after the rows; a resumed run keeps what it has.
void walkWindows(RunState& run, Recovery& recovery) {
    if (!run.plan.windows || run.plan.block || !run.result.windows.empty()) return;
    if (run.result.interrupted || !run.result.aborted.empty()) return;
    run.checkpoint();
    const auto tell = [&](std::size_t done, std::size_t all) {
        run.tell(RunStage::WalkingWindows, done, all);
    };
    Result<WalkedWindows> measured = measureWindows(run.executor, windowEffort(run.plan.effort),
                                                    run.plan.seed, {run.hooks.interrupted, tell});
    if (!measured.ok()) {
        recovery.recover(measured.error());
    } else {
        WalkedWindows walked = std::move(measured).value();
        run.result.interrupted = walked.results.empty();
        run.result.windows = std::move(walked.results);
        run.result.busyNanoseconds += walked.busyNanoseconds;
        run.result.timedNanoseconds += walked.timedNanoseconds;
    }
    run.checkpoint();
}

} // namespace

Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks) {
    RunState run(executor, plan, hooks);
    Recovery recovery(run);
    Preparation preparation(run, recovery);
    Rounds rounds(run, preparation, recovery);

    if (plan.code) run.tell(RunStage::ReadingCode);
    addCodes(executor, plan, run.result);
    run.checkpoint();
    if (const Result<void> ready = preparation.setUp(); !ready.ok()) {
        run.result.aborted = ready.error().sentence(); // the saved file must give a reason
        finish(run.result);
        run.saveNow();
        return ready.error();
    }
    preparation.warmUp();
    preparation.readConditions();
    while (!run.over() && rounds.anyLeft()) {
        if (epochIsOver(run)) recovery.renew();
        rounds.play();
        rounds.findWideRows();
        if (run.rounds++ == run.epoch.firstRound) preparation.readConditionsUnderLoad();
        run.result.timerRate = timerRateOf(run);
        run.checkpoint();
    }
    preparation.readConditions();
    finish(run.result);
    recordWays(run, recovery);
    walkWindows(run, recovery);
    return std::move(run.result);
}

} // namespace vkperftest
