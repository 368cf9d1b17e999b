// Whole runs on scripted devices.
#include "run/runner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "cases/suite.h"
#include "run/resume.h"
#include "support/scripted_executor.h"

namespace vkperftest {
namespace runner_test {

using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

RunPlan planOf(const std::vector<std::string>& filters, Effort effort = kDefaultEffort) {
    return {.rows = selectRows(matrixRows(), filters).value(),
            .strategies = {Strategy::Set, Strategy::Push},
            .baseline = defaultBaseline(),
            .effort = effort,
            .seed = 1};
}

Result<RunResult> tryMeasure(std::string_view script, const RunPlan& plan, const RunHooks& hooks = {}) {
    Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(script);
    EXPECT_TRUE(executor.ok()) << executor.error().sentence();
    return measure(*executor.value(), plan, hooks);
}

RunResult measured(std::string_view script, const RunPlan& plan, const RunHooks& hooks = {}) {
    const Result<RunResult> result = tryMeasure(script, plan, hooks);
    EXPECT_TRUE(result.ok()) << result.error().sentence();
    return result.value();
}

const RowResult& row(const RunResult& run, std::string_view name) {
    return *std::find_if(run.rows.begin(), run.rows.end(),
                         [&](const RowResult& r) { return r.name == name; });
}

std::optional<PairedRatio> ratioOf(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const RowFigures figures = analyseRow(run, row);
    return figures.under(strategy) ? std::optional(figures.under(strategy)->ratio) : std::nullopt;
}

double timed(const RowResult& of) {
    double sum = std::accumulate(of.baselineNanoseconds.begin(), of.baselineNanoseconds.end(), 0.0);
    for (const StrategyResult& strategy : of.strategies) {
        sum = std::accumulate(strategy.nanoseconds.begin(), strategy.nanoseconds.end(), sum);
    }
    return sum;
}

// Each sample of every strategy goes with one of the baseline; what was not measured has a reason and no
// samples.
void expectConsistent(const RunResult& run) {
    for (const RowResult& of : run.rows) {
        for (const StrategyResult& strategy : of.strategies) {
            SCOPED_TRACE(of.name + " " + strategy.strategy);
            if (strategy.status == Status::Measured) {
                EXPECT_EQ(strategy.nanoseconds.size(), of.baselineNanoseconds.size());
                EXPECT_GT(strategy.loads, 0u);
                EXPECT_TRUE(strategy.reason.empty());
                EXPECT_TRUE(of.stopped.has_value());
            } else {
                EXPECT_THAT(strategy.nanoseconds, IsEmpty());
                EXPECT_FALSE(strategy.reason.empty());
            }
        }
    }
}

TEST(Runner, FindsTheRatios) {
    const RunResult run =
        measured("load | * | * | 0.08\nload | cbuffer*linear | * | 0.02\nload | cbuffer*linear | push | 0.16",
                 planOf({"cbuffer"}));
    expectConsistent(run);
    EXPECT_NEAR(ratioOf(run, row(run, "cbuffer{float4} load linear"), 0)->median, 4, 1e-3);
    EXPECT_NEAR(ratioOf(run, row(run, "cbuffer{float4} load linear"), 1)->median, 0.5, 1e-3);
    EXPECT_NEAR(ratioOf(run, row(run, "cbuffer{float4} load uniform"), 0)->median, 1, 1e-3);
    EXPECT_NEAR(analyseRow(run, row(run, "cbuffer{float4} load linear")).timeOver(0, 1)->median, 0.125, 1e-3);
    EXPECT_TRUE(run.warmedUp);
    EXPECT_FALSE(run.interrupted);
    EXPECT_EQ(run.aborted, "");
}

TEST(Runner, DescribesTheRun) {
    RunPlan plan = planOf({"typed-r8-linear"}, kQuickEffort);
    plan.strategies = {Strategy::Push, Strategy::Set};
    plan.seed = 77;
    const RunResult run = measured("", plan);
    EXPECT_EQ(run.settings.baseline, "Buffer<RGBA8>.Load random");
    EXPECT_THAT(run.settings.strategies, testing::ElementsAre("push", "set"));
    EXPECT_EQ(run.settings.effort, "quick");
    EXPECT_EQ(run.settings.precisionGoal, kQuickEffort.width);
    EXPECT_EQ(run.settings.seed, 77u);
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_EQ(run.rows[0].name, "Buffer<R8>.Load linear");
    EXPECT_EQ(run.rows[0].operation, "Buffer<R8>.Load");
    EXPECT_EQ(run.rows[0].pattern, "linear");
    EXPECT_EQ(run.rows[0].id, "typed-r8-linear");
    EXPECT_EQ(run.rows[0].strategies[0].strategy, "push");
}

TEST(Runner, KeepsTheRowsOrder) {
    const RunPlan plan = planOf({"Buffer<R*"}, kQuickEffort);
    const RunResult run = measured("load | * | * | 0.05 | 0.01", plan);
    ASSERT_EQ(run.rows.size(), plan.rows.size());
    for (std::size_t i = 0; i < run.rows.size(); ++i) EXPECT_EQ(run.rows[i].name, caseName(plan.rows[i]));
}

TEST(Runner, FindsTheRatiosUnderNoise) {
    const RunResult run = measured("load | * | * | 0.08 | 0.02\nload | cbuffer* | * | 0.02 | 0.03",
                                   planOf({"cbuffer"}, kPreciseEffort));
    expectConsistent(run);
    for (const RowResult& of : run.rows) {
        for (const std::size_t s : {0u, 1u}) {
            const PairedRatio ratio = *ratioOf(run, of, s);
            EXPECT_NEAR(ratio.median, 4, 4 * 0.02);
            ASSERT_TRUE(ratio.interval.has_value());
            EXPECT_GT(ratio.interval->high, ratio.interval->low);
        }
    }
}

TEST(Runner, StopsAtThePrecisionGoal) {
    for (const Effort& effort : {kDefaultEffort, kQuickEffort, kPreciseEffort}) {
        const RunResult run = measured("load | * | * | 0.08 | 0.002", planOf({"cbuffer"}, effort));
        for (const RowResult& of : run.rows) {
            EXPECT_EQ(of.stopped, StopReason::Precision);
            EXPECT_GE(of.baselineNanoseconds.size(), effort.fewestSamples);
            for (const std::size_t s : {0u, 1u}) {
                EXPECT_LE(*relativeWidth(*ratioOf(run, of, s)), effort.width);
                EXPECT_FALSE(analyseRow(run, of).under(s)->imprecise);
            }
        }
    }
}

TEST(Runner, StopsWhenTheTimeIsUp) {
    const RunPlan plan = planOf({"cbuffer"});
    const RunResult run =
        measured("load | * | * | 0.08 | 0.002\nload | cbuffer*linear | * | 0.08 | 0.5", plan);
    expectConsistent(run);
    EXPECT_EQ(row(run, "cbuffer{float4} load linear").stopped, StopReason::Time);
    EXPECT_TRUE(analyseRow(run, row(run, "cbuffer{float4} load linear")).under(0)->imprecise);
    EXPECT_EQ(row(run, "cbuffer{float4} load random").stopped, StopReason::Precision);
}

// Of nanoseconds of the device that were planned, the share that was spent; all rows stopped since time was up.
double shareOfTime(const RunPlan& plan, const std::string& script, bool cpu = true) {
    const RunResult run = measured(script, plan);
    double sum = timed(run.nullRow);
    for (const RowResult& of : run.rows) {
        EXPECT_EQ(of.stopped, StopReason::Time);
        sum += timed(of);
    }
    const auto programs =
        static_cast<double>(plan.rows.size() * plan.strategies.size() + 1); // the null row's too
    return sum / (effortOn(methodOf(cpu), plan.effort).secondsPerProgram * 1e9 * programs);
}

TEST(Runner, KeepsToItsTime) {
    const RunPlan plan = planOf({"cbuffer"});
    const double share = shareOfTime(plan, "load | * | * | 0.08 | 0.04");
    EXPECT_GT(share, 0.8);
    EXPECT_LT(share, 1.2); // with one submission more
}

TEST(Runner, GoesOnForTwiceTheTimeWhereIntervalsAreTooWide) {
    const RunPlan plan =
        planOf({"cbuffer", "StructuredBuffer"}); // so many that one submission matters little
    const double share = shareOfTime(plan, "load | * | * | 0.08 | 0.5");
    EXPECT_GT(share, 1.6);
    EXPECT_LT(share, 2.2);
    RunPlan timed = planOf({"cbuffer"}); // somebody said how long
    timed.effort.secondsInAll = 2;
    EXPECT_LT(measured("load | * | * | 0.08 | 0.5", timed).timedNanoseconds, 2.3e9);
    EXPECT_LT(shareOfTime(plan, "gpu\nload | * | * | 0.08 | 0.5", false), 1.3)
        << "samples of a GPU are paired";
}

// The samples alone would make an interval of +-2 % or less.
TEST(Runner, GoesOnLikewiseWhereOnlyEpochsDiffer) {
    const RunPlan plan = planOf({"cbuffer", "StructuredBuffer"});
    EXPECT_GT(shareOfTime(plan, "load | * | * | 0.08 | 0.02\nepoch | * | * | 0.06"), 1.6);
    EXPECT_LT(shareOfTime(plan, "load | * | * | 0.08 | 0.02\nepoch | * | * | 0.01"), 1.3);
}

TEST(Runner, OnlyWideRowsGoOn) {
    const RunResult run =
        measured("load | * | * | 0.08 | 0.02\nepoch | * | * | 0.002\nepoch | cbuffer* | * | 0.1",
                 planOf({"cbuffer", "StructuredBuffer"}));
    const auto samples = [&](std::string_view name) { return row(run, name).baselineNanoseconds.size(); };
    const std::size_t steady = samples("StructuredBuffer<float4>.Load linear");
    EXPECT_GT(samples("cbuffer{float4} load linear"), 2 * steady);
    EXPECT_LE(samples("StructuredBuffer<float>.Load linear"), steady + steady / 4);
}

TEST(Runner, TimeThatOneRowSparesServesTheOthers) {
    const RunPlan plan = planOf({"cbuffer"});
    const RunResult run = measured("load | * | * | 0.08\nload | cbuffer*linear | * | 0.08 | 0.5", plan);
    EXPECT_GT(timed(row(run, "cbuffer{float4} load linear")),
              1.5 * effortOn(kSoftwareMethod, plan.effort).secondsPerProgram * 1e9 * 2);
}

TEST(Runner, AlwaysHasTheNullRow) {
    for (const char* filter : {"typed-rgba8-random", "typed-r8-linear", "cbuffer", "Texture2D"}) {
        const RunResult run =
            measured("load | * | * | 0.08 | 0.002\nload | cbuffer* | * | 0.02", planOf({filter}));
        EXPECT_EQ(run.nullRow.name, "Buffer<RGBA8>.Load random");
        ASSERT_EQ(run.nullRow.strategies.size(), 1u);
        EXPECT_EQ(run.nullRow.strategies[0].strategy, "set");
        EXPECT_EQ(run.nullRow.strategies[0].status, Status::Measured) << filter;
        const auto ratio = ratioOf(run, run.nullRow, 0);
        ASSERT_TRUE(ratio.has_value());
        EXPECT_NEAR(ratio->median, 1, 0.01);
        EXPECT_TRUE(ratio->interval.has_value()) << filter << ": too few samples to tell the harness's error";
    }
}

TEST(Runner, KeepsTheBaselinesSeries) {
    const RunResult run = measured("load | * | * | 0.08 | 0.002", planOf({"cbuffer"}));
    std::size_t samples = run.nullRow.baselineNanoseconds.size();
    for (const RowResult& of : run.rows) samples += of.baselineNanoseconds.size();
    EXPECT_EQ(run.baselineSeries.size(), samples);
    EXPECT_THAT(run.baselineSeries, Each(testing::DoubleNear(0.08, 0.08 * 0.02))); // a load
}

// A run that ended before the null row's turn, too, says how large its baseline was.
TEST(Runner, AnyRowTellsTheBaselinesSize) {
    RunResult run = measured("load | * | * | 0.08", planOf({"cbuffer"}));
    const std::uint64_t loads = run.nullRow.baselineLoads;
    run.nullRow = {};
    run.rows[0] = {};
    const Result<KnownSizes> sizes = sizesOf(run);
    ASSERT_TRUE(sizes.ok());
    EXPECT_GT(loads, 0u);
    EXPECT_EQ(sizes.value().baselineLoads, loads);
}

TEST(Runner, MeasuresAgainstTheBaselineAskedFor) {
    RunPlan plan = planOf({"typed-r8-linear"});
    plan.baseline = findRow(matrixRows(), "raw-load-linear").value();
    const RunResult run =
        measured("load | * | * | 0.08\nload | ByteAddressBuffer.Load linear | * | 0.02", plan);
    EXPECT_EQ(run.settings.baseline, "ByteAddressBuffer.Load linear");
    EXPECT_EQ(run.nullRow.name, "ByteAddressBuffer.Load linear");
    EXPECT_NEAR(ratioOf(run, run.rows[0], 0)->median, 0.25, 1e-3);
}

TEST(Runner, SameSeedSameResults) {
    const auto samples = [](std::uint64_t seed) {
        RunPlan plan = planOf({"cbuffer"});
        plan.seed = seed;
        return measured("load | * | * | 0.08 | 0.02", plan).baselineSeries;
    };
    EXPECT_EQ(samples(5), samples(5));
    EXPECT_NE(samples(5), samples(6));
}

TEST(Runner, MakesSamplesLongAgainstTheTick) {
    for (const double tick : {52.083, 1000.0, 10e3}) {
        for (const std::string kind : {"", "gpu\n"}) {
            const std::string script = kind + "tick | " + std::to_string(tick) +
                                       "\nload | * | * | 0.0008\nload | cbuffer* | * | 0.0003";
            const RunResult run = measured(script, planOf({"cbuffer"}));
            for (const RowResult& of : run.rows) {
                for (const double sample : of.strategies[0].nanoseconds) {
                    EXPECT_GE(std::round(sample / tick), 1000);
                    if (kind.empty()) {
                        EXPECT_NEAR(sample / tick, std::round(sample / tick), 1e-6);
                    }
                }
                EXPECT_NEAR(ratioOf(run, of, 0)->median, 8.0 / 3, 0.005);
            }
        }
    }
}

TEST(Runner, RefusesATimerThatIsTooCoarse) {
    const Result<RunResult> run = tryMeasure("tick | 1000000", planOf({"cbuffer"}));
    ASSERT_FALSE(run.ok());
    EXPECT_EQ(run.error().kind, ErrorKind::NoDevice);
}

TEST(Runner, ReportsProgress) {
    const RunPlan plan = planOf({"cbuffer"});
    double fraction = 0;
    std::size_t done = 0, calls = 0;
    const RunHooks hooks{.progress = [&](const Progress& progress) {
        EXPECT_GE(progress.fraction, fraction);
        EXPECT_LE(progress.fraction, 1);
        EXPECT_GE(progress.rowsDone, done);
        EXPECT_LE(progress.rowsDone, progress.rows);
        ASSERT_NE(progress.row, nullptr);
        EXPECT_FALSE(progress.row->name.empty());
        fraction = progress.fraction;
        done = progress.rowsDone;
        ++calls;
    }};
    measured("load | * | * | 0.08 | 0.002", plan, hooks);
    EXPECT_GE(calls, plan.rows.size() * plan.effort.fewestSamples);
    EXPECT_EQ(fraction, 1);
    EXPECT_GE(done, plan.rows.size());
}

// Whatever ends the program then, the row is in the file.
TEST(Runner, ReportsNoRowAsFinishedThatItDidNotOfferToSave) {
    const auto stopped = [](const RunResult& run) {
        return static_cast<std::size_t>(std::count_if(
            run.rows.begin(), run.rows.end(), [](const RowResult& row) { return row.stopped.has_value(); }));
    };
    const RunPlan plan = planOf({"Load4"});
    std::size_t saved = 0, done = 0;
    measured("load | * | * | 0.08 | 0.002", plan,
             {.progress =
                  [&](const Progress& progress) {
                      EXPECT_LE(progress.rowsDone, saved);
                      done = progress.rowsDone;
                  },
              .checkpoint = [&](const RunResult& run) { saved = stopped(run); }});
    EXPECT_EQ(done, plan.rows.size());
}

} // namespace runner_test
} // namespace vkperftest
