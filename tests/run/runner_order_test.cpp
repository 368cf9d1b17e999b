// What the runner asks of its executor, and in which order.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "made_up_runs.h"
#include "run/dispatch_size.h"

namespace vkperftest::runner_order_test {

// Every tenth row, the baseline's own among them.
std::vector<Case> someRows() {
    std::vector<Case> rows;
    const std::vector<Case> all = matrixRows();
    for (std::size_t i = 8; i < all.size(); i += 10) rows.push_back(all[i]);
    return rows;
}

RunPlan plan(std::uint64_t seed = 1) {
    return {.rows = someRows(),
            .strategies = kSetAndPush,
            .baseline = defaultBaseline(),
            .effort = kDefaultEffort,
            .seed = seed};
}

std::vector<std::string> visitedRows(const RecordingExecutor& executor) {
    std::vector<std::string> names;
    for (const std::vector<Dispatch>& visit : executor.rowVisits())
        names.push_back(executor.visitedRow(visit));
    return names;
}

// Each kind of resource is probed once a restart under each strategy, and none if nothing is promised.
TEST(RunnerOrder, ProbesBoundsChecks) {
    RecordingExecutor without;
    measured(without, plan());
    EXPECT_TRUE(without.loadedOutside.empty());
    RunPlan robust = plan();
    robust.compiled.robustness = Robustness::Two;
    RecordingExecutor executor;
    measured(executor, robust);
    std::set<ResourceKind> kinds;
    for (const Case& row : robust.rows) kinds.insert(row.operation.source.kind);
    std::map<std::pair<ResourceKind, Strategy>, std::size_t> probes;
    for (const auto& [kind, robustness, strategy] : executor.loadedOutside) {
        ++probes[{kind, strategy}];
        EXPECT_EQ(robustness, Robustness::Two);
    }
    EXPECT_EQ(probes.size(), 2 * kinds.size());
    for (const auto& [probe, count] : probes)
        EXPECT_EQ(count, executor.renewals + 1) << resourceKindName(probe.first);
}

TEST(RunnerOrder, TellsWhatItDoesBeforeRowsAreSampled) {
    RecordingExecutor executor;
    std::vector<RunStage> before;
    std::set<RunStage> after;
    std::size_t all = 0;
    RunHooks hooks;
    hooks.stage = [&](RunStage stage, std::size_t, std::size_t counted) {
        if (!executor.rowVisits().empty()) {
            after.insert(stage);
        } else if (before.empty() || before.back() != stage) {
            before.push_back(stage);
        }
        if (stage == RunStage::BuildingPipelines) all = std::max(all, counted);
    };
    for (const bool code : {true, false}) {
        before.clear();
        executor = {};
        RunPlan wanted = plan();
        wanted.code = code;
        measured(executor, wanted, hooks);
        std::vector<RunStage> stages = {RunStage::BuildingPipelines, RunStage::WarmingUp};
        if (code) stages.insert(stages.begin(), RunStage::ReadingCode);
        EXPECT_EQ(before, stages);
        EXPECT_EQ(all, executor.boundRows.size());
        EXPECT_THAT(after, testing::IsSupersetOf({RunStage::VerifyingRows, RunStage::WarmingUp}));
        EXPECT_FALSE(executor.building);
    }
}

TEST(RunnerOrder, VerifiesEveryProgramInEveryRestartBeforeItIsTimed) {
    RecordingExecutor executor;
    std::set<ProgramId> tooLate, verified;
    std::size_t renewals = 0, looked = 0;
    executor.beforeSample = [&] {
        if (executor.renewals != renewals) verified.clear();
        renewals = executor.renewals;
        for (; looked < executor.verified.size(); ++looked) {
            EXPECT_TRUE(verified.insert(executor.verified[looked]).second);
        }
        if (executor.submissions.empty()) return;
        for (const Dispatch& dispatch : executor.submissions.back()) {
            if (verified.count(dispatch.program) == 0) tooLate.insert(dispatch.program);
        }
    };
    executor.beforeRenewal = [&] { executor.submissions.clear(); };
    measured(executor, plan());
    EXPECT_TRUE(tooLate.empty());
    EXPECT_EQ(renewals, 3u); // four restarts of three rounds are the fewest samples
    EXPECT_EQ(executor.verified.size(), 4 * executor.boundRows.size());
    EXPECT_EQ(executor.boundRows.size(), 1 + 2 * someRows().size());
    EXPECT_EQ(executor.boundRows[0].row, defaultBaseline()); // all at once, the baseline first
    EXPECT_EQ(executor.boundRows[0].strategy, Strategy::Set);
}

// One row of many that never becomes precise must not spend its time on making everything anew.
TEST(RunnerOrder, RestartsGrowWithTheRun) {
    RecordingExecutor executor;
    std::mt19937_64 random(1);
    const Case noisy = someRows().back();
    executor.loadTime = [&](const BoundRow& bound) {
        return bound.row == noisy ? 0.01 * (1 + static_cast<double>(random() % 100) * 0.01) : 0.01;
    };
    RunPlan longer = plan();
    longer.effort.secondsPerProgram *= 2;
    const RunResult run = measured(executor, longer);
    const std::vector<std::size_t>& restarts = run.rows.back().restarts;
    ASSERT_GT(restarts.size(), 100u);
    EXPECT_LT(restarts.back(), 30u);
}

TEST(RunnerOrder, VisitsAllRowsOnceBeforeAnyTwiceInRestartsOfThreeRounds) {
    RecordingExecutor executor;
    for (const RowResult& row : measured(executor, plan()).rows)
        EXPECT_EQ(row.restarts, (std::vector<std::size_t>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3})) << row.name;
    const std::vector<std::string> visited = visitedRows(executor);
    const std::size_t rows = someRows().size();
    // Steady rows are all done after the fewest samples, so that every round is whole.
    ASSERT_EQ(visited.size(), rows * kDefaultEffort.fewestSamples);
    std::set<std::vector<std::string>> orders;
    for (std::size_t begin = 0; begin < visited.size(); begin += rows) {
        const std::vector<std::string> round(visited.begin() + static_cast<std::ptrdiff_t>(begin),
                                             visited.begin() + static_cast<std::ptrdiff_t>(begin + rows));
        EXPECT_EQ(std::set<std::string>(round.begin(), round.end()).size(), rows);
        orders.insert(round);
    }
    EXPECT_EQ(orders.size(), kDefaultEffort.fewestSamples);
}

// On a GPU each by a long dispatch and a short one, on a CPU each three times, in every order.
TEST(RunnerOrder, EveryVisitHoldsTheBaselineAndAllStrategiesOfOneRow) {
    for (const bool cpu : {false, true}) {
        RecordingExecutor executor(methodOf(cpu));
        measured(executor, plan());
        std::multiset<std::string> all;
        for (int i = 0; i < (cpu ? 3 : 2); ++i) all.insert({"baseline", "push", "set"});
        std::map<std::vector<std::string>, std::size_t> orders; // of samples
        std::size_t total = 0;
        for (const std::vector<Dispatch>& visit : executor.rowVisits()) {
            std::vector<std::string> parts;
            for (const Dispatch& dispatch : visit) {
                parts.push_back(executor.strategyOf(dispatch));
                if (RecordingExecutor::ofARow(dispatch)) {
                    EXPECT_EQ(executor.rowOf(dispatch), executor.visitedRow(visit));
                }
            }
            EXPECT_EQ(std::multiset<std::string>(parts.begin(), parts.end()), all);
            for (auto sample = parts.begin(); cpu && sample != parts.end(); sample += 3, ++total)
                ++orders[{sample, sample + 3}];
        }
        EXPECT_EQ(orders.size(), cpu ? 6u : 0u);
        for (const auto& [order, count] : orders)
            EXPECT_GT(count, total / 12) << testing::PrintToString(order);
    }
}

// Its error is that of all rows.
TEST(RunnerOrder, TheAaControlIsVisitedOnceForSixteenRows) {
    RecordingExecutor executor;
    RunPlan all = plan();
    all.rows = matrixRows();
    EXPECT_GE(16 * measured(executor, all).aaControl.baselineNanoseconds.size(), executor.rowVisits().size());
}

TEST(RunnerOrder, TheAaControlIsTheBaselinesProgramTwice) {
    RecordingExecutor executor(kSoftwareMethod);
    const RunResult result = measured(executor, plan());
    const auto nulls =
        std::count_if(executor.submissions.begin(), executor.submissions.end(), [](const auto& s) {
            return s.size() == 1 + 2 * kSoftwareMethod.mostSamples && s[1].program == 0 &&
                   s[2].program == 0 && s[1].groups == s[2].groups;
        });
    EXPECT_GT(nulls, 0);
    const std::size_t samples = kSoftwareMethod.mostSamples * static_cast<std::size_t>(nulls);
    EXPECT_EQ(result.aaControl.baselineNanoseconds.size(), samples);
    EXPECT_EQ(result.aaControl.strategies[0].nanoseconds.size(), samples);
}

// What the first dispatch of a submission costs more must not be any row's.
TEST(RunnerOrder, AVisitBeginsWithADispatchThatCountsAsBusyOnly) {
    RecordingExecutor executor;
    double busy = 0;
    const RunResult result = measured(executor, plan());
    for (const std::vector<Dispatch>& submission : executor.submissions) {
        busy += executor.timeOf(submission);
        if (submission.size() == 1) continue; // a probe, or the warm-up
        EXPECT_EQ(submission[0].program, 0u);
        const auto longest =
            std::max_element(submission.begin() + 1, submission.end(),
                             [](const Dispatch& a, const Dispatch& b) { return a.groups < b.groups; });
        EXPECT_LT(submission[0].groups, longest->groups / 4);
    }
    EXPECT_NEAR(result.busyNanoseconds / busy, 1, 1e-9);
}

TEST(RunnerOrder, FollowsTheSeed) {
    RecordingExecutor first, second, other;
    measured(first, plan(3));
    measured(second, plan(3));
    measured(other, plan(4));
    EXPECT_EQ(visitedRows(first), visitedRows(second));
    EXPECT_NE(visitedRows(first), visitedRows(other));
}

TEST(RunnerOrder, SoftwareHasWholeUnitsAndOneSizeARow) {
    RecordingExecutor executor(kSoftwareMethod);
    executor.properties.groupUnit = 3;
    executor.loadTime = [](const BoundRow& bound) { return bound.strategy == Strategy::Push ? 0.001 : 0.01; };
    measured(executor, plan());
    std::map<std::string, std::set<std::uint64_t>> sizes;
    for (const std::vector<Dispatch>& visit : executor.rowVisits()) {
        for (const Dispatch& dispatch : visit) {
            sizes[executor.rowOf(dispatch)].insert(dispatch.groups);
        }
    }
    for (const auto& [row, groups] : sizes) {
        EXPECT_EQ(groups.size(), 1u) << row;
        EXPECT_EQ(*groups.begin() % 3, 0u);
    }
}

TEST(RunnerOrder, SubmissionsStayShort) {
    for (const auto& [cpu, tick] :
         std::vector<std::pair<bool, double>>{{true, 1}, {true, 20e3}, {false, 1}, {false, 10e3}}) {
        RecordingExecutor executor;
        executor.properties = {.method = &methodOf(cpu), .tickNanoseconds = tick};
        // Rows that are so slow that they get longer dispatches, too.
        executor.loadTime = [](const BoundRow& bound) {
            return bound.row.pattern == Pattern::Linear ? 0.2 : 0.01;
        };
        double longest = 0;
        measured(executor, plan());
        for (const std::vector<Dispatch>& submission : executor.submissions)
            longest = std::max(longest, executor.timeOf(submission));
        EXPECT_LE(longest, kSubmissionNanoseconds);
        EXPECT_GE(longest, 3 * 1000 * tick);
    }
}

// Slow rows whose dispatches are long: the time of a quick run is soon over.
TEST(RunnerOrder, EveryRowGetsTheFewestSamplesHoweverSlowItIs) {
    RecordingExecutor executor;
    executor.loadTime = [](const BoundRow& bound) { return bound.row == defaultBaseline() ? 0.01 : 0.2; };
    RunPlan wanted = plan();
    wanted.effort = kQuickEffort;
    for (const RowResult& row : measured(executor, wanted).rows)
        EXPECT_GE(row.baselineNanoseconds.size(), kQuickEffort.fewestSamples) << row.name;
}

TEST(RunnerOrder, SlowRowsOfGpusGetLongerDispatches) {
    RecordingExecutor executor;
    executor.loadTime = [](const BoundRow& bound) {
        return bound.row.pattern == Pattern::Linear ? 0.05 : 0.01;
    };
    const RunResult run = measured(executor, plan());
    const double baseline = static_cast<double>(run.aaControl.baselineLoads);
    for (const RowResult& row : run.rows) {
        const double share = row.pattern == "linear" ? 0.6 : 1;
        EXPECT_NEAR(static_cast<double>(row.strategies[0].loads) / baseline, share, 0.02) << row.name;
    }
}

TEST(RunnerOrder, ProbesFromOneWorkgroupAndWarmsUpForItsTime) {
    for (const bool cpu : {false, true}) {
        RecordingExecutor executor(methodOf(cpu));
        EXPECT_TRUE(measured(executor, plan()).warmedUp);
        EXPECT_EQ(executor.submissions[0][0].groups, 1u);
        double busy = 0;
        for (const std::vector<Dispatch>& submission : executor.submissions) {
            if (submission.size() > 1) break;
            busy += executor.timeOf(submission);
        }
        EXPECT_GE(busy, cpu ? 150e6 : 300e6);
    }
}

// What is said of the warm-up is about the one before the first sample.
TEST(RunnerOrder, ALaterRestartDoesNotUnsayTheWarmUp) {
    RecordingExecutor executor;
    double slowness = 1;
    executor.loadTime = [&](const BoundRow&) {
        if (executor.renewals > 0) slowness *= 1.01; // never settles
        return 0.01 * slowness;
    };
    EXPECT_TRUE(measured(executor, plan()).warmedUp);
    EXPECT_GT(executor.renewals, 0u);
}

// After NoDevice nothing is asked of the executor any more, and an interrupt is asked for before every submission,
// wherever the run was.
TEST(RunnerOrder, AsksNothingOfADeviceThatIsGoneOrAfterAnInterrupt) {
    for (const std::size_t last :
         {5u, 100u, 120u, 121u, 122u, 123u, 124u, 125u, 126u, 127u, 128u, 150u, 200u}) {
        RecordingExecutor gone, interrupted;
        if (last >= 100) { // or the baseline cannot be measured
            std::size_t verifiedWhenGone = 0;
            gone.trouble = [&](std::size_t number) {
                if (number == last) verifiedWhenGone = gone.verified.size();
                return number >= last ? std::optional(kGone) : std::nullopt;
            };
            EXPECT_FALSE(measured(gone, plan()).aborted.empty()) << last;
            EXPECT_EQ(gone.submissions.size(), last);
            EXPECT_EQ(gone.verified.size(), verifiedWhenGone) << last;
        }
        const RunHooks hooks{.interrupted = [&] { return interrupted.submissions.size() >= last; }};
        EXPECT_TRUE(measured(interrupted, plan(), hooks).interrupted);
        EXPECT_EQ(interrupted.submissions.size(), last);
    }
}

} // namespace vkperftest::runner_order_test
