#include "run/runner.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "results/summary.h"
#include "run/dispatch_size.h"
#include "run/settle.h"
#include "run/shuffle.h"
#include "stats/quiet.h"

namespace vkperftest {
namespace {

// A row while it is measured.
struct Row {
    Case description;
    RowResult* result = nullptr;
    std::vector<std::optional<ProgramId>> programs; // by strategy; nothing: it takes no part (any more)
    std::uint64_t groups = 0;                       // 0: not admitted yet
    bool done = false;

    bool anyProgram() const {
        return std::any_of(programs.begin(), programs.end(),
                           [](const auto& program) { return program.has_value(); });
    }
};

RowResult emptyResult(const Case& row, std::span<const Strategy> strategies) {
    RowResult result{.name = caseName(row),
                     .operation = operationName(row),
                     .pattern = std::string(patternName(row.pattern)),
                     .id = caseId(row)};
    for (const Strategy strategy : strategies) {
        result.strategies.push_back({.strategy = std::string(strategyName(strategy))});
    }
    return result;
}

class Measurement {
public:
    Measurement(Executor& executor, const RunPlan& plan, const RunHooks& hooks)
        : executor_(executor), traits_(executor.traits()), plan_(plan), hooks_(hooks), random_(plan.seed) {}

    Result<RunResult> run() {
        VKPERFTEST_TRY(setUp());
        warmUp();
        while (!over() && (unfinishedRows() > 0 || !null_.done)) playRound();
        finish();
        return std::move(result_);
    }

private:
    // Before the rounds ------------------------------------------------------------

    Result<void> setUp() {
        describe();
        const Result<double> target = dispatchTarget(traits_.tickNanoseconds, plan_.strategies.size() + 1);
        if (!target.ok()) return target.error();
        targetNanoseconds_ = target.value();

        std::vector<Target> targets = {{plan_.baseline, Strategy::Set}};
        for (const Case& row : plan_.rows) {
            for (const Strategy strategy : plan_.strategies) targets.push_back({row, strategy});
        }
        const std::vector<Result<ProgramId>> programs = executor_.prepare(targets);
        VKPERFTEST_TRY(admitBaseline(programs.front()));
        for (std::size_t i = 0; i < plan_.rows.size(); ++i) {
            Row& row = rows_.emplace_back();
            row.description = plan_.rows[i];
            row.result = &result_.rows[i];
            for (std::size_t s = 0; s < plan_.strategies.size(); ++s) {
                row.programs.emplace_back();
                const Result<ProgramId>& program = programs[1 + i * plan_.strategies.size() + s];
                if (program.ok()) {
                    row.programs[s] = program.value();
                } else {
                    close(row, s, program.error());
                }
            }
        }
        // The very program that it is compared with, so that only the harness can make a difference.
        null_ = {.description = plan_.baseline,
                 .result = &result_.nullRow,
                 .programs = {baseline_},
                 .groups = baselineGroups_};
        return {};
    }

    void describe() {
        result_.settings = {.baseline = caseName(plan_.baseline),
                            .effort = std::string(plan_.effort.name),
                            .precisionGoal = plan_.effort.width,
                            .seed = plan_.seed};
        for (const Strategy strategy : plan_.strategies) {
            result_.settings.strategies.emplace_back(strategyName(strategy));
        }
        for (const Case& row : plan_.rows) result_.rows.push_back(emptyResult(row, plan_.strategies));
        constexpr Strategy kNullStrategy[] = {Strategy::Set};
        result_.nullRow = emptyResult(plan_.baseline, kNullStrategy);
        budget_ = plan_.effort.secondsPerProgram * 1e9 *
                  static_cast<double>(plan_.rows.size() * plan_.strategies.size() + 1);
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
        const Result<std::uint64_t> groups = findSize(baseline_);
        if (!groups.ok()) return because(groups.error());
        baselineGroups_ = groups.value();
        return {};
    }

    Result<std::uint64_t> findSize(ProgramId program) {
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
        const Result<std::uint64_t> groups = findSize(baseline_);
        if (groups.ok() && groups.value() > 0) null_.groups = baselineGroups_ = groups.value();
    }

    // Rounds ------------------------------------------------------------

    void playRound() {
        judgeSurroundings();
        std::vector<Row*> order;
        for (Row& row : rows_) {
            if (!row.done) order.push_back(&row);
        }
        // The null row far more often than any other, since its error is what all of them are read with.
        constexpr std::size_t kRowsToANull = 16;
        order.insert(order.end(), order.size() / kRowsToANull + 1, &null_);
        shuffle(order, random_);
        for (Row* row : order) {
            if (over()) return;
            if (row->groups == 0) admit(*row);
            if (row->groups != 0 && row->anyProgram() && !over()) visit(*row);
            if (!row->anyProgram()) row->done = true;
            if (row != &null_) report(*row);
        }
    }

    // GPUs are left alone: their ratios hold at every clock, and a boost that ends would cost most samples.
    void judgeSurroundings() {
        if (!traits_.cpu) return;
        const double bound = quietBound(result_.baselineSeries);
        // A row that is done keeps the judgement it was done by.
        for (Row& row : rows_) {
            if (!row.done) judgeSurroundings(row, bound);
        }
        judgeSurroundings(null_, bound);
    }

    void judgeSurroundings(Row& row, double bound) {
        row.result->quietBound = bound;
        row.result->surroundings.clear();
        for (const std::size_t place : row.result->sequence) {
            row.result->surroundings.push_back(surroundingMedian(result_.baselineSeries, place));
        }
    }

    // Verifies the row's programs and finds their size: one for all strategies, so that these compare
    // directly.
    void admit(Row& row) {
        const std::vector<float> expected = expectedSums(row.description);
        for (std::size_t s = 0; s < row.programs.size() && !over(); ++s) {
            if (!row.programs[s]) continue;
            const Result<void> verified = executor_.verify(*row.programs[s], expected);
            if (!verified.ok()) {
                close(row, s, verified.error());
                continue;
            }
            if (row.groups != 0) continue;
            const Result<std::uint64_t> groups = findSize(*row.programs[s]);
            if (groups.ok()) {
                row.groups = groups.value();
            } else {
                close(row, s, groups.error());
            }
        }
    }

    // One submission: the baseline and the row's strategies in random order.
    void visit(Row& row) {
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
        const Result<std::vector<double>> sampled = executor_.sample(dispatches);
        if (!sampled.ok()) {
            noteTrouble(sampled.error());
            if (!over()) isolate(row, sampled.error());
            return;
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            const double nanoseconds = sampled.value()[i];
            spent_ += nanoseconds;
            result_.busyNanoseconds += nanoseconds;
            if (order[i] != kBaseline) {
                row.result->strategies[order[i]].nanoseconds.push_back(nanoseconds);
                continue;
            }
            row.result->baselineNanoseconds.push_back(nanoseconds);
            row.result->sequence.push_back(result_.baselineSeries.size());
            result_.baselineSeries.push_back(nanoseconds /
                                             static_cast<double>(baselineGroups_ * kLoadsPerGroup));
        }
        judge(row);
    }

    // Which program broke the submission? Each alone; the row as a whole if none does so again.
    void isolate(Row& row, const Error& error) {
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

    Result<void> sampleAlone(const Dispatch& dispatch) {
        const Result<std::vector<double>> sampled = executor_.sample({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        return {};
    }

    void judge(Row& row) {
        row.result->baselineLoads = baselineGroups_ * kLoadsPerGroup;
        std::vector<PairedRatio> ratios;
        for (std::size_t s = 0; s < row.programs.size(); ++s) {
            if (!row.programs[s]) continue;
            StrategyResult& result = row.result->strategies[s];
            result.status = Status::Measured;
            result.loads = row.groups * kLoadsPerGroup;
            ratios.push_back(*ratioToBaseline(*row.result, s));
        }
        row.done = preciseEnough(plan_.effort, countedSamples(*row.result).size(), ratios);
        row.result->stopped = row.done ? std::optional(StopReason::Precision) : std::nullopt;
    }

    // Ends ------------------------------------------------------------

    // Takes a strategy out of the row, for the reason that the error gives. A device that is gone for good
    // says nothing about the row: its samples stay.
    void close(Row& row, std::size_t strategy, const Error& error) {
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
        return result_.interrupted || !result_.aborted.empty() || spent_ >= budget_;
    }

    void finish() {
        judgeSurroundings();
        const bool early = result_.interrupted || !result_.aborted.empty();
        for (Row& row : rows_) finish(row, early);
        finish(null_, early);
    }

    static void finish(Row& row, bool early) {
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
            std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return !row.done; }));
    }

    void report(const Row& row) {
        if (!hooks_.progress) return;
        const std::size_t done = rows_.size() - unfinishedRows();
        const double byRows = static_cast<double>(done) / static_cast<double>(rows_.size());
        hooks_.progress({done, rows_.size(), row.result, std::max(byRows, std::min(1.0, spent_ / budget_))});
    }

    Executor& executor_;
    const ExecutorTraits traits_;
    const RunPlan& plan_;
    const RunHooks& hooks_;
    std::mt19937_64 random_;
    RunResult result_;
    std::vector<Row> rows_;
    Row null_; // sampled as long as any row is, and until it is precise
    ProgramId baseline_ = 0;
    std::uint64_t baselineGroups_ = 0;
    double targetNanoseconds_ = 0;
    double budget_ = 0; // nanoseconds of device time
    double spent_ = 0;
};

} // namespace

Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks) {
    return Measurement(executor, plan, hooks).run();
}

} // namespace vkperftest
