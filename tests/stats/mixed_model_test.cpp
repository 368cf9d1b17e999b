// The mixed model on levels whose truth is known.
#include "stats/mixed_model.h"

#include <cmath>

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest::mixed_model_test {

struct Truth {
    std::size_t figures = 100, restarts = 4;
    double change = 0;    // of every tenth figure, from the first on
    double noise = 0.002; // of a figure in a restart
    double restart = 0;   // of all figures in a restart, as their clock shows
    double run = 0;       // of all figures of NEW, which its clock shows, too
    double each = 0;      // of each figure of NEW
    bool clock = true, paired = false;
};

std::vector<ModelFigure> figuresOf(const Truth& truth, Random& random, Model& model) {
    std::vector<ModelFigure> figures(truth.figures);
    model.paired = truth.paired;
    std::array<Levels, 2> speeds;
    for (std::size_t restart = 0; restart < truth.restarts; ++restart) {
        const double common = truth.restart * random.normal();
        for (std::size_t side = 0; side < 2; ++side)
            speeds[side][restart] =
                (truth.paired ? common : truth.restart * random.normal()) + (side == 1 ? truth.run : 0);
    }
    for (std::size_t side = 0; side < 2 && truth.clock; ++side)
        for (const auto& [restart, speed] : speeds[side]) model.clock[side][restart] = -speed;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const double each = truth.each * random.normal(), change = i % 10 == 0 ? truth.change : 0;
        for (std::size_t side = 0; side < 2; ++side)
            for (const auto& [restart, speed] : speeds[side])
                figures[i].levels[side][restart] = 0.1 * static_cast<double>(i) + speed +
                                                   truth.noise * random.normal() +
                                                   (side == 1 ? each + change : 0);
    }
    return figures;
}

struct Counts {
    std::size_t less = 0, same = 0, more = 0;
    double held = 0; // share of the intervals that hold the truth
};

Counts judge(const Truth& truth, std::uint64_t seed, Model model = {.scatter = {.ofRestart = 0.002}},
             double threshold = 0.03) {
    Random random(seed);
    const std::vector<ModelFigure> figures = figuresOf(truth, random, model);
    const ModelledChanges modelled = fitModel(figures, model);
    const std::vector<std::optional<Interval>> intervals = changeIntervals(modelled.changes, threshold);
    Counts counts;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const double change = std::expm1(i % 10 == 0 ? truth.change : 0);
        const Interval& interval = intervals[i].value();
        const double least = 1 / (1 + threshold) - 1;
        counts.less += interval.high < least;
        counts.same += interval.low > least && interval.high < threshold;
        counts.more += interval.low > threshold;
        counts.held +=
            (interval.low <= change && change <= interval.high) / static_cast<double>(intervals.size());
    }
    return counts;
}

TEST(MixedModel, FindsWhatChangedWhateverTheMachineDid) {
    for (const bool paired : {false, true}) {
        for (const double run : {0.0, 0.2}) {
            const Counts counts = judge({.change = 0.05, .restart = 0.1, .run = run, .paired = paired}, 1,
                                        {.scatter = {.ofRun = 0.001, .ofRestart = 0.002}});
            EXPECT_EQ(counts.more, 10u) << paired << run;
            EXPECT_EQ(counts.same, 90u);
        }
    }
}

TEST(MixedModel, WithoutAClockTheRunsOwnDeviationCounts) {
    const Model unknown{.scatter = {.ofRun = 0.05, .ofRestart = 0.002}};
    const Counts counts = judge({.change = 0.05, .run = 0.1, .clock = false}, 2, unknown);
    EXPECT_EQ(counts.less + counts.more + counts.same, 0u);
    EXPECT_EQ(judge({.change = 0.5, .clock = false}, 2, unknown).more, 10u);
    // Next to one another, both sides meet one machine.
    EXPECT_EQ(judge({.change = 0.05, .restart = 0.1, .clock = false, .paired = true}, 2, unknown).more, 10u);
}

// Of a clock that was read once nobody knows how it follows the restarts, and of the run as little as ever.
TEST(MixedModel, AClockReadOnceLeavesTheRunsDeviation) {
    Random random(6);
    Model model{.scatter = {.ofRun = 0.05, .ofRestart = 0.01}};
    const std::vector<ModelFigure> figures = figuresOf({.change = 0.05}, random, model);
    for (Levels& clock : model.clock) clock = {{0, 0.0}};
    for (const ModelChange& change : fitModel(figures, model).changes)
        EXPECT_GE(marginOfError(change.scatter.value()), 0.1);
}

TEST(MixedModel, IntervalsHoldTheTruth) {
    for (const Truth& truth : {Truth{}, Truth{.noise = 0.02}, Truth{.noise = 0.02, .paired = true},
                               Truth{.noise = 0.002, .each = 0.02}, Truth{.restarts = 2}}) {
        double held = 0;
        constexpr int kRuns = 40;
        for (int i = 0; i < kRuns; ++i)
            held += judge(truth, 100 + static_cast<std::uint64_t>(i)).held / kRuns;
        EXPECT_GE(held, 0.92) << truth.noise << truth.paired << truth.each << truth.restarts;
    }
}

TEST(MixedModel, OfUnchangedFiguresFewAreJudgedToHaveChanged) {
    std::size_t wrong = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Counts counts =
            judge({.figures = 50, .noise = 0.02}, seed, {.scatter = {.ofRestart = 0.002}}, 0);
        wrong += counts.less + counts.more > 0;
    }
    EXPECT_LE(wrong, 20u); // 5 % are expected
}

// Each restart of BASE is slow for a third of the figures.
TEST(MixedModel, WhatRestartsShareShiftsNoFigure) {
    const Levels even = {{0, 0}, {1, 0}, {2, 0}};
    std::vector<ModelFigure> figures(9, {{even, even}});
    for (std::size_t i = 0; i < figures.size(); ++i) figures[i].levels[0][i % 3] = 0.03;
    for (const ModelChange& change : fitModel(figures, {}).changes) EXPECT_NEAR(change.log, -0.01, 1e-9);
}

// Of what lies beyond the threshold, intervals are wider, but those that they exclude it by lie beyond it still.
TEST(ChangeIntervals, ExcludeTheThresholdAsTheirTestsDo) {
    constexpr double kThreshold = 0.03;
    for (const double error : {0.002, 0.005, 0.01, 0.02}) {
        std::vector<ModelChange> changes;
        std::vector<double> pValues;
        for (int i = -40; i <= 40; ++i) {
            const double log = 0.0025 * i, beyond = std::abs(log) - std::log1p(kThreshold);
            changes.push_back(
                {.log = log, .lowest = log, .highest = log, .scatter = Scatter{error * error, 6}});
            pValues.push_back(beyond <= 0 ? 1 : std::min(1.0, 2 * studentUpperTail(beyond / error, 6)));
        }
        const std::vector<double> adjusted = adjustedPValues(pValues);
        const auto intervals = changeIntervals(changes, kThreshold);
        const auto found =
            static_cast<double>(std::ranges::count_if(adjusted, [](double p) { return p < 0.05; }));
        const double level = 0.05 * std::max(found, 1.0) / static_cast<double>(changes.size());
        if (found > 0) {
            EXPECT_NEAR(intervals.back()->low, std::expm1(0.1 - studentQuantile(1 - level / 2, 6) * error),
                        1e-9);
        }
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const bool excluded =
                intervals[i]->low > kThreshold || intervals[i]->high < 1 / (1 + kThreshold) - 1;
            EXPECT_EQ(excluded, adjusted[i] < 0.05);
        }
    }
}

TEST(DecidableThreshold, GrowsWithTheNoise) {
    const auto thresholdAt = [](double noise) {
        Random random(3);
        Model model;
        const std::vector<ModelFigure> figures = figuresOf({.noise = noise}, random, model);
        return decidableThreshold(fitModel(figures, model).changes).value();
    };
    EXPECT_DOUBLE_EQ(thresholdAt(0.001), 0.01);
    EXPECT_GE(thresholdAt(0.03), 0.05);
    EXPECT_THAT(thresholdAt(0.03), testing::Lt(thresholdAt(0.1)));
    EXPECT_FALSE(decidableThreshold({}).has_value());
}

TEST(DeviationOfMost, IgnoresValuesThatLieElsewhere) {
    Random random(4);
    std::vector<double> values;
    for (int i = 0; i < 400; ++i) values.push_back(0.02 * random.normal());
    EXPECT_NEAR(deviationOfMost(values), 0.02, 0.004);
    for (int i = 0; i < 400; ++i) values.push_back(1.0 + i);
    EXPECT_LE(deviationOfMost(values), 0.05);
    for (double& value : values) value = value > 0.5 ? 0.1 : 0;
    EXPECT_EQ(deviationOfMost(values), 0) << "two groups";
    EXPECT_EQ(deviationOfMost({1, 2, 3}), 0) << "few";
}

TEST(TwoLevels, LieFurtherApartThanTheyScatter) {
    const std::optional<Interval> two = twoLevels({0, 0.001, 0.1, 0.002, 0.101, 0.001});
    ASSERT_TRUE(two.has_value());
    EXPECT_NEAR(two->low, 0.001, 1e-9);
    EXPECT_NEAR(two->high, 0.1005, 1e-9);
    EXPECT_FALSE(twoLevels({0, 0.001, 0.002, 0.001, 0.1}).has_value()) << "one value is no level";
    EXPECT_FALSE(twoLevels({0, 0.001, 0.01, 0.011}).has_value()) << "1 % apart";
    EXPECT_FALSE(twoLevels({0, 0.03, 0.06, 0.09, 0.12, 0.15}).has_value());
    EXPECT_FALSE(twoLevels({0.1, 0.1}).has_value());
}

} // namespace vkperftest::mixed_model_test
