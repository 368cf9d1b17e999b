// Verdicts on made-up runs whose truth is known.
#include "analysis/comparison.h"

#include <cmath>

#include "analysis/thresholds.h"
#include "base/text.h"
#include "golden.h"
#include "matchers.h"
#include "model/made_up_run.h"

namespace vkperftest::comparison_test {

Comparison compared(const RunResult& base, const RunResult& now, CompareSettings settings = {}) {
    return valueOf(compareRuns(base, now, settings));
}

TEST(Comparison, EqualRunsAreTheSame) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const Comparison comparison = compared(madeUpRun({.seed = seed}), madeUpRun({.seed = 1000 + seed}));
        EXPECT_EQ(comparison.count(Verdict::Better) + comparison.count(Verdict::Worse), 0u);
        EXPECT_GE(comparison.count(Verdict::Same), 260u);
    }
}

TEST(Comparison, ATenthSlowerIsSlowerInBothMetrics) {
    const RunResult base = madeUpRun({.seed = 1});
    const RunResult now = madeUpRun({.slowness = [](std::size_t) { return 1.1; }, .seed = 2});
    for (const Metric metric : {Metric::Time, Metric::Ratio}) {
        const Comparison comparison = compared(base, now, {.metric = metric});
        EXPECT_GE(comparison.count(Verdict::Worse), 263u) << kMetricNames[metric];
        EXPECT_EQ(comparison.count(Verdict::Better), 0u);
        EXPECT_NEAR(comparison.changes[0].change, metric == Metric::Time ? 0.1 : -0.091, 0.02);
    }
    EXPECT_GE(compared(now, base).count(Verdict::Better), 263u);
}

// Under `push` the opposite of what became of `set`, in one row.
TEST(Comparison, JudgesEachStrategyByItsOwnSamples) {
    constexpr double kChanged = 1.2;
    const auto underBoth = [](std::uint64_t seed, double setSlower, double pushSlower) {
        const auto first = [](double slower) {
            return [=](std::size_t row) { return row == 0 ? slower : row == 1 ? 1 / slower : 1.0; };
        };
        MadeUp how{.rows = 20,
                   .sampleNoise = 0.003,
                   .restartNoise = 0.002,
                   .slowness = first(setSlower),
                   .seed = seed};
        RunResult run = madeUpRun(how);
        how.slowness = first(pushSlower);
        const RunResult push = madeUpRun(how);
        run.settings.strategies.emplace_back("push");
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            run.rows[i].strategies.push_back(push.rows[i].strategies[0]);
            run.rows[i].strategies[1].strategy = "push";
        }
        return run;
    };
    const RunResult base = underBoth(31, 1, 1), now = underBoth(32, kChanged, 1 / kChanged);
    for (const Metric metric : {Metric::Time, Metric::Ratio}) {
        SCOPED_TRACE(kMetricNames[metric]);
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
    EXPECT_EQ(compared(base, now, {.metric = Metric::Ratio}).count(Verdict::Same), 276u);
    EXPECT_EQ(compared(base, now, {.metric = Metric::Ratio, .threshold = 0.005}).count(Verdict::Worse), 276u);
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
        EXPECT_EQ(comparison.count(Verdict::Unknown), 276u);
        EXPECT_FALSE(comparison.changes[0].interval.has_value());
        expectGolden(comparison.whyUnjudged);
    }
}

TEST(Comparison, OfDifferentDevicesNothingIsJudged) {
    RunResult base = madeUpRun({.rows = 20, .seed = 29});
    RunResult now = madeUpRun({.rows = 20, .slowness = [](std::size_t) { return 1.5; }, .seed = 30});
    for (RunResult* const run : {&base, &now}) {
        run->codes["c"].hash = "1";
        run->rows[0].strategies[0].code = "c";
    }
    EXPECT_EQ(compared(base, now).changes[0].sameCode, true);
    now.device.deviceId = 3;
    const Comparison comparison = compared(base, now);
    EXPECT_NE(comparison.otherDevice, "");
    EXPECT_EQ(comparison.count(Verdict::Unknown), 20u);
    EXPECT_TRUE(comparison.repeated());
    EXPECT_FALSE(comparison.judged());
    EXPECT_FALSE(comparison.changes[0].sameCode.has_value());
    EXPECT_EQ(compared(base, now, {.metric = Metric::Time, .interleaved = true}).count(Verdict::Worse), 20u)
        << "in turns";
}

// The clock shows how far the machine's speed wanders; without one nobody knows, and ratios do not ask.
TEST(Comparison, TimesAreInTicksOfTheClock) {
    const auto pair = [](bool clock, double drift) {
        return std::pair(madeUpRun({.machineNoise = 0.1, .clock = clock, .seed = 9}),
                         madeUpRun({.machineNoise = 0.1,
                                    .clock = clock,
                                    .drift = [=](std::size_t) { return drift; },
                                    .seed = 10}));
    };
    const auto [base, now] = pair(true, 1.15);
    const Comparison known = compared(base, now);
    EXPECT_EQ(known.metric, Metric::Time);
    EXPECT_EQ(known.clock, ReferenceClock::Core);
    EXPECT_EQ(known.count(Verdict::Worse), 276u);
    EXPECT_NEAR(known.shift.value().change, 0.15, 0.01);
    const auto [blindBase, blindNow] = pair(false, 1.15);
    const Comparison unknown = compared(blindBase, blindNow);
    EXPECT_EQ(unknown.clock, ReferenceClock::None);
    EXPECT_EQ(unknown.count(Verdict::Worse), 0u);
    EXPECT_TRUE(unknown.shift.has_value());
    EXPECT_GE(compared(blindBase, blindNow, {.metric = Metric::Ratio}).count(Verdict::Same), 250u);
    const auto [sameBase, sameNow] = pair(true, 1);
    EXPECT_GE(compared(sameBase, sameNow).count(Verdict::Same), 270u);
    EXPECT_GT(std::abs(compared(sameBase, sameNow).clockChange), 0.01);
}

// All rows but those of one kind took longer: nothing is left out of it, whatever the baseline did.
TEST(Comparison, NoRowIsTheReferenceOfAnother) {
    const RunResult base = madeUpRun({.seed = 21});
    RunResult now =
        madeUpRun({.slowness = [](std::size_t row) { return row % 5 == 0 ? 1.0 : 1.1; }, .seed = 22});
    for (RowResult& row : now.rows)
        for (double& sample : row.baselineNanoseconds) sample *= 1.1;
    const Comparison comparison = compared(base, now);
    for (std::size_t i = 0; i < comparison.changes.size(); ++i)
        EXPECT_EQ(comparison.changes[i].verdict, i % 5 == 0 ? Verdict::Same : Verdict::Worse) << i;
    EXPECT_GT(comparison.count(Verdict::Worse), 0u);
    EXPECT_EQ(comparison.count(Verdict::Better), 0u);
}

// What a process does to each row, no restart of it shows, but the other rows' changes do.
TEST(Comparison, WhatARunDoesToEachRowIsNoVerdict) {
    for (const double deviation : {0.01, 0.02, 0.03}) {
        SCOPED_TRACE(deviation);
        Random random(5);
        std::vector<double> shifts(276);
        for (double& shift : shifts) shift = std::exp(deviation * random.normal());
        const MadeUp quiet{.sampleNoise = 0.001, .restartNoise = 0.0005, .seed = 31};
        MadeUp shifted = quiet;
        shifted.slowness = [&](std::size_t row) { return shifts[row]; };
        shifted.seed = 32;
        const Comparison counts = compared(madeUpRun(quiet), madeUpRun(shifted));
        EXPECT_EQ(counts.count(Verdict::Better) + counts.count(Verdict::Worse), 0u);
    }
}

TEST(Comparison, TwoLevelsAreSaidAndUnclear) {
    const RunResult base = madeUpRun({.rows = 20, .restarts = 4, .sampleNoise = 0.002, .seed = 51});
    RunResult now = madeUpRun({.rows = 20, .restarts = 4, .sampleNoise = 0.002, .seed = 52});
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t s = 0; s < now.rows[i].restarts.size(); ++s)
            if (now.rows[i].restarts[s] % 2 == 1) now.rows[i].strategies[0].nanoseconds[s] *= 1.1;
    const Comparison comparison = compared(base, now);
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(comparison.changes[i].verdict, i < 3 ? Verdict::Unknown : Verdict::Same) << i;
        EXPECT_EQ(comparison.changes[i].nowStep.has_value(), i < 3) << i;
        EXPECT_FALSE(comparison.changes[i].baseStep.has_value()) << i;
    }
    EXPECT_NEAR(comparison.changes[0].nowStep.value(), 1.1, 0.01);
}

// A user's threshold counts as it is.
TEST(Comparison, SaysWhatTheRunsCanDecide) {
    const RunResult base = madeUpRun({.restarts = 4, .restartNoise = 0.02, .seed = 61});
    const auto now = [](double slower) {
        return madeUpRun({.restarts = 4,
                          .restartNoise = 0.02,
                          .slowness = [=](std::size_t row) { return row < 20 ? slower : 1; },
                          .seed = 62});
    };
    const Comparison equal = compared(base, now(1));
    EXPECT_GT(equal.threshold, kOtherRun);
    EXPECT_EQ(equal.threshold, equal.decidable);
    EXPECT_GE(equal.count(Verdict::Same), 276u / 2);
    EXPECT_EQ(equal.count(Verdict::Better) + equal.count(Verdict::Worse), 0u);
    EXPECT_EQ(compared(base, now(1 + 3 * equal.threshold)).count(Verdict::Worse), 20u);
    const Comparison strict = compared(base, now(1), {.threshold = 0.01});
    EXPECT_DOUBLE_EQ(strict.threshold, 0.01);
    EXPECT_EQ(strict.decidable, equal.decidable);
}

// What --fail-on must not take for good.
TEST(Comparison, IsBlindWhereNoRowIsJudged) {
    const RunResult base = madeUpRun({.rows = 6, .seed = 35});
    EXPECT_FALSE(compared(base, madeUpRun({.rows = 6, .seed = 36})).blind());
    EXPECT_TRUE(compared(base, madeUpRun({.rows = 6, .restarts = 1, .seed = 36})).blind());
    EXPECT_TRUE(compared(madeUpRun({.rows = 6, .restartNoise = 0.2, .seed = 37}),
                         madeUpRun({.rows = 6, .restartNoise = 0.2, .seed = 38}), {.threshold = 0.03})
                    .blind())
        << "all are UNCLEAR";
    RunResult other = madeUpRun({.rows = 6, .seed = 36});
    other.device.deviceId = 3;
    EXPECT_TRUE(compared(base, other).blind());
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
    EXPECT_THAT(left, UnorderedElementsAre("row 0, set, NEW: none", "another, set, BASE: none",
                                           "row 1, set, NEW: failed (wrong values)", "row 2, set, NEW: none",
                                           "row 2, push, BASE: none"));
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
    EXPECT_EQ(comparison.count(Verdict::Unknown), 3u);
    EXPECT_NEAR(comparison.changes[0].now, 2, 1e-9);
    EXPECT_NEAR(comparison.changes[0].change, 1, 0.05);
    EXPECT_FALSE(comparison.repeated());
    EXPECT_NE(comparison.whyUnjudged, "");
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
                 {"times", {.machineNoise = 0.02}, {.machineNoise = 0.02}, 1.07, 0.93, 1, Metric::Time}};
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

// Of 20 pairs of unchanged runs with noise of 5 to 30 % none has a verdict; a row that takes twice as long has one.
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
        const Comparison none = compareRuns(base, equal, {}).value();
        EXPECT_EQ(none.count(Verdict::Better) + none.count(Verdict::Worse), 0u) << seed;
        const Comparison comparison = compareRuns(base, slower, {}).value();
        EXPECT_EQ(comparison.count(Verdict::Better), 0u) << seed;
        found += comparison.count(Verdict::Worse);
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
    EXPECT_THAT(names(mainChanges(ofFour())), ElementsAre("faster", "slower"));
}

TEST(ShownChanges, AreTheLargestWhereNothingIsJudged) {
    Comparison comparison;
    for (int i = 0; i < 50; ++i)
        comparison.changes.push_back({.name = std::to_string(i), .change = 0.01 * i});
    comparison.changes.push_back({.name = "halved", .change = -0.5});
    const std::vector<std::string> shown = names(mainChanges(comparison));
    ASSERT_EQ(shown.size(), 5u);
    EXPECT_EQ(shown[0], "halved"); // as a factor it is the largest
    EXPECT_EQ(shown[1], "49");
    comparison.changes.back().footnote = "half return 0";
    EXPECT_EQ(names(mainChanges(comparison))[0], "49"); // what cannot be compared is left out
}

TEST(ShownChanges, AreOnlyThoseThatMatterWhereNothingIsJudged) {
    Comparison comparison{.threshold = 0.03};
    for (const double change : {0.002, -0.0035, 0.001}) comparison.changes.push_back({.change = change});
    EXPECT_TRUE(mainChanges(comparison).empty());
    comparison.changes.push_back({.name = "slower", .change = -0.04});
    comparison.changes.push_back({.change = 5, .footnote = "half return 0"});
    EXPECT_THAT(names(mainChanges(comparison)), ElementsAre("slower"));
    EXPECT_EQ(comparison.count(), 4u); // what cannot be compared is not counted as compared
}

} // namespace vkperftest::comparison_test
