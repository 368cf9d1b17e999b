#include "run/runner.h"

#include <random>

#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "run/blank_result.h"
#include "run/dispatch_size.h"
#include "run/row_state.h"
#include "run/settle.h"
#include "run/shuffle.h"

namespace vkperftest {
namespace {

// Whether an epoch begins with this round: after three rounds each at first, so that there are four within the fewest
// samples that an interval is believed on; then after six, to spend less on making everything anew.
bool beginsEpoch(std::size_t round) {
    constexpr std::size_t kShort = 3, kShortEpochs = 3;
    if (round <= kShort * kShortEpochs) return round > 0 && round % kShort == 0;
    return (round - kShort * kShortEpochs) % (2 * kShort) == 0;
}

class Measurement {
public:
    Measurement(Executor& executor, const RunPlan& plan, const RunHooks& hooks)
        : executor_(executor), traits_(executor.traits()), plan_(plan), hooks_(hooks), random_(plan.seed),
          sizes_(plan.start.nullRow.baselineLoads > 0 ? sizesOf(plan.start) : plan.sizes),
          result_(blankResult(plan)) {
        result_.settings.cpu = traits_.cpu;
    }

    Result<RunResult> run() {
        checkpoint();
        VKPERFTEST_TRY(setUp());
        warmUp();
        while (!over() && (unfinishedRows() > 0 || !null_.done)) {
            if (beginsEpoch(rounds_)) beginEpoch();
            playRound();
            ++rounds_;
            checkpoint();
        }
        finish();
        return std::move(result_);
    }

private:
    // Before the rounds ------------------------------------------------------------

    Result<void> setUp() {
        const Result<double> target = dispatchTarget(traits_.tickNanoseconds, plan_.strategies.size() + 1);
        if (!target.ok()) return target.error();
        targetNanoseconds_ = target.value();
        for (const std::size_t earlier : result_.nullRow.epochs) epoch_ = std::max(epoch_, earlier + 1);

        std::vector<Target> targets = {{plan_.baseline, Strategy::Set}};
        for (std::size_t i = 0; i < plan_.rows.size(); ++i) {
            RowState& row = rows_.emplace_back();
            row.description = plan_.rows[i];
            row.result = &result_.rows[i];
            row.done = finished(*row.result);
            row.programs.resize(plan_.strategies.size());
            if (row.done) continue;
            for (const Strategy strategy : plan_.strategies) targets.push_back({row.description, strategy});
        }
        budget_ = plan_.effort.secondsPerProgram * 1e9 * static_cast<double>(targets.size());
        const std::vector<Result<ProgramId>> programs = executor_.prepare(targets);
        VKPERFTEST_TRY(admitBaseline(programs.front()));
        assignPrograms(programs);
        // The very program that it is compared with, so that only the harness can make a difference.
        null_ = {.description = plan_.baseline,
                 .result = &result_.nullRow,
                 .programs = {baseline_},
                 .groups = baselineGroups_};
        return {};
    }

    // The results for the targets of setUp, in their order.
    void assignPrograms(const std::vector<Result<ProgramId>>& programs) {
        std::size_t next = 1;
        for (RowState& row : rows_) {
            for (std::size_t s = 0; s < row.programs.size() && !row.done; ++s) {
                const Result<ProgramId>& program = programs[next++];
                if (program.ok()) {
                    row.programs[s] = program.value();
                } else {
                    close(row, s, program.error());
                }
            }
        }
    }

    Result<void> admitBaseline(const Result<ProgramId>& program) {
        const auto because = [&](const Error& error) {
            return Error{error.kind == ErrorKind::Unsupported ? ErrorKind::RowFailed : error.kind,
                         fmt::format("the baseline '{}' cannot be measured: {}", caseName(plan_.baseline),
                                     error.cause),
                         "choose another with --baseline"};
        };
        if (!program.ok()) return because(program.error());
        baseline_ = program.value();
        const Result<void> verified = executor_.verify(baseline_, expectedSums(plan_.baseline));
        if (!verified.ok()) return because(verified.error());
        const Result<std::uint64_t> groups = findSize(baseline_, sizes_.baselineLoads);
        if (!groups.ok()) return because(groups.error());
        baselineGroups_ = groups.value();
        return {};
    }

    // `knownLoads`: what it was found to be before; 0: find it.
    Result<std::uint64_t> findSize(ProgramId program, std::uint64_t knownLoads) {
        if (knownLoads > 0) return knownLoads / kLoadsPerGroup;
        const Result<SettledSize> settled =
            settleSize(executor_, program, targetNanoseconds_,
                       kSubmissionNanoseconds / static_cast<double>(plan_.strategies.size() + 1),
                       [this] { return over(); });
        if (!settled.ok()) return settled.error();
        result_.busyNanoseconds += settled.value().busyNanoseconds;
        return settled.value().groups;
    }

    void warmUp() {
        const Result<WarmedUp> warmed =
            warmUpDevice(executor_, {baseline_, baselineGroups_}, [this] { return over(); });
        if (!warmed.ok()) {
            noteTrouble(warmed.error());
            return;
        }
        result_.busyNanoseconds += warmed.value().busyNanoseconds;
        result_.warmedUp = warmed.value().converged;
        // The first size was found at idle clocks; warm, the same dispatch may be far too short.
        const Result<std::uint64_t> groups = findSize(baseline_, sizes_.baselineLoads);
        if (groups.ok() && groups.value() > 0) null_.groups = baselineGroups_ = groups.value();
        sizes_.baselineLoads = baselineGroups_ * kLoadsPerGroup;
    }

    // Rounds ------------------------------------------------------------

    void playRound() {
        if (over()) return;
        std::vector<RowState*> order;
        for (RowState& row : rows_) {
            if (!row.done) order.push_back(&row);
        }
        // The null row far more often than any other, since its error is what all of them are read with.
        constexpr std::size_t kRowsToANull = 16;
        order.insert(order.end(), order.size() / kRowsToANull + 1, &null_);
        shuffle(order, random_);
        for (RowState* row : order) {
            if (over()) return;
            if (row->groups == 0) admit(*row);
            if (row->groups != 0 && row->anyProgram() && !over()) visit(*row);
            if (!row->anyProgram()) row->done = true;
            if (row == &null_) continue;
            report(*row);
            if (row->done) checkpoint();
        }
    }

    // Everything anew on the device. Verification is the discarded first pass, too.
    void beginEpoch() {
        if (const Result<void> renewed = executor_.renew(); !renewed.ok()) {
            noteTrouble(renewed.error());
            return;
        }
        ++epoch_;
        if (const Result<void> verified = executor_.verify(baseline_, expectedSums(plan_.baseline));
            !verified.ok()) {
            result_.aborted = "the baseline cannot be measured any more: " + verified.error().cause;
        }
        for (RowState& row : rows_) {
            if (!row.done && row.groups != 0) verify(row);
        }
        if (!over()) warmUp();
    }

    // Verifies the row's programs and finds their size: one for all strategies, so that these compare
    // directly.
    void admit(RowState& row) {
        verify(row);
        const auto known = sizes_.rowLoads.find(row.result->name);
        for (std::size_t s = 0; s < row.programs.size() && row.groups == 0 && !over(); ++s) {
            if (!row.programs[s]) continue;
            const Result<std::uint64_t> groups =
                findSize(*row.programs[s], known != sizes_.rowLoads.end() ? known->second : 0);
            if (groups.ok()) {
                row.groups = groups.value();
            } else {
                close(row, s, groups.error());
            }
        }
    }

    void verify(RowState& row) {
        if (row.expected.empty()) row.expected = expectedSums(row.description);
        for (std::size_t s = 0; s < row.programs.size() && !over(); ++s) {
            if (!row.programs[s]) continue;
            const Result<void> verified = executor_.verify(*row.programs[s], row.expected);
            if (!verified.ok()) close(row, s, verified.error());
        }
    }

    // One submission: the baseline and the row's strategies in random order.
    void visit(RowState& row) {
        constexpr std::size_t kBaseline = ~std::size_t{0};
        std::vector<std::size_t> order = {kBaseline};
        for (std::size_t s = 0; s < row.programs.size(); ++s) {
            if (row.programs[s]) order.push_back(s);
        }
        shuffle(order, random_);
        std::vector<Dispatch> dispatches;
        for (const std::size_t s : order) {
            dispatches.push_back(s == kBaseline ? Dispatch{baseline_, baselineGroups_}
                                                : Dispatch{*row.programs[s], row.groups});
        }
        const Result<std::vector<double>> sampled = sampleAll(dispatches);
        if (!sampled.ok()) {
            noteTrouble(sampled.error());
            if (!over()) isolate(row, sampled.error());
            return;
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i] == kBaseline) {
                addBaseline(*row.result, sampled.value()[i]);
            } else {
                StrategyResult& strategy = row.result->strategies[order[i]];
                strategy.status = Status::Measured;
                strategy.loads = row.groups * kLoadsPerGroup;
                strategy.nanoseconds.push_back(sampled.value()[i]);
            }
            spent_ += sampled.value()[i];
            result_.busyNanoseconds += sampled.value()[i];
        }
        row.done = preciseEnough(plan_.effort, result_, *row.result);
        row.result->stopped = row.done ? std::optional(StopReason::Precision) : std::nullopt;
    }

    void addBaseline(RowResult& row, double nanoseconds) {
        row.baselineLoads = baselineGroups_ * kLoadsPerGroup;
        row.baselineNanoseconds.push_back(nanoseconds);
        row.sequence.push_back(result_.baselineSeries.size());
        row.epochs.push_back(epoch_);
        result_.baselineSeries.push_back(nanoseconds / static_cast<double>(row.baselineLoads));
    }

    // Which program broke the submission? Each alone; the row as a whole if none does so again.
    void isolate(RowState& row, const Error& error) {
        if (const Result<void> alone = sampleAlone({baseline_, baselineGroups_}); !alone.ok()) {
            result_.aborted = "the baseline cannot be measured any more: " + alone.error().cause;
        }
        bool found = false;
        for (std::size_t s = 0; s < row.programs.size() && !over(); ++s) {
            if (!row.programs[s]) continue;
            const Result<void> alone = sampleAlone({*row.programs[s], row.groups});
            if (alone.ok()) continue;
            close(row, s, alone.error());
            found = true;
        }
        for (std::size_t s = 0; s < row.programs.size() && !found && !over(); ++s) {
            if (row.programs[s]) close(row, s, error);
        }
    }

    // Samples that can be divided by.
    Result<std::vector<double>> sampleAll(std::span<const Dispatch> dispatches) {
        Result<std::vector<double>> sampled = executor_.sample(dispatches);
        if (sampled.ok() &&
            std::find(sampled.value().begin(), sampled.value().end(), 0.0) != sampled.value().end()) {
            return Error{ErrorKind::RowFailed, "the timer did not advance during a dispatch", ""};
        }
        return sampled;
    }

    Result<void> sampleAlone(const Dispatch& dispatch) {
        const Result<std::vector<double>> sampled = sampleAll({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        return {};
    }

    // Ends ------------------------------------------------------------

    // Takes a strategy out of the row, for the reason that the error gives. A device that is gone for good
    // says nothing about the row: its samples stay.
    void close(RowState& row, std::size_t strategy, const Error& error) {
        noteTrouble(error);
        if (!result_.aborted.empty()) return;
        StrategyResult& result = row.result->strategies[strategy];
        result.status = error.kind == ErrorKind::Unsupported ? Status::Unsupported : Status::Failed;
        result.reason = error.cause;
        result.nanoseconds.clear();
        row.programs[strategy].reset();
    }

    void noteTrouble(const Error& error) {
        if (error.kind == ErrorKind::NoDevice) result_.aborted = error.sentence();
    }

    bool over() {
        if (!result_.interrupted && hooks_.interrupted && hooks_.interrupted()) result_.interrupted = true;
        const bool allRounds = plan_.mostRounds > 0 && rounds_ >= plan_.mostRounds;
        return result_.interrupted || !result_.aborted.empty() || spent_ >= budget_ || allRounds;
    }

    void finish() {
        const bool early = result_.interrupted || !result_.aborted.empty();
        for (RowState& row : rows_) finish(row, early);
        finish(null_, early);
    }

    static void finish(RowState& row, bool early) {
        if (!row.result->baselineNanoseconds.empty() && !row.result->stopped) {
            row.result->stopped = early ? StopReason::Interrupted : StopReason::Time;
        }
        for (StrategyResult& strategy : row.result->strategies) {
            if (strategy.status != Status::NotMeasured) continue;
            strategy.reason = early ? "the run ended before its turn" : "no time was left for it";
        }
    }

    std::size_t unfinishedRows() const {
        return static_cast<std::size_t>(
            std::count_if(rows_.begin(), rows_.end(), [](const RowState& row) { return !row.done; }));
    }

    void report(const RowState& row) {
        if (!hooks_.progress) return;
        const std::size_t done = rows_.size() - unfinishedRows();
        const double byRows = static_cast<double>(done) / static_cast<double>(rows_.size());
        hooks_.progress(
            {done, rows_.size(), &result_, row.result, std::max(byRows, std::min(1.0, spent_ / budget_))});
    }

    void checkpoint() {
        if (hooks_.checkpoint) hooks_.checkpoint(result_);
    }

    Executor& executor_;
    const ExecutorTraits traits_;
    const RunPlan& plan_;
    const RunHooks& hooks_;
    std::mt19937_64 random_;
    KnownSizes sizes_;
    RunResult result_;
    std::vector<RowState> rows_;
    RowState null_; // sampled as long as any row is, and until it is precise
    ProgramId baseline_ = 0;
    std::uint64_t baselineGroups_ = 0;
    double targetNanoseconds_ = 0;
    double budget_ = 0; // nanoseconds of device time
    double spent_ = 0;
    std::size_t rounds_ = 0;
    std::size_t epoch_ = 0;
};

} // namespace

KnownSizes sizesOf(const RunResult& run) {
    KnownSizes sizes{.baselineLoads = run.nullRow.baselineLoads};
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            if (strategy.loads > 0) sizes.rowLoads[row.name] = strategy.loads;
        }
    }
    return sizes;
}

Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks) {
    return Measurement(executor, plan, hooks).run();
}

} // namespace vkperftest
