#include "stats/interval.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "matchers.h"
#include "random.h"

namespace vkperftest::paired_test {

using Series = std::vector<double>;

TEST(PairedRatio, IgnoresWhatBothHaveInCommon) {
    const struct {
        const char* name;
        Series subject;
    } kSeries[] = {
        {"a clock ramps up", {90, 70, 50, 35, 20, 11, 10, 10}},
        {"a device that throttles", {10, 10.5, 11, 11.5, 12, 12.5, 13, 13.5}},
        {"two modes", {10, 20, 20, 10, 20, 10, 10, 20}},
    };
    for (const auto& [name, subject] : kSeries) {
        SCOPED_TRACE(name);
        Series longer = subject;
        for (double& value : longer) value *= 4;
        const PairedRatio ratio = pairedRatio(longer, subject);
        EXPECT_EQ(ratio.median, 4);
        ASSERT_TRUE(ratio.interval.has_value());
        EXPECT_EQ(ratio.interval->low, 4);
        EXPECT_EQ(ratio.interval->high, 4);
    }
}

TEST(PairedRatio, ShowsTwoModesOfTheSubjectAlone) {
    const PairedRatio ratio = pairedRatio(Series(10, 20.0), Series{10, 20, 20, 10, 20, 10, 10, 20, 10, 20});
    EXPECT_EQ(ratio.median, 1.5); // between the modes, and so wide that nobody believes it
    ASSERT_TRUE(ratio.interval.has_value());
    EXPECT_EQ(ratio.interval->low, 1);
    EXPECT_EQ(ratio.interval->high, 2);
}

TEST(PairedRatio, ShrugsOffOneOutlier) {
    for (const double outlier : {1e6, 1e-6}) {
        Series subject(12, 5.0);
        subject[7] = outlier;
        const PairedRatio ratio = pairedRatio(Series(12, 10.0), subject);
        EXPECT_EQ(ratio.median, 2);
        ASSERT_TRUE(ratio.interval.has_value());
        EXPECT_EQ(ratio.interval->low, 2);
        EXPECT_EQ(ratio.interval->high, 2);
    }
}

TEST(Quotient, IsHowMuchLongerTheSecondTook) {
    const Series reference(12, 6.0);
    const PairedRatio ratio =
        quotient(pairedRatio(reference, Series(12, 2.0)), pairedRatio(reference, Series(12, 3.0)));
    EXPECT_DOUBLE_EQ(ratio.median, 1.5);
    ASSERT_TRUE(ratio.interval.has_value());
    EXPECT_DOUBLE_EQ(ratio.interval->low, 1.5);
    EXPECT_DOUBLE_EQ(ratio.interval->high, 1.5);
    const PairedRatio without{.median = 3};
    for (const PairedRatio& other : {quotient(without, ratio), quotient(ratio, without)})
        EXPECT_FALSE(other.interval.has_value());
    EXPECT_EQ(relativeWidth(without), std::nullopt);
}

// Equal relative errors of both add up as their squares do.
TEST(Quotient, HasAnIntervalOfBoth) {
    const double error = std::exp(0.01);
    const PairedRatio first{.median = 3, .interval = Interval{3 / error, 3 * error}};
    const PairedRatio second{.median = 2, .interval = Interval{2 / error, 2 * error}};
    const PairedRatio exact{.median = 2, .interval = Interval{2, 2}};
    const double both = std::exp(0.01 * std::numbers::sqrt2);
    EXPECT_DOUBLE_EQ(quotient(first, second).interval->low, 1.5 / both);
    EXPECT_DOUBLE_EQ(quotient(first, second).interval->high, 1.5 * both);
    EXPECT_DOUBLE_EQ(quotient(first, exact).interval->low, 1.5 / error);
    EXPECT_DOUBLE_EQ(quotient(exact, first).interval->high, 2.0 / 3 * error);
}

TEST(Quotient, KeepsTheSidesOfSkewedIntervals) {
    const PairedRatio exact{.median = 2, .interval = Interval{2, 2}};
    const PairedRatio skewed{.median = 2, .interval = Interval{1, 2.2}};
    EXPECT_DOUBLE_EQ(quotient(skewed, exact).interval->low, 0.5);
    EXPECT_DOUBLE_EQ(quotient(skewed, exact).interval->high, 1.1);
    EXPECT_DOUBLE_EQ(quotient(exact, skewed).interval->low, 1 / 1.1);
    EXPECT_DOUBLE_EQ(quotient(exact, skewed).interval->high, 2);
}

TEST(IsAtLeast, IsKnownOnlyOutsideTheInterval) {
    const PairedRatio ratio{.median = 2, .interval = Interval{1.9, 2.1}};
    for (const double bound : {1.5, 1.9}) EXPECT_EQ(isAtLeast(ratio, bound), true);
    for (const double bound : {2.0, 2.1}) EXPECT_EQ(isAtLeast(ratio, bound), std::nullopt);
    EXPECT_EQ(isAtLeast(ratio, 2.2), false);
    EXPECT_EQ(isAtLeast(PairedRatio{.median = 2}, 1), std::nullopt);
    EXPECT_NEAR(relativeWidth(ratio).value(), 0.1, 1e-12);
}

TEST(FastMode, FindsTheFastModeEvenWhenMostSamplesAreSlow) {
    const std::vector<double> samples = {2.0, 1.01, 2.1, 1.9, 1.0, 2.0, 2.2, 1.03, 2.0, 1.95};
    EXPECT_THAT(undisturbed(samples), ElementsAre(1.01, 1.0, 1.03));
    EXPECT_THAT(undisturbed({}), IsEmpty());
    EXPECT_THAT(undisturbed(std::vector<double>{7, 1}), ElementsAre(1.0));
    EXPECT_DOUBLE_EQ(undisturbedLevel(std::vector<double>{1.00, 1.0404, 99}), 1.02); // the geometric mean
}

// Of up to twenty samples the fastest is the fifth percentile, and sets the bound; a single one of more does not.
TEST(FastMode, IsThatOfTheFastestOfTwenty) {
    for (const std::size_t count : {2u, 10u, 20u, 21u}) {
        std::vector<double> samples(count, 1.0);
        samples[1] = 0.5;
        EXPECT_EQ(undisturbed(samples), count <= 20 ? std::vector{0.5} : samples) << count;
    }
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

} // namespace vkperftest::paired_test
