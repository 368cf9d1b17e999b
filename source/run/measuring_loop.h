// A run at work: what runner.cpp, preparing.cpp and recovering.cpp share. Nobody else needs it.
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "analysis/estimator.h"
#include "run/executor.h"
#include "run/initial_result.h"
#include "run/visit.h"

namespace vkperftest {

// A row while it is measured.
struct RowState {
    Case description;
    RowResult* result = nullptr;
    std::vector<float> expected;                    // sums of its verification; empty until the first
    std::vector<std::optional<ProgramId>> programs; // by strategy; nothing: it takes no part (any more)
    std::uint64_t groups = 0;                       // of a sample; 0: not admitted yet
    bool done = false;
    bool twin = false; // of the plan's twins
    double spent = 0;  // nanoseconds of device time, in its visits

    bool anyProgram() const {
        return std::any_of(programs.begin(), programs.end(),
                           [](const auto& program) { return program.has_value(); });
    }
};

class MeasuringLoop {
public:
    MeasuringLoop(Executor& executor, const RunPlan& plan, const RunHooks& hooks)
        : executor_(executor), traits_(executor.traits()), plan_(plan), hooks_(hooks), random_(plan.seed),
          sizes_(plan.earlier ? plan.earlier->sizes
                 : plan.block ? plan.block->sizes
                              : KnownSizes()),
          result_(initialResult(plan)) {
        result_.settings.cpu = traits_.cpu;
    }

    Result<RunResult> run();

private:
    // Before the rounds, and before a row's first visit: preparing.cpp
    Result<void> setUp();
    // Epochs of this run come after those of the one that it resumes.
    void continueEpochs(const RowResult& row) {
        if (!row.epochs.empty()) epoch_ = std::max(epoch_, row.epochs.back() + 1);
    }
    // Adds what must be prepared for it to `boundRows`.
    void addRow(const Case& description, RowResult& result, std::span<const Strategy> strategies,
                std::vector<BoundRow>& boundRows);
    // If the device was lost while they were prepared, it is made anew; the first of the lost is the suspect, and
    // stays failed if there is no device to go on with. An error: the baseline lost it for good.
    Result<void> comeBack(const std::vector<BoundRow>& boundRows, std::vector<Result<ProgramId>>& programs);
    // The bound rows of setUp and what became of them, in their order.
    void assignPrograms(const std::vector<BoundRow>& boundRows,
                        const std::vector<Result<ProgramId>>& programs);
    Result<void> admitBaseline(const Result<ProgramId>& program);
    // `knownLoads`: what a file says that it was found to be before, which is tried; 0: find it.
    Result<std::uint64_t> findSize(ProgramId program, std::uint64_t knownLoads);
    void warmUp();
    // Clocks and heat, read while the baseline is dispatched over and over.
    void readConditions();
    // Verifies the row's programs and finds their size: one for all strategies, so that these compare
    // directly.
    void admit(RowState& row);
    void verify(RowState& row);

    // Rounds and ends: runner.cpp
    void playRound();
    bool epochIsOver() const;
    // One submission: a sample of the baseline and of each of the row's strategies.
    void visit(RowState& row);
    // So many times what a sample is sized for, at most, lies in the submission of a visit.
    double dispatchesPerVisit() const {
        return mostGroupsPerSample(traits_) * static_cast<double>(plan_.strategies.size() + 1);
    }
    // Whether it is done: its ratios are precise enough, or it is a serial twin that had its share of the time.
    void judge(RowState& row);
    void addBaseline(RowResult& row, double nanoseconds);
    // Samples that can be divided by. A small dispatch of the baseline comes before them, whose time is dropped.
    Result<std::vector<double>> sampleAll(std::span<const Dispatch> dispatches);
    Result<void> sampleAlone(const Dispatch& dispatch);
    std::uint64_t throwAwayGroups() const {
        constexpr std::uint64_t kShare = 8; // of the baseline's dispatch: long enough to wake the device
        return std::max<std::uint64_t>(1, baselineGroups_ / kShare / traits_.groupUnit) * traits_.groupUnit;
    }
    void recordWays();
    bool over();
    // The time that all rows share is used up, and each has the fewest samples that an interval is believed on; or
    // several times as much, if they are that slow.
    bool timeIsUp() const;
    void finish();
    static void finish(RowResult& row, bool early);
    std::size_t unfinishedRows() const;
    void report(const RowState& row);
    void checkpoint();

    // When something breaks, and when the device is made anew for another reason: recovering.cpp
    // A submission with the row's programs failed: all become failed, which is saved. Then each is tried alone;
    // those that work are taken back, unless all do. The null row is the baseline's matter.
    void isolate(RowState& row, const Error& error);
    // Takes a strategy out of the row, for the reason that the error gives, and recovers.
    void close(RowState& row, std::size_t strategy, const Error& error);
    void mark(RowState& row, std::size_t strategy, const Error& error);
    // If by this error the row lost the device: the third row to do so without one between them that is measured ends
    // the run.
    void countLoss(const RowState& row, const Error& error);
    // After any error of the executor. If the device is lost or gone, what is marked is saved before anything else;
    // then a lost one is made anew, and one that is gone ends the run.
    void recover(const Error& error);
    // Marks a program and saves that, lest it takes the run with it whenever that is resumed; what it was before.
    StrategyResult suspect(RowState& row, std::size_t strategy, const Error& error);
    // Prepares again what was prepared together with others when one of them lost the device. The program is
    // marked and saved meanwhile, lest it loses the device and the run with it.
    Result<ProgramId> prepareAlone(RowState& row, std::size_t strategy, const BoundRow& bound,
                                   const Error& error);
    // Everything anew on the device: an epoch begins.
    void renew();
    // Whether to go on: then the device is settled, and not before.
    bool ready();
    // Verifies everything on a device that was made anew, its discarded first pass, and warms it up.
    void settle();
    // Ends the run, unless the device was lost for the first times.
    void baselineBroke(const Error& error);

    Executor& executor_;
    const ExecutorTraits traits_;
    const Estimator& estimator_ = estimatorOf({.cpu = traits_.cpu});
    const RunPlan& plan_;
    const Effort effort_ = effortOn(traits_.cpu, plan_.effort);
    const RunHooks& hooks_;
    std::mt19937_64 random_;
    KnownSizes sizes_;
    RunResult result_;
    std::vector<RowState> rows_; // the plan's rows, then its twins
    RowState null_;              // sampled as long as any row is, and until it is precise
    ProgramId baseline_ = 0;
    std::uint64_t baselineGroups_ = 0;
    double targetNanoseconds_ = 0;
    double budget_ = 0; // nanoseconds of device time
    double spent_ = 0;
    std::size_t rounds_ = 0;
    std::size_t epoch_ = 0;
    std::size_t epochsFirstRound_ = 0;
    double spentBeforeEpoch_ = 0;
    bool settled_ = true;    // everything is verified, and the device is warm
    int baselineLosses_ = 0; // of the device, by the baseline alone
    int lossesInARow_ = 0;   // by rows, since one was measured
    const RowState* lastToLose_ = nullptr;
};

} // namespace vkperftest
