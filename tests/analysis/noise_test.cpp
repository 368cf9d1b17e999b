#include "analysis/comparison.h"

#include <cmath>

#include <gmock/gmock.h>

#include "model/made_up_run.h"

namespace vkperftest {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

RunFigures withQuality(RunQuality quality) {
    RunFigures figures;
    figures.quality = std::move(quality);
    return figures;
}

TEST(Noise, ComesFromTheNullRowAndFromEpochsThatShareADisturbance) {
    const RunFigures good = withQuality({.facts = {.setAside = 0.2}, .nullRowError = 0.01});
    EXPECT_EQ(nullRowNoise(good), 0);
    EXPECT_EQ(epochsSharing(good), 1);
    const RunFigures noisy =
        withQuality({.grade = Grade::Noisy, .facts = {.setAside = 0.45}, .nullRowError = 0.05});
    EXPECT_NEAR(nullRowNoise(noisy), std::log(1.05), 1e-12);
    EXPECT_EQ(epochsSharing(noisy), 1);
    EXPECT_EQ(epochsSharing(withQuality({.grade = Grade::Disturbed, .facts = {.setAside = 0.7}})), 2);
    EXPECT_EQ(epochsSharing(RunFigures()), 1) << "printed";
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

// Three rows that are twice as slow: the epochs of each side scatter by 2 %, and the fastest samples may tell
// another story.
std::vector<Verdict> judged(double witness, const std::array<double, 2>& sharing, double epochs = 0.02) {
    const Part part{.scatter = {epochs * epochs, 3}, .weight = 0.25};
    const Estimate row{.base = 0, .now = std::log(2), .parts = {part, part}, .witnesses = {witness}};
    std::vector<Verdict> verdicts;
    for (const JudgedChange& change :
         judgeChanges({row, row, row}, {.metric = Metric::Time, .machine = {0, 1}, .epochsSharing = sharing}))
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

TEST(Noise, OfSharedEpochsWidensIntervals) {
    const auto width = [](const std::array<double, 2>& sharing) {
        const Part part{.scatter = {0.01, 3}, .weight = 0.25}, quiet{.scatter = {0.0001, 3}, .weight = 0.25};
        const Judging how{.machine = {0, 1}, .epochsSharing = sharing};
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
            .rows = 24, .samplesPerEpoch = 8, .sampleNoise = noise, .skewed = true, .seed = seed};
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

} // namespace
} // namespace vkperftest
