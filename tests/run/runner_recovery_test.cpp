// Runs on devices that are lost: what is saved, in which order, and who is blamed.
#include <algorithm>

#include "made_up_runs.h"

namespace vkperftest::runner_recovery_test {

RunPlan plan(const std::vector<std::string>& filters = {"cbuffer"}) {
    return planOf(filters, kSetAndPush);
}

// "row strategy" of all that failed.
std::vector<std::string> failedIn(const RunResult& run) {
    std::vector<std::string> failed;
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            if (hasFailed(strategy.status)) failed.push_back(row.pattern + " " + strategy.strategy);
        }
    }
    return failed;
}

// What was saved at once, each as the failed rows in it, and what came of the run.
struct Recovered {
    std::vector<std::vector<std::string>> saved;
    Result<RunResult> result = Error{};
};

Recovered recovered(Executor& executor) {
    Recovered what;
    what.result = measure(executor, plan(),
                          {.saveNow = [&](const RunResult& run) { what.saved.push_back(failedIn(run)); }});
    return what;
}

Recovered recovered(const std::string& script) {
    return recovered(*scripted("load | * | * | 0.08 | 0.01\n" + script));
}

TEST(RunnerRecovery, WhatMayHaveLostTheDeviceIsSavedAsFailedBeforeAnythingElse) {
    RecordingExecutor executor;
    std::vector<std::string> events;
    std::optional<std::vector<Dispatch>> fatal;
    executor.trouble = [&](std::size_t) -> std::optional<Error> {
        if (!events.empty()) events.emplace_back("submission");
        const std::vector<Dispatch>& now = executor.submissions.back();
        if (fatal || executor.rowVisits().size() < 5 || now.size() < 4) return std::nullopt;
        fatal = now;
        events.emplace_back("lost");
        return kLost;
    };
    executor.beforeRenewal = [&] {
        if (!events.empty()) events.emplace_back("renewal");
    };
    std::vector<std::string> failed;
    const Result<RunResult> run = measure(executor, plan(), {.saveNow = [&](const RunResult& now) {
                                              events.emplace_back("saved");
                                              failed = failedIn(now);
                                          }});
    ASSERT_TRUE(run.ok()) << run.error().sentence();
    ASSERT_GE(events.size(), 4u);
    events.resize(4);
    EXPECT_THAT(events, ElementsAre("lost", "saved", "renewal", "submission"));
    EXPECT_EQ(failed.size(), 2u);             // both strategies of one row
    EXPECT_EQ(failedIn(run.value()), failed); // each alone works
    EXPECT_EQ(run.value().aborted, "");
}

TEST(RunnerRecovery, TheInnocentAreTakenBackWithTheirSamples) {
    const Recovered what = recovered("lost | cbuffer*linear | push | 10");
    ASSERT_TRUE(what.result.ok());
    ASSERT_THAT(what.saved.size(), 2u); // once with all in flight, once with the one that did it again
    EXPECT_THAT(what.saved[0], UnorderedElementsAre("linear set", "linear push"));
    EXPECT_THAT(what.saved[1], UnorderedElementsAre("linear set", "linear push"));
    const RunResult& run = what.result.value();
    EXPECT_THAT(failedIn(run), ElementsAre("linear push"));
    for (const RowResult& row : run.rows)
        EXPECT_EQ(row.strategies[0].nanoseconds.size(), row.baselineNanoseconds.size()) << row.name;
}

// Drivers have to be asked for everything at once, which takes all cores; then nobody knows who lost the device.
TEST(RunnerRecovery, ADeviceLostWhilePreparingFailsOnlyWhoLosesItAlone) {
    const Recovered what = recovered("lost | cbuffer*linear | push | 0");
    ASSERT_TRUE(what.result.ok());
    EXPECT_THAT(failedIn(what.result.value()), ElementsAre("linear push"));
    EXPECT_EQ(analyse(what.result.value()).counts.measured, 5u);
    for (const std::vector<std::string>& saved : what.saved)
        EXPECT_LE(saved.size(), 2u); // the one that is tried, and the one that did it
    EXPECT_THAT(what.saved, Contains(ElementsAre("linear push")));
}

TEST(RunnerRecovery, ADeviceThatIsGoneWhilePreparingLeavesTheSuspectFailed) {
    const Recovered run = recovered("lost | cbuffer*linear | push | 0\ngone | 0");
    ASSERT_TRUE(run.result.ok()) << run.result.error().sentence();
    EXPECT_THAT(run.saved, ElementsAre(ElementsAre("linear push")));
    EXPECT_THAT(failedIn(run.result.value()), ElementsAre("linear push"));
    EXPECT_THAT(run.result.value().aborted, HasSubstr("opened again"));
    EXPECT_EQ(run.result.value().rows[0].strategies[0].reason.kind, ReasonKind::RunEnded);
}

TEST(RunnerRecovery, ARunThatEndsWhilePreparingSaysSoOfEveryRowAndCanBeResumed) {
    const auto expectEach = [](const RunResult& run, Status status, const std::string& reason) {
        std::vector<RowResult> rows = run.rows;
        rows.insert(rows.end(), run.controls.begin(), run.controls.end());
        rows.push_back(run.aaControl);
        for (const RowResult& row : rows) {
            for (const StrategyResult& strategy : row.strategies) {
                EXPECT_EQ(strategy.status, status) << row.name;
                EXPECT_EQ(reasonText(strategy.reason), reason) << row.name;
            }
        }
    };
    RunPlan whole = withControls(plan());
    whole.suite = "matrix";
    RunResult saved;
    const std::string steady = "load | * | * | 0.08 | 0.01\n";
    EXPECT_FALSE(measure(*scripted(steady + "lost | Buffer<RGBA8>.Load random | set | 0"), whole,
                         {.saveNow = [&](const RunResult& run) { saved = run; }})
                     .ok());
    ASSERT_FALSE(saved.controls.empty());
    expectEach(saved, Status::NotMeasured, reasonText({ReasonKind::RunEnded}));
    RunPlan again = whole;
    ASSERT_TRUE(continueRun(again, saved, "x.json", saved, methodOf(saved.settings.cpu)).ok());
    expectEach(measured(steady, again), Status::Measured, "");
}

// A submission that does not end can only be left behind: the device is of no use any more.
TEST(RunnerRecovery, ARowThatHangsTheDeviceIsSavedAsFailed) {
    RecordingExecutor executor;
    executor.trouble = [&](std::size_t) -> std::optional<Error> {
        if (executor.rowVisits().size() < 5) return std::nullopt;
        return Error{ErrorKind::NoDevice, "the device hangs", "see the driver's log"};
    };
    const Recovered what = recovered(executor);
    ASSERT_TRUE(what.result.ok());
    EXPECT_THAT(what.result.value().aborted, HasSubstr("device hangs"));
    ASSERT_THAT(what.saved.size(), 1u);
    EXPECT_EQ(what.saved[0].size(), 2u);
    EXPECT_EQ(failedIn(what.result.value()), what.saved[0]);
    EXPECT_EQ(executor.renewals, 0u);
}

// Another program may have taken the device down while the baseline ran.
TEST(RunnerRecovery, ABaselineMayLoseTheDeviceOnce) {
    RecordingExecutor executor;
    std::size_t warmUps = 0, nulls = 0;
    executor.trouble = [&](std::size_t number) -> std::optional<Error> {
        const std::vector<Dispatch>& now = executor.submissions.back();
        if (RecordingExecutor::hasRow(now) || number < 30) return std::nullopt;
        return ++(now.size() == 1 ? warmUps : nulls) == 1 ? std::optional(kLost) : std::nullopt;
    };
    const Recovered once = recovered(executor);
    ASSERT_TRUE(once.result.ok());
    EXPECT_EQ(once.result.value().aborted, "");
    EXPECT_THAT(failedIn(once.result.value()), IsEmpty());
    EXPECT_EQ(once.result.value().aaControl.strategies[0].status, Status::Measured);
    EXPECT_GT(warmUps, 1u);
    EXPECT_GT(nulls, 1u);
    const Recovered always = recovered("lost | Buffer<RGBA8>.Load random | set | 300");
    ASSERT_TRUE(always.result.ok());
    EXPECT_THAT(always.result.value().aborted, HasSubstr("no longer be measured"));
}

TEST(RunnerRecovery, ThreeRowsInARowThatLoseTheDeviceEndTheRun) {
    RecordingExecutor executor;
    executor.trouble = [&](std::size_t) {
        return RecordingExecutor::hasRow(executor.submissions.back()) ? std::optional(kLost) : std::nullopt;
    };
    const RunPlan many = planUnderSet({"cbuffer", "raw-load-"});
    const RunResult run = measured(executor, many);
    EXPECT_THAT(run.aborted, HasSubstr("three rows in a row"));
    EXPECT_EQ(failedIn(run).size(), 3u);
    EXPECT_EQ(analyse(run).counts.notMeasured, many.rows.size() - 3);
}

TEST(RunnerRecovery, RowsThatLoseTheDeviceWithOthersBetweenThemEndNothing) {
    RecordingExecutor executor;
    std::size_t visits = 0;
    executor.trouble = [&](std::size_t) -> std::optional<Error> {
        const std::vector<Dispatch>& now = executor.submissions.back();
        if (now.size() < 3 || !RecordingExecutor::hasRow(now)) return std::nullopt; // each works alone
        return ++visits % 2 == 0 && visits < 12 ? std::optional(kLost) : std::nullopt;
    };
    const RunPlan many = plan({});
    const RunResult run = measured(executor, many);
    EXPECT_EQ(run.aborted, "");
    EXPECT_EQ(failedIn(run).size(), 5 * many.strategies.size());
}

// Pipelines and memory are others after it.
TEST(RunnerRecovery, ANewDeviceBeginsAnRestart) {
    RecordingExecutor executor;
    std::size_t lostAt = 0;
    executor.trouble = [&](std::size_t number) -> std::optional<Error> {
        if (lostAt != 0 || executor.rowVisits().size() < 5) return std::nullopt;
        lostAt = number;
        return kLost;
    };
    std::vector<std::size_t> restarts;
    const Recovered what = recovered(executor);
    ASSERT_TRUE(what.result.ok());
    for (const RowResult& row : what.result.value().rows)
        restarts.insert(restarts.end(), row.restarts.begin(), row.restarts.end());
    EXPECT_EQ(*std::max_element(restarts.begin(), restarts.end()), executor.renewals);
}

} // namespace vkperftest::runner_recovery_test
