// Whole runs on scripted devices: what is measured, for how long, and what is said of it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "made_up_runs.h"
#include "model/merge.h"
#include "model/perftest_text.h"

namespace vkperftest::runner_test {

const std::string kLinear = "cbuffer{float4} load linear";

RunPlan planOf(const std::vector<std::string>& filters, const Effort& effort = kDefaultEffort) {
    return vkperftest::planOf(filters, kSetAndPush, effort);
}

const RowResult& row(const RunResult& run, std::string_view name) {
    return *std::ranges::find(run.rows, name, &RowResult::name);
}

std::optional<PairedRatio> ratioOf(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const RowFigures figures = analyse(run).of(row);
    return figures.under(strategy) ? std::optional(figures.under(strategy)->ratio) : std::nullopt;
}

double timed(const RowResult& of) {
    double sum = std::accumulate(of.baselineNanoseconds.begin(), of.baselineNanoseconds.end(), 0.0);
    for (const StrategyResult& strategy : of.strategies)
        sum = std::accumulate(strategy.nanoseconds.begin(), strategy.nanoseconds.end(), sum);
    return sum;
}

// All strategies of all rows but those named "row strategy" are measured, each sample with one of the baseline; these
// have the status and a reason.
void expectOnly(const RunResult& run, const std::vector<std::string>& exceptions = {},
                Status status = Status::Measured) {
    std::vector<std::string> found;
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            const std::string name = row.name + " " + strategy.strategy;
            SCOPED_TRACE(name);
            const bool exception = std::ranges::count(exceptions, name) > 0;
            EXPECT_EQ(strategy.status, exception ? status : Status::Measured) << reasonText(strategy.reason);
            EXPECT_EQ(strategy.reason.empty(), !exception);
            if (exception) found.push_back(name);
            if (exception) {
                EXPECT_THAT(strategy.nanoseconds, IsEmpty());
            } else {
                EXPECT_EQ(strategy.nanoseconds.size(), row.baselineNanoseconds.size());
                EXPECT_GE(strategy.nanoseconds.size(), kDefaultEffort.fewestSamples);
                EXPECT_GT(strategy.loads, 0u);
                EXPECT_TRUE(row.stopped.has_value());
            }
        }
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(exceptions));
    EXPECT_EQ(run.aborted, "");
    EXPECT_FALSE(run.interrupted);
    EXPECT_EQ(run.aaControl.strategies[0].status, Status::Measured);
}

TEST(Runner, FindsTheRatios) {
    const RunResult run =
        measured("load | * | * | 0.08\nload | cbuffer*linear | * | 0.02\nload | cbuffer*linear | push | 0.16",
                 planOf({"cbuffer"}));
    expectOnly(run);
    EXPECT_NEAR(ratioOf(run, row(run, kLinear), 0)->median, 4, 1e-3);
    EXPECT_NEAR(ratioOf(run, row(run, kLinear), 1)->median, 0.5, 1e-3);
    EXPECT_NEAR(ratioOf(run, row(run, "cbuffer{float4} load uniform"), 0)->median, 1, 1e-3);
    EXPECT_NEAR(analyse(run).of(row(run, kLinear)).timeOver(0, 1)->median, 0.125, 1e-3);
    EXPECT_TRUE(run.warmedUp);
    // Also under noise.
    const RunResult noisy = measured("load | * | * | 0.08 | 0.02\nload | cbuffer* | * | 0.02 | 0.03",
                                     planOf({"cbuffer"}, kPreciseEffort));
    expectOnly(noisy);
    for (const RowResult& of : noisy.rows) {
        for (const std::size_t s : {0u, 1u}) {
            const PairedRatio ratio = *ratioOf(noisy, of, s);
            EXPECT_NEAR(ratio.median, 4, 4 * 0.02);
            ASSERT_TRUE(ratio.interval.has_value());
            EXPECT_GT(ratio.interval->high, ratio.interval->low);
        }
    }
}

TEST(Runner, DescribesTheRun) {
    RunPlan plan = planOf({"typed-r8-linear", "typed-r*8-*"}, kQuickEffort);
    plan.strategies = {Strategy::Push, Strategy::Set};
    plan.seed = 77;
    plan.baseline = *perfTestRow("ByteAddressBuffer.Load linear");
    const RunResult run = measured("load | * | * | 0.08\nload | Byte*Load linear | * | 0.02", plan);
    EXPECT_EQ(run.settings.baseline, "ByteAddressBuffer.Load linear");
    EXPECT_EQ(run.aaControl.name, "ByteAddressBuffer.Load linear");
    EXPECT_NEAR(ratioOf(run, run.rows[0], 0)->median, 0.25, 1e-3);
    EXPECT_THAT(run.settings.strategies, ElementsAre("push", "set"));
    EXPECT_EQ(run.settings.effort, "quick");
    EXPECT_EQ(run.settings.precisionGoal, kQuickEffort.width);
    EXPECT_EQ(run.settings.seed, 77u);
    const RowResult& described = row(run, "Buffer<R8>.Load linear");
    EXPECT_EQ(described.operation, "Buffer<R8>.Load");
    EXPECT_EQ(described.pattern, "linear");
    EXPECT_EQ(described.id, "typed-r8-linear");
    EXPECT_EQ(described.strategies[0].strategy, "push");
    ASSERT_EQ(run.rows.size(), plan.rows.size());
    for (std::size_t i = 0; i < run.rows.size(); ++i) EXPECT_EQ(run.rows[i].name, caseName(plan.rows[i]));
}

TEST(Runner, StopsAtThePrecisionGoalOrWhenTheTimeIsUp) {
    for (const Effort& effort : {kDefaultEffort, kQuickEffort, kPreciseEffort}) {
        const RunResult run = measured("load | * | * | 0.08 | 0.002", planOf({"cbuffer"}, effort));
        for (const RowResult& of : run.rows) {
            EXPECT_EQ(of.stopped, StopReason::Precision);
            EXPECT_GE(of.baselineNanoseconds.size(), effort.fewestSamples);
            for (const std::size_t s : {0u, 1u}) {
                EXPECT_LE(*relativeWidth(ratioToBaseline(of, s)), effort.width);
            }
        }
    }
    const RunResult run =
        measured("load | * | * | 0.08 | 0.002\nload | cbuffer*linear | * | 0.08 | 0.5", planOf({"cbuffer"}));
    expectOnly(run);
    // Time that the other rows spare serves it.
    EXPECT_GT(timed(row(run, kLinear)),
              1.5 * effortOn(kSoftwareMethod, kDefaultEffort).secondsPerProgram * 1e9 * 2);
    EXPECT_EQ(row(run, kLinear).stopped, StopReason::Time);
    EXPECT_TRUE(analyse(run).of(row(run, kLinear)).under(0)->imprecise);
    EXPECT_EQ(row(run, "cbuffer{float4} load random").stopped, StopReason::Precision);
}

// Of nanoseconds of the device that were planned, the share that was spent; all rows stopped since time was up.
double shareOfTime(const RunPlan& plan, const std::string& script, bool cpu = true) {
    const RunResult run = measured(script, plan);
    double sum = timed(run.aaControl);
    for (const RowResult& of : run.rows) {
        EXPECT_EQ(of.stopped, StopReason::Time);
        sum += timed(of);
    }
    const auto programs =
        static_cast<double>(plan.rows.size() * plan.strategies.size() + 1); // the A/A control's too
    return sum / (effortOn(methodOf(cpu), plan.effort).secondsPerProgram * 1e9 * programs);
}

// Twice the time is for intervals that are too wide, also where only restarts differ: the samples alone would make an
// interval of +-2 % or less. Samples of a GPU are paired.
TEST(Runner, KeepsToItsTime) {
    const RunPlan many =
        planOf({"cbuffer", "StructuredBuffer", "Buffer<R32f>"}); // so that one submission matters little
    const struct {
        const char* script;
        double least, most;
    } shares[] = {{"load | * | * | 0.08 | 0.04", 0.8, 1.2},
                  {"load | * | * | 0.08 | 0.5", 1.6, 2.2},
                  {"load | * | * | 0.08 | 0.02\nrestart | * | * | 0.06", 1.6, 2.2},
                  {"load | * | * | 0.08 | 0.02\nrestart | * | * | 0.01", 0.8, 1.3}};
    for (const auto& [script, least, most] : shares) {
        const double share = shareOfTime(many, script);
        EXPECT_GT(share, least) << script;
        EXPECT_LT(share, most) << script;
    }
    EXPECT_LT(shareOfTime(many, "gpu\nload | * | * | 0.08 | 0.5", false), 1.3);
    RunPlan limited = planOf({"cbuffer"}); // somebody said how long
    limited.effort.secondsInAll = 2;
    EXPECT_LT(measured("load | * | * | 0.08 | 0.5", limited).timedNanoseconds, 2.3e9);
}

TEST(Runner, OnlyWideRowsGoOn) {
    const RunResult run =
        measured("load | * | * | 0.08 | 0.02\nrestart | * | * | 0.002\nrestart | cbuffer* | * | 0.1",
                 planOf({"cbuffer", "StructuredBuffer"}));
    const auto samples = [&](std::string_view name) { return row(run, name).baselineNanoseconds.size(); };
    const std::size_t steady = samples("StructuredBuffer<float4>.Load linear");
    EXPECT_GT(samples(kLinear), 2 * steady);
    EXPECT_LE(samples("StructuredBuffer<float>.Load linear"), steady + steady / 4);
}

TEST(Runner, AlwaysHasTheAaControlWithAnInterval) {
    for (const char* filter : {"typed-rgba8-random", "typed-r8-linear", "cbuffer", "Texture2D"}) {
        SCOPED_TRACE(filter);
        RunResult run = measured("load | * | * | 0.08 | 0.002\nload | cbuffer* | * | 0.02", planOf({filter}));
        EXPECT_EQ(run.aaControl.name, "Buffer<RGBA8>.Load random");
        ASSERT_EQ(run.aaControl.strategies.size(), 1u);
        EXPECT_EQ(run.aaControl.strategies[0].strategy, "set");
        const auto ratio = ratioOf(run, run.aaControl, 0);
        ASSERT_TRUE(ratio.has_value());
        EXPECT_NEAR(ratio->median, 1, 0.01);
        EXPECT_TRUE(ratio->interval.has_value());
        // A run that ended before the A/A control's turn, too, says how large its baseline was.
        const std::uint64_t loads = std::exchange(run.aaControl, {}).baselineLoads;
        EXPECT_GT(loads, 0u);
        EXPECT_EQ(sizesOf(run).baselineLoads, loads);
    }
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
    EXPECT_EQ(measure(*scripted("tick | 1000000"), planOf({"cbuffer"}), {}).error().kind,
              ErrorKind::NoDevice);
}

// No row is reported as finished that was not offered to be saved: whatever ends the program then, it is in the file.
TEST(Runner, ReportsProgressOfWhatIsSaved) {
    const RunPlan plan = planOf({"cbuffer", "Load4"});
    double fraction = 0;
    std::size_t done = 0, calls = 0;
    std::ptrdiff_t saved = 0;
    const RunHooks hooks{.progress =
                             [&](const Progress& progress) {
                                 EXPECT_GE(progress.fraction, fraction);
                                 EXPECT_LE(progress.fraction, 1);
                                 EXPECT_GE(progress.rowsDone, done);
                                 EXPECT_LE(progress.rowsDone, saved);
                                 ASSERT_NE(progress.row, nullptr);
                                 EXPECT_FALSE(progress.row->name.empty());
                                 fraction = progress.fraction;
                                 done = progress.rowsDone;
                                 ++calls;
                             },
                         .checkpoint =
                             [&](const RunResult& run) {
                                 saved = std::ranges::count_if(
                                     run.rows, [](const auto& of) { return of.stopped.has_value(); });
                             }};
    measured("load | * | * | 0.08 | 0.002", plan, hooks);
    EXPECT_GE(calls, plan.rows.size() * plan.effort.fewestSamples);
    EXPECT_EQ(fraction, 1);
    EXPECT_EQ(done, plan.rows.size());
}

// Controls: measured beside the rows, so that reports can tell what bounds these.

constexpr const char* kSteady = "load | * | * | 0.08 | 0.001\nload | *, no loads | * | 0.02 | 0.001\n"
                                "load | *, dependent | * | 0.12 | 0.001\n";

RunPlan controlPlan() {
    return withControls(vkperftest::planOf({"cbuffer"}, {Strategy::Push, Strategy::Set}));
}

RunResult withControlsOf(const std::string& script) {
    return measured(kSteady + script, controlPlan());
}

TEST(RunnerControls, AreMeasuredUnderOneStrategyAndNamedByTheirRows) {
    std::size_t calls = 0;
    const RunResult run = measured(kSteady, controlPlan(), {.progress = [&](const Progress& progress) {
                                       EXPECT_EQ(progress.rows, 3u);
                                       EXPECT_LE(progress.rowsDone, 3u);
                                       ++calls;
                                   }});
    EXPECT_GT(calls, 0u);
    ASSERT_THAT(run.controls, SizeIs(2 + 3)); // no-load controls and dependent ones
    EXPECT_THAT(run.rows, SizeIs(3));
    EXPECT_EQ(run.rows[0].noLoads, "cbuffer{float4} load uniform, no loads");
    EXPECT_EQ(run.rows[1].noLoads, kLinear + ", no loads");
    EXPECT_EQ(run.rows[2].noLoads, kLinear + ", no loads"); // of a random row
    EXPECT_EQ(run.rows[2].dependent, "cbuffer{float4} load random, dependent");
    for (const RowResult& control : run.controls) {
        ASSERT_THAT(control.strategies, SizeIs(1));
        EXPECT_EQ(control.strategies[0].strategy, "set");
        EXPECT_EQ(control.strategies[0].status, Status::Measured);
        EXPECT_EQ(control.strategies[0].nanoseconds.size(), control.baselineNanoseconds.size());
        EXPECT_EQ(control.stopped, StopReason::Precision);
        const double truth = listOfControl(run, control) == ControlList::NoLoadControls ? 4 : 2.0 / 3;
        EXPECT_NEAR(analyse(run).of(control).under(0)->ratio.median, truth, 0.01);
    }
    for (const RowResult& of : run.rows) {
        for (const std::size_t strategy : {0u, 1u}) {
            EXPECT_EQ(analyse(run).of(of).under(strategy)->limiter, Limiter::Loads);
            EXPECT_NEAR(analyse(run).of(of).under(strategy)->overlapGain->median, 1.5, 0.01);
        }
    }
}

TEST(RunnerControls, StopSoonerThanRows) {
    const RunResult run =
        withControlsOf("load | * | * | 0.08 | 0.01\nload | *, no loads | * | 0.02 | 0.01\n");
    for (const RowResult& control : run.controls) {
        EXPECT_EQ(control.stopped, StopReason::Precision);
        EXPECT_LT(control.baselineNanoseconds.size(), run.rows[0].baselineNanoseconds.size());
    }
    // Noisy dependent ones end with their share of the time.
    const RunResult noisy =
        withControlsOf("load | * | * | 0.08 | 0.05\nload | *, dependent | * | 0.12 | 0.5\n"
                       "load | *, no loads | * | 0.02 | 0.002\n");
    for (const RowResult& control : noisy.controls) {
        if (listOfControl(noisy, control) != ControlList::Dependent) continue;
        EXPECT_EQ(control.stopped, StopReason::Time);
        EXPECT_GE(control.baselineNanoseconds.size(),
                  controlEffort(kSoftwareMethod, kDefaultEffort).fewestSamples);
        EXPECT_LT(2 * control.baselineNanoseconds.size(), noisy.rows[0].baselineNanoseconds.size());
    }
}

TEST(RunnerControls, TellWhatLimitsTheirRowsUnlessTheyFail) {
    const struct {
        const char* script;
        Limiter limiters[3]; // uniform, linear, random
    } all[] = {
        {"load | *linear | * | 0.022 | 0.002\n", {Limiter::Loads, Limiter::Instructions, Limiter::Loads}},
        {"wrong | *linear, no loads | *\n", {Limiter::Loads, Limiter::Unknown, Limiter::Unknown}},
        {"wrong | *linear, dependent | *\n", {Limiter::Loads, Limiter::Loads, Limiter::Loads}}};
    for (const auto& [script, limiters] : all) {
        const RunResult run = withControlsOf(script);
        for (std::size_t row = 0; row < 3; ++row) {
            SCOPED_TRACE(script + run.rows[row].name);
            EXPECT_EQ(run.rows[row].strategies[0].status, Status::Measured);
            EXPECT_EQ(analyse(run).of(run.rows[row]).under(0)->limiter, limiters[row]);
            const bool wrong = row == 1 && std::string_view(script).starts_with("wrong | *linear, dependent");
            EXPECT_EQ(analyse(run).of(run.rows[row]).under(0)->overlapGain.has_value(), !wrong);
        }
    }
}

TEST(RunnerControls, GoOnWithTheSamplesOfAnEarlierRun) {
    RunPlan plan = controlPlan();
    plan.blockRounds = 4;
    const RunResult first = measured(kSteady, plan);
    ASSERT_THAT(first.controls[0].baselineNanoseconds, SizeIs(4));
    plan.blockRounds = 0;
    plan.sizes = sizesOf(first);
    EXPECT_TRUE(plan.sizes.rowLoads.contains(kLinear + ", no loads"));
    plan.earlier = first;
    for (RowResult& noLoads : plan.earlier->controls) noLoads.stopped = StopReason::Interrupted;
    const RunResult second = measured(kSteady, plan);
    ASSERT_THAT(second.controls, SizeIs(first.controls.size()));
    for (std::size_t f = 0; f < first.controls.size(); ++f) {
        const std::vector<double>& before = first.controls[f].baselineNanoseconds;
        const std::vector<double>& after = second.controls[f].baselineNanoseconds;
        ASSERT_GT(after.size(), before.size());
        EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
        EXPECT_GT(second.controls[f].restarts.back(), first.controls[f].restarts.back());
    }
}

TEST(RunnerControls, OfSeveralRunsAreMerged) {
    RunPlan plan = controlPlan();
    plan.blockRounds = 3;
    const std::vector<RunResult> runs(2, measured(kSteady, plan));
    const RunResult merged = mergeRuns(runs).run;
    ASSERT_THAT(merged.controls, SizeIs(runs[0].controls.size()));
    for (const RowResult& control : merged.controls) {
        EXPECT_THAT(control.baselineNanoseconds, SizeIs(6));
        EXPECT_THAT(control.strategies[0].nanoseconds, SizeIs(6));
        EXPECT_THAT(control.restarts, ElementsAre(0, 0, 0, 1, 1, 1));
    }
}

// Runs in which something goes wrong.

RunPlan troublePlan() {
    return planOf({"cbuffer", "typed-rgba8"});
}

RunResult troubled(const std::string& script, const RunHooks& hooks = {}) {
    return measured("load | * | * | 0.08 | 0.01\n" + script, troublePlan(), hooks);
}

TEST(RunnerTrouble, IsTheStrategysOwn) {
    struct Trouble {
        std::string script;
        std::vector<std::string> exceptions;
        Status status;
        const char* reason = "";
    };
    std::vector<Trouble> all = {
        {"wrong | cbuffer*linear | push", {kLinear + " push"}, Status::WrongValues, "wrong values"},
        {"wrong | cbuffer*linear | *", {kLinear + " set", kLinear + " push"}, Status::WrongValues},
        {"unsupported | cbuffer*linear | push | none", {kLinear + " push"}, Status::Unsupported, "none"},
        {"unsupported | cbuffer*linear | set | none", {kLinear + " set"}, Status::Unsupported},
        {"lost | cbuffer*linear | * | 7", {kLinear + " set", kLinear + " push"}, Status::Failed}};
    for (const char* sample : {"1", "2", "5", "10"}) { // from the first probe to the middle of the rounds
        for (const std::string strategy : {"set", "push"})
            all.push_back({"lost | cbuffer*linear | " + strategy + " | " + sample,
                           {kLinear + " " + strategy},
                           Status::Failed});
    }
    for (const Trouble& trouble : all) {
        SCOPED_TRACE(trouble.script);
        const RunResult run = troubled(trouble.script);
        expectOnly(run, trouble.exceptions, trouble.status);
        EXPECT_THAT(reasonText(row(run, kLinear).strategies[1].reason), HasSubstr(trouble.reason));
        EXPECT_EQ(analyse(run).of(row(run, kLinear)).timeOver(0, 1).has_value(), false);
        const bool sampled = trouble.exceptions.size() < 2;
        EXPECT_EQ(row(run, kLinear).baselineNanoseconds.empty(), !sampled);
    }
}

TEST(RunnerTrouble, ADeviceThatIsGoneEndsTheRunWithTheResultsSoFar) {
    const RunResult run = troubled("gone | 420");
    EXPECT_THAT(run.aborted, HasSubstr("opened again"));
    EXPECT_FALSE(run.interrupted);
    const StatusCounts counts = analyse(run).counts;
    EXPECT_GE(counts.measured, 8u);
    EXPECT_LE(counts.failed, 2u); // only the row that it was sampled with may be blamed
    for (const RowResult& of : run.rows) {
        if (of.strategies[0].status != Status::Measured) continue;
        EXPECT_GT(of.baselineNanoseconds.size(), 1u);
        EXPECT_NE(of.stopped, StopReason::Time);
    }
    const RunResult early = troubled("gone | 60"); // in the warm-up
    EXPECT_FALSE(early.aborted.empty());
    EXPECT_FALSE(early.warmedUp);
    EXPECT_EQ(analyse(early).counts.notMeasured, 12u);
    for (const RowResult& of : early.rows) {
        EXPECT_EQ(of.stopped, std::nullopt);
        for (const StrategyResult& strategy : of.strategies) EXPECT_FALSE(strategy.reason.empty());
    }
}

TEST(RunnerTrouble, AnInterruptKeepsWhatIsMeasured) {
    std::size_t asked = 0;
    const RunResult run = troubled("", {.interrupted = [&] { return ++asked > 80; }});
    EXPECT_TRUE(run.interrupted);
    EXPECT_EQ(run.aborted, "");
    for (const RowResult& of : run.rows) {
        for (const StrategyResult& strategy : of.strategies) {
            EXPECT_FALSE(hasFailed(strategy.status));
            EXPECT_EQ(strategy.status == Status::Measured, !strategy.nanoseconds.empty());
            EXPECT_EQ(strategy.nanoseconds.size(), of.baselineNanoseconds.size());
        }
        EXPECT_EQ(of.stopped,
                  of.baselineNanoseconds.empty() ? std::nullopt : std::optional(StopReason::Interrupted));
    }
    // In the first round rows are left unmeasured, with a reason.
    std::size_t progressed = 0;
    const RunResult first = troubled("", {.progress = [&](const Progress&) { ++progressed; },
                                          .interrupted = [&] { return progressed >= 2; }});
    EXPECT_EQ(analyse(first).counts.measured, 4u);
    EXPECT_EQ(analyse(first).counts.notMeasured, 8u);
    for (const RowResult& of : first.rows)
        for (const StrategyResult& strategy : of.strategies)
            EXPECT_EQ(strategy.reason.empty(), strategy.status == Status::Measured);
}

TEST(RunnerTrouble, ABaselineThatCannotBeMeasuredIsAnError) {
    const struct {
        const char *script, *cause;
        ErrorKind kind = ErrorKind::RowFailed;
    } all[] = {{"wrong | Buffer<RGBA8>.Load random | set", "wrong values"},
               {"lost | Buffer<RGBA8>.Load random | set | 0", "the device was lost"},
               {"lost | Buffer<RGBA8>.Load random | set | 1", "the device was lost"},
               {"unsupported | Buffer<RGBA8>.Load random | set | none", "none"},
               {"gone | 1", "opened again", ErrorKind::NoDevice}};
    for (const auto& [script, cause, kind] : all) {
        const Result<RunResult> run = measure(*scripted(script), troublePlan(), {});
        ASSERT_FALSE(run.ok()) << script;
        EXPECT_EQ(run.error().kind, kind) << script;
        EXPECT_THAT(run.error().cause, HasSubstr(cause));
        if (kind == ErrorKind::RowFailed) {
            EXPECT_THAT(run.error().sentence(),
                        AllOf(HasSubstr("'Buffer<RGBA8>.Load random' cannot"), HasSubstr("another driver")));
        }
    }
}

} // namespace vkperftest::runner_test
