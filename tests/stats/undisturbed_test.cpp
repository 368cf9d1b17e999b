#include "stats/undisturbed.h"

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FastMode, KeepsASteadySeriesWhole) {
    Random random(1);
    std::vector<double> samples(200);
    for (double& sample : samples) sample = 3e6 * (1 + 0.02 * random.normal());
    EXPECT_GE(undisturbed(samples).size(), 196u);
}

TEST(FastMode, FindsTheFastModeEvenWhenMostSamplesAreSlow) {
    const std::vector<double> samples = {2.0, 1.01, 2.1, 1.9, 1.0, 2.0, 2.2, 1.03, 2.0, 1.95};
    EXPECT_THAT(undisturbed(samples), ElementsAre(1, 4, 7));
}

// Of up to twenty samples the fastest is the fifth percentile, and sets the bound.
TEST(FastMode, IsThatOfTheFastestOfTwenty) {
    for (const std::size_t count : {2u, 10u, 20u}) {
        std::vector<double> samples(count, 1.0);
        samples[1] = 0.5;
        EXPECT_THAT(undisturbed(samples), ElementsAre(1)) << count;
    }
}

// One lucky sample does not set the bound for all of a long series.
TEST(FastMode, SurvivesOneFastOutlierInTwentyOne) {
    std::vector<double> samples(21, 1.0);
    samples[3] = 0.5;
    EXPECT_EQ(undisturbed(samples).size(), 21u);
}

// The level of a long series and that of a short one do not differ by their lengths: the baseline's has
// hundreds of samples for each of a row's.
TEST(FastMode, LevelHardlyDependsOnTheLength) {
    Random random(2);
    const auto meanLevel = [&](std::size_t length) {
        double sum = 0;
        constexpr int kSeries = 400;
        for (int i = 0; i < kSeries; ++i) {
            std::vector<double> samples(length);
            // A third is disturbed.
            for (double& sample : samples)
                sample = (random.uniform() < 1.0 / 3 ? 1.5 : 1.0) * (1 + 0.01 * random.normal());
            sum += undisturbedLevel(samples) / kSeries;
        }
        return sum;
    };
    EXPECT_NEAR(meanLevel(12) / meanLevel(2000), 1, 0.003);
}

TEST(FastMode, ShortSeries) {
    EXPECT_THAT(undisturbed({}), IsEmpty());
    EXPECT_THAT(undisturbed(std::vector<double>{7}), ElementsAre(0));
    EXPECT_THAT(undisturbed(std::vector<double>{7, 1}), ElementsAre(1));
}

TEST(LevelRatio, OfSteadySeriesIsAPoint) {
    const PairedRatio ratio = levelRatio(std::vector<double>(8, 3.0), std::vector<double>(6, 2.0));
    EXPECT_DOUBLE_EQ(ratio.median, 1.5);
    ASSERT_TRUE(ratio.interval.has_value());
    EXPECT_NEAR(ratio.interval->low, 1.5, 1e-9);
    EXPECT_NEAR(ratio.interval->high, 1.5, 1e-9);
    EXPECT_DOUBLE_EQ(*ratio.ofFastest, 1.5);
}

TEST(LevelRatio, IsOfGeometricMeans) {
    EXPECT_DOUBLE_EQ(undisturbedLevel(std::vector<double>{1.00, 1.0404}), 1.02);
    EXPECT_DOUBLE_EQ(levelRatio(std::vector<double>{4, 99}, std::vector<double>{1.00, 1.0404}).median,
                     4 / 1.02);
}

TEST(LevelRatio, NeedsSixValuesOnEachSideForAnInterval) {
    EXPECT_FALSE(levelRatio(std::vector<double>(6, 3.0), std::vector<double>(5, 2.0)).interval.has_value());
    EXPECT_FALSE(levelRatio(std::vector<double>(5, 3.0), std::vector<double>(6, 2.0)).interval.has_value());
    EXPECT_TRUE(levelRatio(std::vector<double>(6, 3.0), std::vector<double>(6, 2.0)).interval.has_value());
}

// A fast sample that the level hangs on makes it uncertain.
TEST(LevelRatio, IsWideWhereFewSamplesDecide) {
    std::vector<double> subject(20, 2.0);
    subject[7] = 1.0;
    const PairedRatio ratio = levelRatio(std::vector<double>(20, 2.0), subject);
    ASSERT_TRUE(ratio.interval.has_value());
    EXPECT_LT(ratio.interval->low, 1);
    EXPECT_GT(ratio.interval->high, 1.5);
}

// Near the interval's width where the reference is known far better, and never above it.
TEST(LeastRelativeWidth, IsWhatAPerfectReferenceWouldLeave) {
    Random random(4);
    const auto series = [&](std::size_t length, double noise) {
        std::vector<double> samples(length);
        for (double& sample : samples) sample = std::exp(noise * random.normal());
        return samples;
    };
    for (int i = 0; i < 200; ++i) {
        const std::vector<double> subject =
            series(6 + static_cast<std::size_t>(300 * random.uniform()), 0.01);
        const std::vector<double> reference = series(i % 2 == 0 ? 10 : 1000, 0.002 * (i % 10));
        EXPECT_LE(leastRelativeWidth(subject), *relativeWidth(levelRatio(reference, subject)));
    }
    const std::vector<double> subject = series(1000, 0.01);
    const double width = *relativeWidth(levelRatio(std::vector<double>(1000, 1.0), subject));
    EXPECT_NEAR(leastRelativeWidth(subject) / width, 1, 0.01);
    EXPECT_EQ(leastRelativeWidth(std::vector<double>{1, 2, 3, 4, 5}), 0);
    EXPECT_EQ(leastRelativeWidth(std::vector<double>(6, 2.0)), 0);
}

} // namespace
} // namespace vkperftest
