// Runs in which something goes wrong.
#include <algorithm>

#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "cases/suite.h"
#include "run/runner.h"
#include "support/scripted_executor.h"

namespace vkperftest {
namespace runner_trouble_test {

using testing::HasSubstr;
using testing::IsEmpty;

RunPlan plan() {
    const std::vector<std::string> filters = {"cbuffer", "typed-rgba8"};
    return {.rows = selectRows(matrixRows(), filters).value(),
            .strategies = {Strategy::Set, Strategy::Push},
            .baseline = defaultBaseline(),
            .effort = kDefaultEffort,
            .seed = 1};
}

Result<RunResult> tryMeasure(const std::string& script, const RunHooks& hooks = {}) {
    Result<std::unique_ptr<ScriptedExecutor>> executor =
        ScriptedExecutor::parse("load | * | * | 0.08 | 0.01\n" + script);
    EXPECT_TRUE(executor.ok()) << executor.error().sentence();
    return measure(*executor.value(), plan(), hooks);
}

RunResult measured(const std::string& script, const RunHooks& hooks = {}) {
    const Result<RunResult> result = tryMeasure(script, hooks);
    EXPECT_TRUE(result.ok()) << result.error().sentence();
    return result.value();
}

// All strategies of all rows but those named "row strategy" are measured; these have the status.
void expectOnly(const RunResult& run, const std::vector<std::string>& exceptions, Status status) {
    std::size_t found = 0;
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            const std::string name = row.name + " " + strategy.strategy;
            const bool exception = std::find(exceptions.begin(), exceptions.end(), name) != exceptions.end();
            EXPECT_EQ(strategy.status, exception ? status : Status::Measured)
                << name << ": " << reasonText(strategy.reason);
            if (exception) {
                ++found;
                EXPECT_THAT(strategy.nanoseconds, IsEmpty()) << name;
                EXPECT_FALSE(strategy.reason.empty()) << name;
            } else {
                EXPECT_EQ(strategy.nanoseconds.size(), row.baselineNanoseconds.size()) << name;
                EXPECT_GE(strategy.nanoseconds.size(), plan().effort.fewestSamples) << name;
            }
        }
    }
    EXPECT_EQ(found, exceptions.size());
    EXPECT_EQ(run.aborted, "");
    EXPECT_FALSE(run.interrupted);
    EXPECT_EQ(run.nullRow.strategies[0].status, Status::Measured);
}

const std::string kLinear = "cbuffer{float4} load linear";

TEST(RunnerTrouble, WrongValuesFailTheStrategyUntimed) {
    const RunResult run = measured("wrong | cbuffer*linear | push");
    expectOnly(run, {kLinear + " push"}, Status::WrongValues);
    EXPECT_THAT(reasonText(run.rows[4].strategies[1].reason), HasSubstr("wrong values"));
}

TEST(RunnerTrouble, ARowWhoseStrategiesAllFailIsNeverSampled) {
    const RunResult run = measured("wrong | cbuffer*linear | *");
    expectOnly(run, {kLinear + " set", kLinear + " push"}, Status::WrongValues);
    EXPECT_THAT(run.rows[4].baselineNanoseconds, IsEmpty());
    EXPECT_EQ(run.rows[4].stopped, std::nullopt);
}

TEST(RunnerTrouble, UnsupportedIsAnOrdinaryResult) {
    const RunResult run = measured("unsupported | cbuffer* | push | no push descriptors");
    expectOnly(run,
               {"cbuffer{float4} load uniform push", "cbuffer{float4} load linear push",
                "cbuffer{float4} load random push"},
               Status::Unsupported);
    EXPECT_EQ(reasonText(run.rows[4].strategies[1].reason), "no push descriptors");
}

TEST(RunnerTrouble, UnsupportedFirstStrategyLeavesTheSecond) {
    const RunResult run = measured("unsupported | cbuffer*linear | set | no sets");
    expectOnly(run, {kLinear + " set"}, Status::Unsupported);
    EXPECT_FALSE(analyseRow(run, run.rows[4]).timeOver(0, 1).has_value());
}

// From the first probe to the middle of the rounds.
TEST(RunnerTrouble, ALostDeviceFailsTheStrategyThatLostIt) {
    for (const char* sample : {"1", "2", "5", "10"}) {
        for (const char* strategy : {"set", "push"}) {
            SCOPED_TRACE(testing::Message() << "sample " << sample << " of " << strategy);
            const RunResult run =
                measured(std::string("lost | cbuffer*linear | ") + strategy + " | " + sample);
            expectOnly(run, {kLinear + " " + strategy}, Status::Failed);
        }
    }
}

TEST(RunnerTrouble, BothStrategiesMayLoseTheDevice) {
    expectOnly(measured("lost | cbuffer*linear | * | 7"), {kLinear + " set", kLinear + " push"},
               Status::Failed);
}

TEST(RunnerTrouble, ADeviceThatIsGoneEndsTheRunWithTheResultsSoFar) {
    const RunResult run = measured("gone | 420");
    EXPECT_THAT(run.aborted, HasSubstr("could not be opened again"));
    EXPECT_FALSE(run.interrupted);
    const StatusCounts counts = analyse(run).counts;
    EXPECT_GE(counts.measured, 8u);
    EXPECT_LE(counts.failed, 2u) << "only the row that it was sampled with may be blamed";
    for (const RowResult& row : run.rows) {
        if (row.strategies[0].status != Status::Measured) continue;
        EXPECT_GT(row.baselineNanoseconds.size(), 1u);
        EXPECT_NE(row.stopped, StopReason::Time);
    }
}

TEST(RunnerTrouble, ADeviceThatIsGoneBeforeTheRoundsLeavesNothing) {
    const RunResult run = measured("gone | 60"); // in the warm-up
    EXPECT_FALSE(run.aborted.empty());
    EXPECT_FALSE(run.warmedUp);
    EXPECT_EQ(analyse(run).counts.notMeasured, 12u);
    for (const RowResult& row : run.rows) {
        EXPECT_EQ(row.stopped, std::nullopt);
        for (const StrategyResult& strategy : row.strategies) EXPECT_FALSE(strategy.reason.empty());
    }
}

TEST(RunnerTrouble, AnInterruptKeepsWhatIsMeasured) {
    std::size_t asked = 0;
    const RunResult run = measured("", {.interrupted = [&] { return ++asked > 80; }});
    EXPECT_TRUE(run.interrupted);
    EXPECT_EQ(run.aborted, "");
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            EXPECT_FALSE(hasFailed(strategy.status));
            EXPECT_EQ(strategy.status == Status::Measured, !strategy.nanoseconds.empty());
            EXPECT_EQ(strategy.nanoseconds.size(), row.baselineNanoseconds.size());
        }
        EXPECT_EQ(row.stopped,
                  row.baselineNanoseconds.empty() ? std::nullopt : std::optional(StopReason::Interrupted));
    }
}

TEST(RunnerTrouble, AnInterruptInTheFirstRoundLeavesRowsUnmeasured) {
    std::size_t progressed = 0;
    const RunResult run = measured("", {.progress = [&](const Progress&) { ++progressed; },
                                        .interrupted = [&] { return progressed >= 2; }});
    const StatusCounts counts = analyse(run).counts;
    EXPECT_EQ(counts.measured, 4u);
    EXPECT_EQ(counts.notMeasured, 8u);
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            EXPECT_EQ(strategy.reason.empty(), strategy.status == Status::Measured);
        }
    }
}

TEST(RunnerTrouble, ABaselineThatCannotBeMeasuredIsAnError) {
    for (const char* script :
         {"wrong | Buffer<RGBA8>.Load random | set", "lost | Buffer<RGBA8>.Load random | set | 1",
          "unsupported | Buffer<RGBA8>.Load random | set | no texel buffers"}) {
        const Result<RunResult> run = tryMeasure(script);
        ASSERT_FALSE(run.ok()) << script;
        EXPECT_EQ(run.error().kind, ErrorKind::RowFailed) << script;
        EXPECT_THAT(run.error().cause,
                    HasSubstr("the baseline 'Buffer<RGBA8>.Load random' cannot be measured: "));
        EXPECT_THAT(run.error().remedy, HasSubstr("--baseline"));
    }
    EXPECT_THAT(tryMeasure("wrong | Buffer<RGBA8>.Load random | set").error().cause,
                HasSubstr("wrong values"));
}

TEST(RunnerTrouble, ADeviceThatIsGoneAtOnceIsNoDevice) {
    const Result<RunResult> run = tryMeasure("gone | 1");
    ASSERT_FALSE(run.ok());
    EXPECT_EQ(run.error().kind, ErrorKind::NoDevice);
}

} // namespace runner_trouble_test
} // namespace vkperftest
