// Verdicts on made-up runs whose truth is known.
#include "analysis/comparison.h"

#include <cmath>

#include <gmock/gmock.h>

#include "base/text.h"
#include "golden.h"
#include "model/made_up_run.h"

namespace vkperftest {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Comparison compared(const RunResult& base, const RunResult& now, CompareSettings settings = {}) {
    const Result<Comparison> comparison = compareRuns(base, now, settings);
    EXPECT_TRUE(comparison.ok()) << comparison.error().sentence();
    return comparison.value();
}

TEST(Comparison, EqualRunsAreTheSame) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const Comparison comparison = compared(madeUpRun({.seed = seed}), madeUpRun({.seed = 1000 + seed}));
        const VerdictCounts counts = countVerdicts(comparison);
        EXPECT_EQ(counts.faster + counts.slower, 0u);
        EXPECT_GE(counts.same, 260u);
    }
}

TEST(Comparison, ATenthSlowerIsSlowerInBothMetrics) {
    const RunResult base = madeUpRun({.seed = 1});
    const RunResult now = madeUpRun({.slowness = [](std::size_t) { return 1.1; }, .seed = 2});
    for (const Metric metric : {Metric::Time, Metric::Ratio}) {
        const Comparison comparison = compared(base, now, {.metric = metric});
        EXPECT_GE(countVerdicts(comparison).slower, 263u) << metricName(metric);
        EXPECT_EQ(countVerdicts(comparison).faster, 0u);
        EXPECT_NEAR(comparison.changes[0].change, metric == Metric::Time ? 0.1 : -0.091, 0.02);
    }
    EXPECT_GE(countVerdicts(compared(now, base)).faster, 263u);
}

// Under `push` the opposite of what became of `set`, in one row.
TEST(Comparison, JudgesEachStrategyByItsOwnSamples) {
    constexpr double kChanged = 1.2;
    const auto underBoth = [](std::uint64_t seed, double setSlower, double pushSlower) {
        const auto first = [](double slower) {
            return [=](std::size_t row) { return row == 0 ? slower : row == 1 ? 1 / slower : 1.0; };
        };
        RunResult run = madeUpRun({.rows = 20, .slowness = first(setSlower), .seed = seed});
        const RunResult push = madeUpRun({.rows = 20, .slowness = first(pushSlower), .seed = seed});
        run.settings.strategies.emplace_back("push");
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            run.rows[i].strategies.push_back(push.rows[i].strategies[0]);
            run.rows[i].strategies[1].strategy = "push";
        }
        return run;
    };
    const RunResult base = underBoth(31, 1, 1), now = underBoth(32, kChanged, 1 / kChanged);
    for (const Metric metric : {Metric::Time, Metric::Ratio}) {
        SCOPED_TRACE(metricName(metric));
        std::map<std::string, Verdict> verdicts;
        for (const Change& change : compared(base, now, {.metric = metric}).changes)
            verdicts[change.name + " " + change.strategy] = change.verdict;
        EXPECT_EQ(verdicts.at("row 0 set"), Verdict::Worse);
        EXPECT_EQ(verdicts.at("row 0 push"), Verdict::Better);
        EXPECT_EQ(verdicts.at("row 1 set"), Verdict::Better);
        EXPECT_EQ(verdicts.at("row 1 push"), Verdict::Worse);
        for (const auto& [name, verdict] : verdicts) {
            if (!name.starts_with("row 0 ") && !name.starts_with("row 1 ")) {
                EXPECT_EQ(verdict, Verdict::Same) << name;
            }
        }
    }
}

TEST(Comparison, AChangeBelowTheThresholdDoesNotMatter) {
    const MadeUp quiet{.sampleNoise = 0.002, .restartNoise = 0.001, .seed = 5};
    MadeUp slower = quiet;
    slower.slowness = [](std::size_t) { return 1.015; };
    slower.seed = 6;
    const RunResult base = madeUpRun(quiet), now = madeUpRun(slower);
    EXPECT_EQ(countVerdicts(compared(base, now, {.metric = Metric::Ratio})).same, 276u);
    EXPECT_EQ(countVerdicts(compared(base, now, {.metric = Metric::Ratio, .threshold = 0.005})).slower, 276u);
}

// A machine whose speed wanders by a tenth cannot tell by time that everything became 15 % slower, but by
// ratio it can tell that nothing did.
TEST(Comparison, TimesCarryTheMachinesWander) {
    const RunResult base = madeUpRun({.machineNoise = 0.1, .seed = 9});
    const RunResult now =
        madeUpRun({.machineNoise = 0.1, .drift = [](std::size_t) { return 1.15; }, .seed = 10});
    const Comparison times = compared(base, now, {.metric = Metric::Time});
    EXPECT_EQ(countVerdicts(times).slower, 0u);
    EXPECT_FALSE(times.holds(Verdict::Worse)) << "nor did everything";
    EXPECT_GE(countVerdicts(compared(base, now, {.metric = Metric::Ratio})).same, 250u);
}

// Interleaved blocks meet the same wander, pair by pair.
TEST(Comparison, InterleavedTimesDoNot) {
    MadeUp how{.machineNoise = 0.1, .seed = 11};
    const RunResult base = madeUpRun(how);
    how.slowness = [](std::size_t row) { return row % 2 == 0 ? 1.1 : 1.0; };
    const RunResult now = madeUpRun(how); // the same noise, too: the seed is the same
    const Comparison comparison = compared(base, now, {.metric = Metric::Time, .interleaved = true});
    for (std::size_t i = 0; i < comparison.changes.size(); ++i) {
        EXPECT_EQ(comparison.changes[i].verdict, i % 2 == 0 ? Verdict::Worse : Verdict::Same) << i;
    }
}

// The other side's scatter is no substitute.
TEST(Comparison, WithoutRepetitionsNothingIsJudged) {
    const RunResult once = madeUpRun({.restarts = 1, .seed = 12}), often = madeUpRun({.seed = 14});
    for (const auto& [base, now] : {std::pair(&once, &once), {&often, &once}, {&once, &often}}) {
        const Comparison comparison = compared(*base, *now, {.metric = Metric::Ratio});
        EXPECT_EQ(countVerdicts(comparison).unclear, 276u);
        EXPECT_FALSE(comparison.changes[0].interval.has_value());
        expectGolden(comparison.whyUnjudged);
    }
}

TEST(Comparison, OfDifferentDevicesNothingIsJudged) {
    const RunResult base = madeUpRun({.rows = 20, .seed = 29});
    RunResult now = madeUpRun({.rows = 20, .slowness = [](std::size_t) { return 1.5; }, .seed = 30});
    now.device.deviceId = 3;
    const Comparison comparison = compared(base, now);
    EXPECT_NE(comparison.otherDevice, "");
    EXPECT_EQ(countVerdicts(comparison).unclear, 20u);
    EXPECT_TRUE(comparison.repeated());
    EXPECT_FALSE(comparison.judged());
    EXPECT_FALSE(comparison.changes[0].sameCode.has_value());
    EXPECT_FALSE(comparison.baselineChange.has_value());
    EXPECT_EQ(countVerdicts(compared(base, now, {.metric = Metric::Time, .interleaved = true})).slower, 20u)
        << "in turns";
}

// Every row and the baseline took longer: that is a verdict of its own. One row took longer still.
TEST(Comparison, WhatEverythingDidIsNoRows) {
    const RunResult base = madeUpRun({.rows = 20, .seed = 21});
    const MadeUp how{.rows = 20,
                     .slowness = [](std::size_t row) { return row == 3 ? 1.4 : 1.0; },
                     .drift = [](std::size_t) { return 1.1; },
                     .seed = 22};
    const Comparison times = compared(base, madeUpRun(how), {.metric = Metric::Time});
    EXPECT_NEAR(times.commonChange.value(), 0.1, 0.02);
    EXPECT_NEAR(times.baselineChange.value(), 0.1, 0.02);
    EXPECT_EQ(countVerdicts(times).slower + countVerdicts(times).faster, 1u);
    EXPECT_EQ(times.changes[3].verdict, Verdict::Worse);
    EXPECT_EQ(times.everything.value().verdict, Verdict::Worse);
    EXPECT_TRUE(times.holds(Verdict::Worse));
    const Comparison ratios = compared(base, madeUpRun(how));
    EXPECT_EQ(ratios.metric, Metric::Ratio); // unless times are asked for
    EXPECT_FALSE(ratios.commonChange.has_value());
    EXPECT_NEAR(ratios.baselineChange.value(), 0.1, 0.02);
    EXPECT_EQ(countVerdicts(ratios).slower + countVerdicts(ratios).faster, 1u);
    const Everything everything = ratios.everything.value();
    EXPECT_EQ(everything.verdict, Verdict::Worse);
    EXPECT_LE(everything.interval.value().low, 0.1);
    EXPECT_GE(everything.interval->high, 0.1);
    EXPECT_EQ(everything.cause, Cause::Unknown) << "nobody read the clock";
    EXPECT_EQ(compared(madeUpRun(how), base).everything.value().verdict, Verdict::Better);
}

// Otherwise a change of one row would be left out of its own verdict.
TEST(Comparison, FewRowsAreNotEverything) {
    const auto times = [](std::size_t rows) {
        const MadeUp slower{.rows = rows, .drift = [](std::size_t) { return 1.1; }, .seed = 42};
        return compared(madeUpRun({.rows = rows, .seed = 41}), madeUpRun(slower), {.metric = Metric::Time});
    };
    EXPECT_TRUE(times(5).everything.has_value());
    const Comparison few = times(4);
    EXPECT_FALSE(few.everything.has_value());
    EXPECT_EQ(countVerdicts(few).slower, 4u);
    RunResult base = madeUpRun({.rows = 5, .seed = 41});
    RunResult now = madeUpRun({.rows = 5, .drift = [](std::size_t) { return 1.1; }, .seed = 42});
    base.rows[2].name = now.rows[2].name = base.settings.baseline;
    EXPECT_FALSE(compared(base, now).everything.has_value()); // the baseline says nothing twice
}

// The machine wanders by a few percent: rows are the same beyond what everything did, but nobody knows
// whether it did.
TEST(Comparison, ACommonChangeThatIsUnclearIsNotLeftOut) {
    const RunResult base = madeUpRun({.rows = 20, .machineNoise = 0.03, .seed = 43});
    const RunResult now =
        madeUpRun({.rows = 20, .machineNoise = 0.03, .drift = [](std::size_t) { return 1.07; }, .seed = 44});
    const Comparison comparison = compared(base, now, {.metric = Metric::Time, .threshold = 0.06});
    ASSERT_TRUE(comparison.everything.has_value());
    EXPECT_EQ(comparison.everything->verdict, Verdict::Unknown);
    EXPECT_FALSE(comparison.commonChange.has_value());
    EXPECT_TRUE(comparison.blind());
}

TEST(Comparison, TimesOfTimersThatDifferAreNotJudged) {
    const RunResult base = madeUpRun({.rows = 20, .seed = 47});
    RunResult now = madeUpRun({.rows = 20, .drift = [](std::size_t) { return 1.5; }, .seed = 48});
    now.timerRate = {.low = 1.49, .high = 1.51};
    const Comparison times = compared(base, now, {.metric = Metric::Time});
    EXPECT_EQ(countVerdicts(times).unclear, 20u);
    EXPECT_EQ(times.everything.value().verdict, Verdict::Unknown);
    EXPECT_THAT(times.whyUnjudged, HasSubstr("timer"));
    EXPECT_TRUE(times.blind());
    EXPECT_EQ(countVerdicts(compared(base, now)).same, 20u); // ratios do not depend on the timer
    now.settings.baseline = "another";                       // which has no change
    EXPECT_FALSE(compared(base, now).baselineChange.has_value());
    EXPECT_FALSE(compared(base, now).everything.has_value());
}

TEST(Comparison, KnowsWhetherTheMachineChanged) {
    RunResult base = madeUpRun({.rows = 20, .seed = 33});
    RunResult now = madeUpRun({.rows = 20, .drift = [](std::size_t) { return 1.1; }, .seed = 34});
    const auto cause = [&] { return compared(base, now).everything.value().cause; };
    base.conditions = now.conditions = {{.clock = 2000}};
    EXPECT_EQ(cause(), Cause::Unknown) << "one driver";
    now.device.driverVersion = 2;
    EXPECT_EQ(cause(), Cause::Driver);
    now.conditions = {{.clock = 2000 / 1.1}};
    EXPECT_EQ(cause(), Cause::Machine);
    now.conditions = base.conditions;
    now.kernels["kernel"] = "another";
    EXPECT_EQ(cause(), Cause::Unknown);
    now.kernels = base.kernels;
    base.settings.cpu = now.settings.cpu = true;
    EXPECT_EQ(cause(), Cause::Either); // the CPU is the device
}

// Two drivers in turns are met by one machine.
TEST(Comparison, DriversInTurnsMayDifferInEverything) {
    const RunResult base = madeUpRun({.rows = 20, .seed = 23});
    RunResult now = madeUpRun({.rows = 20, .drift = [](std::size_t) { return 1.1; }, .seed = 24});
    const CompareSettings inTurns{.metric = Metric::Time, .interleaved = true};
    EXPECT_EQ(compared(base, now, inTurns).everything.value().cause, Cause::Unknown) << "one driver";
    now.device.driverVersion = 2;
    const Comparison comparison = compared(base, now, inTurns);
    EXPECT_FALSE(comparison.commonChange.has_value());
    EXPECT_EQ(countVerdicts(comparison).slower, 20u);
    EXPECT_EQ(comparison.everything.value().verdict, Verdict::Worse);
    EXPECT_EQ(comparison.everything->cause, Cause::Driver);
    EXPECT_TRUE(comparison.everything->conditions.empty());
}

TEST(Comparison, ABaselineThatChangedAloneIsNoRows) {
    const RunResult base = madeUpRun({.rows = 20, .seed = 25});
    RunResult now = madeUpRun({.rows = 20, .seed = 26});
    for (RowResult& row : now.rows)
        for (double& sample : row.baselineNanoseconds) sample *= 1.1;
    for (double& sample : now.baselineSeries) sample *= 1.1;
    const Comparison comparison = compared(base, now);
    EXPECT_NEAR(comparison.commonChange.value(), 0.1, 0.02);
    EXPECT_EQ(countVerdicts(comparison).same, 20u);
    EXPECT_FALSE(comparison.everything.has_value()); // the rows took as long as before
}

// An A/A control that is off by so much says how far other rows may be.
TEST(Comparison, ADisturbedRunWidensIntervalsAndSilencesNothing) {
    const RunResult base = madeUpRun({.rows = 20, .seed = 27});
    const auto slower = [&](double factor, bool disturbed) {
        RunResult now = madeUpRun({.rows = 20, .slowness = [&](std::size_t) { return factor; }, .seed = 28});
        if (!disturbed) return compared(base, now);
        now.aaControl = base.rows[0]; // its ratio ought to be 1
        for (double& sample : now.aaControl.strategies[0].nanoseconds) sample *= 1.2;
        EXPECT_NE(compared(now, base).noise, "");
        return compared(base, now);
    };
    EXPECT_EQ(countVerdicts(slower(1.15, false)).slower, 20u);
    EXPECT_EQ(countVerdicts(slower(1.15, true)).slower, 0u);
    EXPECT_EQ(countVerdicts(slower(1, true)).same, 0u);
    EXPECT_EQ(countVerdicts(slower(2, true)).slower, 20u);
    expectGolden(slower(2, true).noise);
    EXPECT_EQ(slower(2, false).noise, "");
}

// A software driver's run of 20 rows; of each row's restarts, one in `every` is disturbed from end to end.
RunResult busyRun(double slowness, std::uint64_t seed, std::size_t every) {
    RunResult run = madeUpRun(
        {.rows = 20, .restarts = 12, .slowness = [=](std::size_t) { return slowness; }, .seed = seed});
    run.settings.cpu = true;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        RowResult& row = run.rows[i];
        for (std::size_t s = 0; s < row.restarts.size(); ++s)
            if ((row.restarts[s] + i + seed) % every == 0) row.strategies[0].nanoseconds[s] *= 1.5;
    }
    return run;
}

TEST(Comparison, ATenthSlowerIsFoundAmongDisturbedRestartsOfASoftwareDriver) {
    const auto busy = [](double slowness, std::uint64_t seed) { return busyRun(slowness, seed, 6); };
    EXPECT_EQ(countVerdicts(compared(busy(1, 51), busy(1.1, 52))).slower, 20u);
    EXPECT_EQ(countVerdicts(compared(busy(1.1, 53), busy(1, 54))).faster, 20u);
    const VerdictCounts equal = countVerdicts(compared(busy(1, 55), busy(1, 56)));
    EXPECT_EQ(equal.faster + equal.slower, 0u);
}

// Beside other work a row may take longer in all restarts but one, in each of which its samples look undisturbed.
TEST(Comparison, AChangeBetweenRunsOfASoftwareDriverMustShowInTheFastestSamples) {
    RunResult base = madeUpRun({.rows = 100, .restarts = 4, .seed = 61});
    const auto now = [](double slowness, std::uint64_t seed) {
        RunResult run = madeUpRun({.rows = 100,
                                   .restarts = 4,
                                   .slowness = [=](std::size_t row) { return row < 10 ? slowness : 1; },
                                   .seed = seed});
        run.settings.cpu = true;
        return run;
    };
    base.settings.cpu = true;
    RunResult disturbed = base;
    for (std::size_t i = 0; i < 10; ++i) {
        RowResult& row = disturbed.rows[i];
        for (std::size_t s = 0; s < row.restarts.size(); ++s)
            if (row.restarts[s] != 0) row.strategies[0].nanoseconds[s] *= 1.15;
    }
    EXPECT_EQ(countVerdicts(compared(disturbed, now(1, 62))).faster, 0u);
    EXPECT_EQ(countVerdicts(compared(base, now(1.15, 63))).slower, 10u);
}

// Here a disturbance slows the baseline, too, so the ratios hold.
TEST(Comparison, BetweenRunsOfASoftwareDriverAChangeMustExceedWhatProcessesDifferBy) {
    const auto run = [](double slowness, std::uint64_t seed, std::size_t every) {
        RunResult busy = busyRun(slowness, seed, every);
        for (std::size_t i = 0; i < busy.rows.size(); ++i) {
            RowResult& row = busy.rows[i];
            for (std::size_t s = 0; s < row.restarts.size(); ++s)
                if ((row.restarts[s] + i + seed) % every == 0) row.baselineNanoseconds[s] *= 1.5;
        }
        return busy;
    };
    const auto changed = [&](double slowness, std::size_t every) {
        return compared(run(1, 57, every), run(slowness, 58, every));
    };
    constexpr std::size_t kGood = 6, kNoisy = 3;
    EXPECT_EQ(changed(1.06, kGood).noise, "");
    EXPECT_NE(changed(1.06, kNoisy).noise, "");
    for (const std::size_t every : {kGood, kNoisy}) {
        EXPECT_EQ(countVerdicts(changed(1.06, every)).slower, 0u);
        EXPECT_EQ(countVerdicts(changed(1.08, every)).slower, 20u);
    }
}

// What --fail-on must not take for good.
TEST(Comparison, IsBlindWhereNoRowIsJudged) {
    const RunResult base = madeUpRun({.rows = 6, .seed = 35});
    EXPECT_FALSE(compared(base, madeUpRun({.rows = 6, .seed = 36})).blind());
    EXPECT_TRUE(compared(base, madeUpRun({.rows = 6, .restarts = 1, .seed = 36})).blind());
    EXPECT_TRUE(compared(madeUpRun({.rows = 6, .restartNoise = 0.2, .seed = 37}),
                         madeUpRun({.rows = 6, .restartNoise = 0.2, .seed = 38}))
                    .blind())
        << "all are UNCLEAR";
    RunResult other = madeUpRun({.rows = 6, .seed = 36});
    other.device.deviceId = 3;
    EXPECT_TRUE(compared(base, other).blind());
    RunResult noisy = madeUpRun({.rows = 6, .restarts = 1}), before = noisy;
    EXPECT_FALSE(compared(noisy, before).blind()) << "one run";
    EXPECT_TRUE(compared(noisy, before).sameRun);
    noisy.rows[2].strategies[0].nanoseconds[1] += 1;
    EXPECT_FALSE(compared(noisy, before).sameRun);
    before.rows.pop_back();
    EXPECT_FALSE(compared(noisy, before).sameRun);
}

void expectCautions(const RunResult& base, const RunResult& now, CompareSettings settings = {}) {
    expectGolden(join(compared(base, now, settings).cautions, "\n") + "\n.");
}

TEST(Comparison, SaysWhatElseDiffers) {
    const RunResult base = madeUpRun({.rows = 4});
    RunResult now = base;
    EXPECT_THAT(compared(base, now).cautions, IsEmpty());
    now.kernels["kernel"] = "def";
    now.settings.effort = "quick";
    now.settings.validated = true;
    now.settings.queue = QueueKind::Compute;
    now.settings.compiled = {.robustness = Robustness::Two, .subgroupSize = 32};
    now.interrupted = true;
    expectCautions(base, now);
    EXPECT_TRUE(compared(base, now).changes[0].kernelDiffers);
    now = base;
    now.rows[1].kernel = now.rows[2].kernel = "unhashed";
    expectCautions(base, now);
    expectCautions(now, base);
    now.source = "somewhere"; // printed figures never have kernels
    expectCautions(base, now);
    now = base;
    now.windows = {{.walk = "chain, one lane", .bytes = 256}};
    expectCautions(base, now);
    expectCautions(now, base);
    // `ab` may compare two devices.
    RunResult slower = madeUpRun({.rows = 4, .slowness = [](std::size_t) { return 1.5; }, .seed = 2});
    slower.device.deviceId = 3;
    slower.codesMissing = "the driver reports none";
    expectCautions(base, slower, {.metric = Metric::Time, .interleaved = true});
}

TEST(Comparison, NothingIsSilentlyLeftOut) {
    const RunResult base = madeUpRun({.rows = 4});
    RunResult now = base;
    now.rows[0].name = "another";
    now.rows[1].strategies[0] = {.strategy = "set",
                                 .status = Status::WrongValues,
                                 .reason = {ReasonKind::WrongValues, "wrong values"}};
    now.rows[2].strategies[0].strategy = "push";
    const Comparison comparison = compared(base, now);
    EXPECT_EQ(comparison.changes.size(), 1u);
    std::vector<std::string> left;
    for (const Uncompared& row : comparison.uncompared)
        left.push_back(row.name + ", " + row.strategy + (row.byNow ? ", NEW: " : ", BASE: ") +
                       (row.why ? unmeasuredText(*row.why) : "none"));
    EXPECT_THAT(left, testing::UnorderedElementsAre("row 0, set, NEW: none", "another, set, BASE: none",
                                                    "row 1, set, NEW: failed (wrong values)",
                                                    "row 2, set, NEW: none", "row 2, push, BASE: none"));
}

TEST(Comparison, RefusesWhatCannotBeCompared) {
    const RunResult base = madeUpRun({.rows = 2});
    RunResult now = base;
    now.settings.baseline = "cbuffer{float4} load linear";
    expectGolden(compareRuns(base, now, {.metric = Metric::Ratio}).error().sentence());
    EXPECT_EQ(compared(base, now).metric, Metric::Time);
    expectCautions(base, now);
    now = base;
    now.rows[0].name = "other 0";
    now.rows[1].name = "other 1";
    expectGolden(compareRuns(base, now, {}).error().sentence());
}

TEST(Comparison, PrintedFiguresHaveNoIntervals) {
    const RunResult base = madeUpRun({.rows = 3});
    RunResult now = base;
    now.source = "somewhere";
    for (RowResult& row : now.rows) {
        row.baselineNanoseconds.clear();
        row.strategies[0] = {
            .strategy = "set", .status = Status::Measured, .printed = PrintedFigures{.ratio = 2}};
    }
    const Comparison comparison = compared(base, now);
    EXPECT_EQ(comparison.metric, Metric::Ratio);
    EXPECT_EQ(countVerdicts(comparison).unclear, 3u);
    EXPECT_NEAR(comparison.changes[0].now, 2, 1e-9);
    EXPECT_NEAR(comparison.changes[0].change, 1, 0.05);
    EXPECT_FALSE(comparison.repeated());
    EXPECT_NE(comparison.whyUnjudged, "");
    EXPECT_FALSE(comparison.sameRun);
    EXPECT_TRUE(compared(now, now).sameRun) << "one table";
    RunResult doubtful = now;
    doubtful.rows[1].strategies[0].printed->footnote = "loads return 0";
    expectCautions(base, doubtful);
    EXPECT_EQ(compared(doubtful, base).changes[1].footnote, "loads return 0");
    EXPECT_EQ(compared(doubtful, doubtful).changes[1].footnote, "") << "both are measured alike";
}

// The 95 % interval holds the true change in 95 % of the rows: 8 pairs of runs of 250 rows, 2,000 series.
TEST(ComparisonCoverage, OfNoiseRestartsAndDrift) {
    const auto drift = [](std::size_t sample) { return 1 + 0.02 * static_cast<double>(sample); };
    struct Pair {
        const char* name;
        MadeUp base, now;
        double slower = 1.07, least = 0.93, most = 0.97;
        Metric metric = Metric::Ratio;
    } pairs[] = {{"normal", {}, {}},
                 {"skewed", {.skewed = true}, {.skewed = true}},
                 // A precise BASE with many quiet restarts, a quick NEW with few noisy ones.
                 {"unlike",
                  {.restarts = 15, .sampleNoise = 0.001, .restartNoise = 0.002},
                  {.restarts = 4, .sampleNoise = 0.001, .restartNoise = 0.02},
                  1},
                 {"drifting", {.drift = drift}, {.drift = drift}, 1.07, 0.90},
                 // Known less well than their samples pretend; the machine's share covers it.
                 {"drifting times", {.drift = drift}, {.drift = drift}, 1.07, 0.90, 1, Metric::Time}};
    for (auto& [name, base, now, slower, least, most, metric] : pairs) {
        std::size_t held = 0, all = 0;
        base.rows = now.rows = 250;
        now.slowness = [factor = slower](std::size_t) { return factor; };
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            base.seed = seed;
            now.seed = 100 + seed;
            const double truth = metric == Metric::Time ? slower - 1 : 1 / slower - 1;
            for (const Change& change :
                 compared(madeUpRun(base), madeUpRun(now), {.metric = metric}).changes) {
                held += change.interval && change.interval->low <= truth && truth <= change.interval->high;
                const bool judged = change.verdict == Verdict::Worse || change.verdict == Verdict::Better;
                EXPECT_FALSE(slower == 1 && judged) << name;
                ++all;
            }
        }
        const double share = static_cast<double>(held) / static_cast<double>(all);
        EXPECT_TRUE(share >= least && share <= most) << name << ": " << share;
    }
}

RunFigures withQuality(RunQuality quality) {
    RunFigures figures;
    figures.quality = std::move(quality);
    return figures;
}

TEST(Noise, ComesFromTheAaControlAndFromRestartsThatShareADisturbance) {
    const RunFigures good = withQuality({.facts = {.setAside = 0.2}, .aaControlError = 0.01});
    EXPECT_EQ(aaControlNoise(good), 0);
    EXPECT_EQ(restartsSharing(good), 1);
    const RunFigures noisy =
        withQuality({.grade = Grade::Noisy, .facts = {.setAside = 0.45}, .aaControlError = 0.05});
    EXPECT_NEAR(aaControlNoise(noisy), std::log(1.05), 1e-12);
    EXPECT_EQ(restartsSharing(noisy), 1);
    EXPECT_EQ(restartsSharing(withQuality({.grade = Grade::Disturbed, .facts = {.setAside = 0.7}})), 2);
    EXPECT_EQ(restartsSharing(RunFigures()), 1) << "printed";
}

TEST(Noise, HasWitnessesByMetric) {
    const StrategyFigures was{.ratio = {.median = 1, .ofFastest = 1}, .milliseconds = 10};
    const StrategyFigures is{.ratio = {.median = 0.5, .ofFastest = 0.8}, .milliseconds = 20};
    const StrategyResult before{.loads = 10, .nanoseconds = {30, 10, 20}},
        after{.loads = 5, .nanoseconds = {10, 15}}, printed;
    const RowResult row{.baselineLoads = 1, .baselineNanoseconds = {5, 4}};
    EXPECT_THAT(
        witnessesOf({was, row, before}, {is, row, after}, Metric::Ratio),
        ElementsAre(DoubleEq(std::log(0.5)), DoubleEq(std::log(0.8)), DoubleNear(std::log(0.5), 1e-9)));
    EXPECT_THAT(witnessesOf({was, row, before}, {is, row, after}, Metric::Time),
                ElementsAre(DoubleEq(std::log(2)), DoubleEq(std::log(2))));
    const StrategyFigures ratioAlone{.ratio = {.median = 1}};
    EXPECT_THAT(witnessesOf({ratioAlone, row, printed}, {ratioAlone, row, printed}, Metric::Time), IsEmpty());
}

// Three rows that are twice as slow: the restarts of each side scatter by 2 %, and the fastest samples may tell
// another story.
std::vector<Verdict> judged(double witness, const std::array<double, 2>& sharing, double restarts = 0.02) {
    const Part part{.scatter = {restarts * restarts, 3}, .weight = 0.25};
    const Estimate row{.base = 0, .now = std::log(2), .parts = {part, part}, .witnesses = {witness}};
    std::vector<Verdict> verdicts;
    for (const JudgedChange& change : judgeChanges(
             {row, row, row}, {.metric = Metric::Time, .machine = {0, 1}, .restartsSharing = sharing}))
        verdicts.push_back(change.verdict);
    return verdicts;
}

TEST(Noise, CountsAChangeAsMuchAsTheLeastWitnessDoes) {
    constexpr Verdict kSlower = Verdict::Worse, kUnclear = Verdict::Unknown;
    EXPECT_THAT(judged(std::log(2), {1, 1}), ElementsAre(kSlower, kSlower, kSlower));
    EXPECT_THAT(judged(std::log(1.8), {2, 2}), ElementsAre(kSlower, kSlower, kSlower));
    EXPECT_THAT(judged(std::log(1.01), {1, 1}), ElementsAre(kUnclear, kUnclear, kUnclear));
    EXPECT_THAT(judged(-std::log(2), {1, 1}), ElementsAre(kUnclear, kUnclear, kUnclear)) << "they contradict";
}

TEST(Noise, OfSharedRestartsWidensIntervals) {
    const auto width = [](const std::array<double, 2>& sharing) {
        const Part part{.scatter = {0.01, 3}, .weight = 0.25}, quiet{.scatter = {0.0001, 3}, .weight = 0.25};
        const Judging how{.machine = {0, 1}, .restartsSharing = sharing};
        const Estimate noisy{.parts = {part, part}}, steady{.parts = {quiet, quiet}};
        const Interval found = judgeChanges({noisy, steady}, how).back().interval.value();
        return found.high - found.low;
    };
    EXPECT_GT(width({2, 1}), width({1, 1}));
    EXPECT_GT(width({2, 2}), width({2, 1})); // and a steady row is no steadier than the others on average
}

// Of 20 pairs of unchanged runs with noise of 5 to 30 % none has a verdict; a row that takes twice as long
// has one.
TEST(Noise, MakesNoFalseVerdictsAndHidesNoDoubling) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const double noise = seed % 2 == 0 ? 0.05 : 0.3;
        const MadeUp how{
            .rows = 24, .samplesPerRestart = 8, .sampleNoise = noise, .skewed = true, .seed = seed};
        MadeUp again = how;
        again.seed = 100 + seed;
        RunResult base = madeUpRun(how), equal = madeUpRun(again);
        again.slowness = [](std::size_t row) { return row < 8 ? 2.0 : 1.0; };
        RunResult slower = madeUpRun(again);
        for (RunResult* run : {&base, &equal, &slower}) run->settings.cpu = true;
        const VerdictCounts none = countVerdicts(compareRuns(base, equal, {}).value());
        EXPECT_EQ(none.faster + none.slower, 0u) << seed;
        const Comparison comparison = compareRuns(base, slower, {}).value();
        EXPECT_EQ(countVerdicts(comparison).faster, 0u) << seed;
        found += countVerdicts(comparison).slower;
    }
    EXPECT_GE(found, 8 * 20 * 19 / 20);
}

Comparison ofFour() {
    const Interval known{-0.01, 0.01};
    return {.metric = Metric::Ratio,
            .threshold = 0.03,
            .changes = {{.name = "same", .interval = known, .verdict = Verdict::Same},
                        {.name = "faster", .change = 0.2, .interval = known, .verdict = Verdict::Better},
                        {.name = "unclear", .change = 0.01, .interval = Interval{-0.03, 0.05}},
                        {.name = "slower", .change = -0.2, .interval = known, .verdict = Verdict::Worse}}};
}

std::vector<std::string> names(const std::vector<Change>& changes) {
    std::vector<std::string> result;
    for (const Change& change : changes) result.push_back(change.name);
    return result;
}

TEST(ShownChanges, AreThoseThatBecameFasterOrSlower) {
    EXPECT_THAT(names(shownChanges(ofFour(), false)), ElementsAre("faster", "slower"));
    EXPECT_THAT(names(shownChanges(ofFour(), true)), ElementsAre("same", "faster", "unclear", "slower"));
    Comparison comparison = ofFour();
    sortBySlowness(comparison);
    EXPECT_THAT(names(shownChanges(comparison, false)), ElementsAre("slower", "faster"));
}

TEST(ShownChanges, AreTheLargestWhereNothingIsJudged) {
    Comparison comparison;
    for (int i = 0; i < 50; ++i)
        comparison.changes.push_back({.name = std::to_string(i), .change = 0.01 * i});
    comparison.changes.push_back({.name = "halved", .change = -0.5});
    const std::vector<std::string> shown = names(shownChanges(comparison, false));
    ASSERT_EQ(shown.size(), kMostUnjudged);
    EXPECT_EQ(shown[0], "halved"); // as a factor it is the largest
    EXPECT_EQ(shown[1], "49");
    comparison.changes.back().footnote = "half return 0";
    EXPECT_EQ(names(shownChanges(comparison, false))[0], "49"); // what cannot be compared is left out
    EXPECT_EQ(shownChanges(comparison, true).size(), 51u);
}

TEST(ShownChanges, AreOnlyThoseThatMatterWhereNothingIsJudged) {
    Comparison comparison{.threshold = 0.03};
    for (const double change : {0.002, -0.0035, 0.001}) comparison.changes.push_back({.change = change});
    EXPECT_TRUE(shownChanges(comparison, false).empty());
    EXPECT_NEAR(largestDifference(comparison), 0.0035, 1e-4);
    comparison.changes.push_back({.name = "slower", .change = -0.04});
    comparison.changes.push_back({.change = 5, .footnote = "half return 0"});
    EXPECT_THAT(names(shownChanges(comparison, false)), ElementsAre("slower"));
    EXPECT_NEAR(largestDifference(comparison), 1 / 0.96 - 1, 1e-9);
    EXPECT_EQ(countVerdicts(comparison).all, 4u); // what cannot be compared is not counted as compared
    EXPECT_EQ(largestDifference({}), 0);
}

TEST(ShownChanges, TellHowManyRestartsWouldSettleTheUnclear) {
    // Half the width is 0.04, and the threshold 0.02 away: a half as wide an interval would do.
    EXPECT_NEAR(restartsToSettle(ofFour()).value(), 4, 0.5);
    Comparison comparison = ofFour();
    comparison.changes.resize(2);
    EXPECT_FALSE(restartsToSettle(comparison).has_value());
}

} // namespace
} // namespace vkperftest
