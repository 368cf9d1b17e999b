// The state of a run: its executor, its result, how far each row is, and what happens when something breaks: the
// culprit is found, results are saved, and the device is renewed. Preparation and rounds change it.
#pragma once

#include <optional>
#include <vector>

#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// A row while it is measured.
struct RowState {
    Case description;
    RowResult* result = nullptr;
    std::span<const Strategy> strategies; // of the plan
    Effort effort;
    std::vector<float> expected;                    // sums of its verification; empty until the first
    std::vector<std::optional<ProgramId>> programs; // by strategy; nothing: it takes no part (any more)
    std::size_t repeats = 1;                        // samples in its next visit
    std::uint64_t groups = 0;                       // of a sample; 0: not admitted yet
    bool done = false;
    bool wide = false;    // too wide an interval to be of use, as Rounds::findWideRows found it
    bool control = false; // of the plan's controls
    double spent = 0;     // nanoseconds of device time, in its visits

    BoundRow bound(std::size_t strategy) const { return {description, strategies[strategy]}; }
    StrategyResult& resultOf(std::size_t strategy) const { return result->strategies[strategy]; }
    // The first strategy that takes part; nothing if none does.
    std::optional<std::size_t> firstProgram() const;
};

// What was measured between two renewals of everything on the device.
struct Restart {
    std::size_t number = 0; // continues those of a resumed run
    std::size_t firstRound = 0;
    double spentBefore = 0;
};

struct RunState {
    // All arguments must outlive it.
    RunState(Executor& measuredOn, const RunPlan& planned, const RunHooks& listeners);
    RunState(const RunState&) = delete; // rows refer to the result

    // True once the planned time is used up. From then on only rows that lack samples go on, and, for a while
    // (mostBudgetsOfWide), wide rows that are not controls.
    bool overtime() const { return spent >= budget; }
    bool goesOn(const RowState& row) const;
    // How many budgets the run may use for wide rows: one if the user said how long to measure.
    double mostBudgetsOfWide() const { return plan.effort.secondsInAll > 0 ? 1 : 1.8; }
    // True if the run ends here: it was interrupted or aborted, its time is up, or its rounds are done.
    bool over();
    bool aborted() const { return !result.aborted.empty(); }
    // Whether everything was verified, and the device warmed up, in this restart (Preparation).
    bool settled() const { return settledRestart == restart.number; }
    // Runs the dispatches in one submission and returns their times, > 0. A small dispatch of the baseline
    // precedes them; its time is dropped. Errors: as for Executor::sample, and RowFailed if the timer stood
    // still.
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches);

    // Call after any error of the executor. If the device is lost or gone, all that is marked is saved first.
    // Then a lost device is renewed; a device that is gone ends the run.
    void recover(const Error& error);
    // Recreates everything on the device: a restart begins.
    void renew();
    // Ends the run, except the first two times that the device was lost.
    void baselineBroke(const Error& error);
    // Removes a strategy from the row, for the error's reason, and recovers. The third row in a row to lose
    // the device ends the run.
    void close(RowState& row, std::size_t strategy, const Error& error);
    // Marks a program as failed and saves that, so that it cannot break every resumed run. Returns the
    // previous result, which the caller restores once the program has proven harmless.
    StrategyResult suspect(RowState& row, std::size_t strategy, const Error& error);
    // Call if a submission with the row's programs failed: all are marked as failed, which is saved. Then
    // each is tried alone; those that work are restored, unless all do. An A/A control that breaks the device
    // counts as the baseline.
    void isolate(RowState& row, const Error& error);
    // Call when a row was sampled: the count of rows that lost the device in a row starts again.
    void rowSampled();

    Executor& executor;
    const ExecutorTraits traits;
    const RunPlan& plan;
    const RunHooks& hooks;
    RunResult result;
    std::vector<RowState> rows; // the plan's rows, then its controls
    RowState null;              // sampled as long as any row is, and until it is precise
    Dispatch baseline;
    double dispatchCost = 0; // nanoseconds, by all restarts so far (run/timing.h); 0 on a GPU
    double budget = 0;       // nanoseconds of device time that all rows share
    double spent = 0;        // of it
    std::size_t rounds = 0;
    Restart restart;
    std::size_t settledRestart = 0;

private:
    bool timeIsUp() const;
    void mark(RowState& row, std::size_t strategy, const Error& error);
    void countLoss(const RowState& row, const Error& error);

    int baselineLosses_ = 0; // of the device, by the baseline alone
    int lossesInARow_ = 0;   // by rows, since one was sampled
    const RowState* lastToLose_ = nullptr;
};

// Reads the device's clocks and heat while it is busy, by the caller's hook (RunHooks), and the device's own
// counter; nothing unless the run is settled. If that breaks the device, it is recovered, and there is no reading;
// a row keeps its samples.
class Readings {
public:
    explicit Readings(RunState& run) : run_(run) {}

    // While the baseline is dispatched over and over; right after a row was sampled, if one is given: clocks follow
    // the load with a delay, so that these are the rows'.
    void read(const RowState* after = nullptr);

private:
    // The counter, beside the dispatch; nothing if it is not to be read, or cannot be. DeviceLost and NoDevice: as
    // for Executor::sample.
    Result<std::optional<CounterReading>> readCounter(const Dispatch& beside);
    bool wantsCounter() const;

    RunState& run_;
    int counterLosses_ = 0; // of the device, while it was read
};

} // namespace vkperftest
