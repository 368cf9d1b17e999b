// Twins: measured beside the rows, so that reports can tell what bounds these.
#include <algorithm>

#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "cases/controls.h"
#include "cases/suite.h"
#include "model/merge.h"
#include "run/resume.h"
#include "run/runner.h"
#include "support/scripted_executor.h"

namespace vkperftest {
namespace runner_twins_test {

using testing::ElementsAre;
using testing::SizeIs;

constexpr const char* kSteady = "load | * | * | 0.08 | 0.001\nload | *, floor | * | 0.02 | 0.001\n"
                                "load | *, serial | * | 0.12 | 0.001\n";

RunPlan planOf(const std::vector<std::string>& filters) {
    RunPlan plan{.rows = selectRows(matrixRows(), filters).value(),
                 .strategies = {Strategy::Push, Strategy::Set},
                 .baseline = defaultBaseline(),
                 .effort = kDefaultEffort,
                 .seed = 1};
    plan.twins = missingTwins(plan.rows);
    return plan;
}

RunResult measured(std::string_view script, const RunPlan& plan, const RunHooks& hooks = {}) {
    Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(script);
    EXPECT_TRUE(executor.ok()) << executor.error().sentence();
    const Result<RunResult> result = measure(*executor.value(), plan, hooks);
    EXPECT_TRUE(result.ok()) << result.error().sentence();
    return result.value();
}

TEST(RunnerTwins, AreMeasuredUnderOneStrategyAndNamedByTheirRows) {
    const RunResult run = measured(kSteady, planOf({"cbuffer"}));
    ASSERT_THAT(run.twins, SizeIs(2 + 3)) << "floors and serial ones";
    EXPECT_THAT(run.rows, SizeIs(3));
    EXPECT_EQ(run.rows[0].floor, "cbuffer{float4} load uniform, floor");
    EXPECT_EQ(run.rows[1].floor, "cbuffer{float4} load linear, floor");
    EXPECT_EQ(run.rows[2].floor, "cbuffer{float4} load linear, floor") << "a random row";
    EXPECT_EQ(run.rows[2].serial, "cbuffer{float4} load random, serial");
    for (const RowResult& twin : run.twins) {
        ASSERT_THAT(twin.strategies, SizeIs(1));
        EXPECT_EQ(twin.strategies[0].strategy, "set");
        EXPECT_EQ(twin.strategies[0].status, Status::Measured);
        EXPECT_EQ(twin.strategies[0].nanoseconds.size(), twin.baselineNanoseconds.size());
        EXPECT_EQ(twin.stopped, StopReason::Precision);
        const double truth = listOfTwin(run, twin) == TwinList::Floors ? 4 : 2.0 / 3;
        EXPECT_NEAR(analyseRow(run, twin).under(0)->ratio.median, truth, 0.01);
    }
    for (const RowResult& row : run.rows) {
        for (const std::size_t strategy : {0u, 1u}) {
            EXPECT_EQ(analyseRow(run, row).under(strategy)->bound, Bound::Loads);
            EXPECT_NEAR(analyseRow(run, row).under(strategy)->serialGain->median, 1.5, 0.01);
        }
    }
}

TEST(RunnerTwins, TellRowsThatTheirLoadsDoNotLimit) {
    const RunResult run =
        measured(std::string(kSteady) + "load | *linear | * | 0.022 | 0.002\n", planOf({"cbuffer"}));
    EXPECT_EQ(analyseRow(run, run.rows[0]).under(0)->bound, Bound::Loads);
    EXPECT_EQ(analyseRow(run, run.rows[1]).under(0)->bound, Bound::Adds);
    EXPECT_EQ(analyseRow(run, run.rows[2]).under(0)->bound, Bound::Loads);
}

TEST(RunnerTwins, StopSoonerThanRows) {
    const RunResult run =
        measured("load | * | * | 0.08 | 0.01\nload | *, floor | * | 0.02 | 0.01\n", planOf({"cbuffer"}));
    for (const RowResult& twin : run.twins) {
        EXPECT_EQ(twin.stopped, StopReason::Precision);
        EXPECT_LT(twin.baselineNanoseconds.size(), run.rows[0].baselineNanoseconds.size());
    }
}

TEST(RunnerTwins, NoisySerialOnesEndWithTheirShareOfTheTime) {
    const RunResult run = measured("load | * | * | 0.08 | 0.05\nload | *, serial | * | 0.12 | 0.5\n"
                                   "load | *, floor | * | 0.02 | 0.002\n",
                                   planOf({"cbuffer"}));
    for (const RowResult& twin : run.twins) {
        if (listOfTwin(run, twin) != TwinList::Serial) continue;
        EXPECT_EQ(twin.stopped, StopReason::Time);
        EXPECT_GE(twin.baselineNanoseconds.size(), twinEffort(kSoftwareMethod, kDefaultEffort).fewestSamples);
        EXPECT_LT(2 * twin.baselineNanoseconds.size(), run.rows[0].baselineNanoseconds.size());
    }
}

TEST(RunnerTwins, AreNoRowsOfTheProgress) {
    std::size_t calls = 0;
    const RunHooks hooks{.progress = [&](const Progress& progress) {
        EXPECT_EQ(progress.rows, 3u);
        EXPECT_LE(progress.rowsDone, 3u);
        ++calls;
    }};
    measured(kSteady, planOf({"cbuffer"}), hooks);
    EXPECT_GT(calls, 0u);
}

TEST(RunnerTwins, WrongValuesFailTheFloorAlone) {
    const RunResult run =
        measured(std::string(kSteady) + "wrong | *linear, floor | *\n", planOf({"cbuffer"}));
    EXPECT_EQ(run.twins[1].strategies[0].status, Status::WrongValues);
    EXPECT_EQ(analyseRow(run, run.rows[0]).under(0)->bound, Bound::Loads);
    EXPECT_EQ(analyseRow(run, run.rows[1]).under(0)->bound, Bound::Unknown);
    EXPECT_EQ(run.rows[1].strategies[0].status, Status::Measured);
}

TEST(RunnerTwins, ASerialTwinWithWrongValuesCostsTheGainAlone) {
    const RunResult run =
        measured(std::string(kSteady) + "wrong | *linear, serial | *\n", planOf({"cbuffer"}));
    EXPECT_EQ(analyseRow(run, run.rows[1]).under(0)->bound, Bound::Loads);
    EXPECT_FALSE(analyseRow(run, run.rows[1]).under(0)->serialGain);
    EXPECT_TRUE(analyseRow(run, run.rows[2]).under(0)->serialGain);
}

TEST(RunnerTwins, GoOnWithTheSamplesOfAnEarlierRun) {
    RunPlan plan = planOf({"cbuffer"});
    plan.block = AbBlock{.rounds = 4};
    const RunResult first = measured(kSteady, plan);
    ASSERT_THAT(first.twins[0].baselineNanoseconds, SizeIs(4));
    plan.block.reset();
    const Result<KnownSizes> sizes = sizesOf(first);
    ASSERT_TRUE(sizes.ok());
    EXPECT_TRUE(sizes.value().rowLoads.contains("cbuffer{float4} load linear, floor"));
    plan.earlier = EarlierRun{first, sizes.value()};
    for (RowResult& floor : plan.earlier->measurements.twins) floor.stopped = StopReason::Interrupted;
    const RunResult second = measured(kSteady, plan);
    ASSERT_THAT(second.twins, SizeIs(first.twins.size()));
    for (std::size_t f = 0; f < first.twins.size(); ++f) {
        const std::vector<double>& before = first.twins[f].baselineNanoseconds;
        const std::vector<double>& after = second.twins[f].baselineNanoseconds;
        ASSERT_GT(after.size(), before.size());
        EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
        EXPECT_GT(second.twins[f].epochs.back(), first.twins[f].epochs.back());
    }
}

TEST(RunnerTwins, OfSeveralRunsAreMerged) {
    RunPlan plan = planOf({"cbuffer"});
    plan.block = AbBlock{.rounds = 3};
    const std::vector<RunResult> runs = {measured(kSteady, plan), measured(kSteady, plan)};
    const RunResult merged = mergeRuns(runs).run;
    ASSERT_THAT(merged.twins, SizeIs(runs[0].twins.size()));
    for (const RowResult& floor : merged.twins) {
        EXPECT_THAT(floor.baselineNanoseconds, SizeIs(6));
        EXPECT_THAT(floor.strategies[0].nanoseconds, SizeIs(6));
        EXPECT_THAT(floor.epochs, ElementsAre(0, 0, 0, 1, 1, 1));
        for (std::size_t i = 0; i < floor.sequence.size(); ++i) {
            EXPECT_EQ(merged.baselineSeries.at(floor.sequence[i]),
                      floor.baselineNanoseconds[i] / static_cast<double>(floor.baselineLoads));
        }
    }
}

TEST(RunnerTwins, WrongValuesOfOneRunStayWhenItIsMerged) {
    RunPlan plan = planOf({"cbuffer"});
    plan.block = AbBlock{.rounds = 3};
    const std::vector<RunResult> runs = {measured(kSteady, plan),
                                         measured(std::string(kSteady) + "wrong | *linear | push\n", plan)};
    const RowResult row = mergeRuns(runs).run.rows[1];
    EXPECT_EQ(row.strategies[0].status, Status::WrongValues);
    EXPECT_THAT(row.strategies[0].nanoseconds, SizeIs(0));
    EXPECT_THAT(row.strategies[1].nanoseconds, SizeIs(6 * kSoftwareMethod.mostSamples));
}

} // namespace runner_twins_test
} // namespace vkperftest
