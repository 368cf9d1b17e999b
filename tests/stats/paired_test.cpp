#include "stats/paired.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace paired_test {

using Series = std::vector<double>;

Series scaled(Series series, double factor) {
    for (double& value : series) value *= factor;
    return series;
}

TEST(PairedRatio, IgnoresWhatBothHaveInCommon) {
    const struct {
        const char* name;
        Series subject;
    } kSeries[] = {
        {"a clock that ramps up", {90, 70, 50, 35, 20, 11, 10, 10}},
        {"a device that throttles", {10, 10.5, 11, 11.5, 12, 12.5, 13, 13.5}},
        {"two modes", {10, 20, 20, 10, 20, 10, 10, 20}},
    };
    for (const auto& [name, subject] : kSeries) {
        SCOPED_TRACE(name);
        const PairedRatio ratio = pairedRatio(scaled(subject, 4), subject);
        EXPECT_EQ(ratio.median, 4);
        ASSERT_TRUE(ratio.interval.has_value());
        EXPECT_EQ(ratio.interval->low, 4);
        EXPECT_EQ(ratio.interval->high, 4);
        EXPECT_EQ(ratio.ofFastest, 4);
        EXPECT_FALSE(fastestDisagree(ratio));
    }
}

TEST(PairedRatio, ShowsTwoModesOfTheSubjectAlone) {
    const PairedRatio ratio = pairedRatio(Series(10, 20.0), Series{10, 20, 20, 10, 20, 10, 10, 20, 10, 20});
    EXPECT_EQ(ratio.median, 1.5); // between the modes, and so wide that nobody believes it
    ASSERT_TRUE(ratio.interval.has_value());
    EXPECT_EQ(ratio.interval->low, 1);
    EXPECT_EQ(ratio.interval->high, 2);
    EXPECT_FALSE(fastestDisagree(ratio)); // half of them are no tenth
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
    EXPECT_EQ(ratio.ofFastest, 1.5);
    const PairedRatio without{.median = 3, .ofFastest = 2};
    for (const PairedRatio& other : {quotient(without, ratio), quotient(ratio, without)})
        EXPECT_FALSE(other.interval.has_value());
    EXPECT_EQ(quotient(without, {.median = 2}).ofFastest, std::nullopt);
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
    EXPECT_EQ(isAtLeast(ratio, 1.5), true);
    EXPECT_EQ(isAtLeast(ratio, 1.9), true);
    EXPECT_EQ(isAtLeast(ratio, 2), std::nullopt);
    EXPECT_EQ(isAtLeast(ratio, 2.1), std::nullopt);
    EXPECT_EQ(isAtLeast(ratio, 2.2), false);
    EXPECT_EQ(isAtLeast({.median = 2}, 1), std::nullopt);
    EXPECT_NEAR(relativeWidth(ratio).value(), 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(scaled(ratio, 3).interval->low, 3 * 1.9);
}

TEST(IsAtLeast, IsUnknownWhereTheFastestSamplesLieOnTheOtherSide) {
    const PairedRatio slowed{.median = 2, .interval = Interval{1.9, 2.1}, .ofFastest = 1.1};
    EXPECT_EQ(isAtLeast(slowed, 1.05), true);
    EXPECT_EQ(isAtLeast(slowed, 1.5), std::nullopt);
    EXPECT_EQ(isAtLeast(slowed, 2.2), false);
    EXPECT_EQ(isAtLeast({.median = 2, .interval = Interval{1.9, 2.1}, .ofFastest = 3}, 2.5), std::nullopt);
}

TEST(MinimaDisagree, BeyondTwoPercent) {
    const auto disagree = [](double ofFastest) {
        return fastestDisagree({.median = 2, .interval = std::nullopt, .ofFastest = ofFastest});
    };
    EXPECT_FALSE(disagree(2));
    EXPECT_FALSE(disagree(2 * 1.0199));
    EXPECT_TRUE(disagree(2 * 1.0201));
    EXPECT_FALSE(disagree(2 * 0.9801));
    EXPECT_TRUE(disagree(2 * 0.9799));
    EXPECT_FALSE(fastestDisagree({.median = 2})); // there are none
}

TEST(Drift, ComparesTheLastThirdWithTheFirst) {
    EXPECT_EQ(drift(Series{1, 2}), 0);
    EXPECT_EQ(drift(Series{2, 100, 3}), 0.5);
    EXPECT_EQ(drift(Series{4, 100, 3}), -0.25);
    EXPECT_EQ(drift(Series{2, 2, 2, 50, 60, 70, 4, 4, 99}), 1); // medians of thirds
    EXPECT_EQ(drift(Series{2, 2, 7, 7, 7, 3, 3}), 0.5);         // a third of seven is two
}

} // namespace paired_test
} // namespace vkperftest
