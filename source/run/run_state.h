// The state of a run: its executor, its result, and how far each row is. Preparation, rounds and recovery
// change it; each keeps to itself what only it needs.
#pragma once

#include <algorithm>
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
    bool wide = false; // too wide an interval to be of use, as Rounds::findWideRows found it
    bool twin = false; // of the plan's twins
    double spent = 0;  // nanoseconds of device time, in its visits

    bool anyProgram() const {
        return std::ranges::any_of(programs, [](const auto& program) { return program.has_value(); });
    }
};

// What was measured between two renewals of everything on the device.
struct Epoch {
    std::size_t number = 0; // continues those of a resumed run
    std::size_t firstRound = 0;
    double spentBefore = 0;
};

struct RunState {
    // All arguments must outlive it.
    RunState(Executor& measuredOn, const RunPlan& planned, const RunHooks& listeners);
    RunState(const RunState&) = delete; // rows refer to the result

    // True once the planned time is used up. From then on only rows that lack samples go on, and, for as long
    // again, wide rows that are not twins.
    bool overtime() const { return spent >= budget; }
    bool goesOn(const RowState& row) const;
    // How many budgets the run may use for wide rows: one if the user said how long to measure.
    double mostBudgetsOfWide() const { return plan.effort.secondsInAll > 0 ? 1 : 2; }
    // True if the run ends here: it was interrupted or aborted, its time is up, or its rounds are done.
    bool over();
    // Runs the dispatches in one submission and returns their times, > 0. A small dispatch of the baseline
    // precedes them; its time is dropped. Errors: as for Executor::sample, and RowFailed if the timer stood
    // still.
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches);
    void tell(RunStage stage, std::size_t done = 0, std::size_t all = 0) const;
    void checkpoint() const;
    void saveNow() const;

    Executor& executor;
    const ExecutorTraits traits;
    const RunPlan& plan;
    const RunHooks& hooks;
    RunResult result;
    std::vector<RowState> rows; // the plan's rows, then its twins
    RowState null;              // sampled as long as any row is, and until it is precise
    Dispatch baseline;
    double dispatchCost = 0; // nanoseconds, by all epochs so far (run/dispatch_cost.h); 0 on a GPU
    double budget = 0;       // nanoseconds of device time that all rows share
    double spent = 0;        // of it
    std::size_t rounds = 0;
    Epoch epoch;

private:
    bool timeIsUp() const;
};

} // namespace vkperftest
