#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gmock/gmock.h>

#include "random.h"

namespace vkperftest {
namespace {

using Series = std::vector<double>;
using testing::ElementsAre;
using testing::IsEmpty;

Series scaled(Series series, double factor) {
    for (double& value : series) value *= factor;
    return series;
}

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

struct Noise {
    const char* name;
    double ofSample = 0; // relative standard deviation
    double ofClock = 0;  // of both samples of a pair alike
    double disturbed =
        0; // share of the reference's samples that take up to 30 % longer, and of the subject's
    double subjectDisturbed = 0;
    double shortened = 0; // share of all samples that come out up to 30 % too small
};

// Samples of two programs that take equally long.
struct Sampled {
    Series reference, subject;
};

Sampled sampled(const Noise& noise, std::size_t count, Random& random) {
    Sampled pairs;
    const auto sample = [&](double clock, double disturbed) {
        const double late = random.uniform() < disturbed ? 1 + 0.3 * random.uniform() : 1;
        const double early =
            noise.shortened > 0 && random.uniform() < noise.shortened ? 1 - 0.3 * random.uniform() : 1;
        return std::exp(clock + noise.ofSample * random.normal()) * late * early;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const double clock = noise.ofClock * random.normal();
        pairs.reference.push_back(sample(clock, noise.disturbed));
        pairs.subject.push_back(sample(clock, noise.subjectDisturbed));
    }
    return pairs;
}

// How many of 1,000 rows of so many samples are marked.
int marked(const Noise& noise, std::size_t count) {
    Random random(7);
    int all = 0;
    for (int row = 0; row < 1000; ++row) {
        const Sampled pairs = sampled(noise, count, random);
        all += fastestDisagree(pairedRatio(pairs.reference, pairs.subject)) ? 1 : 0;
    }
    return all;
}

TEST(FastPairs, DoNotDisagreeByChance) {
    constexpr Noise kNoises[] = {
        {.name = "quiet", .ofSample = 0.002},
        {.name = "noisy", .ofSample = 0.01},
        {.name = "very noisy", .ofSample = 0.05},
        {.name = "a clock that wanders", .ofSample = 0.003, .ofClock = 0.03},
        {.name = "disturbed", .ofSample = 0.003, .disturbed = 0.1, .subjectDisturbed = 0.1},
        {.name = "disturbed more",
         .ofSample = 0.005,
         .ofClock = 0.03,
         .disturbed = 0.2,
         .subjectDisturbed = 0.2},
        {.name = "the reference alone", .ofSample = 0.003, .ofClock = 0.02, .disturbed = 0.2},
        {.name = "the subject alone", .ofSample = 0.003, .ofClock = 0.02, .subjectDisturbed = 0.2},
        {.name = "disturbed seldom",
         .ofSample = 0.003,
         .disturbed = 0.02,
         .subjectDisturbed = 0.02,
         .shortened = 0.01}};
    for (const Noise& noise : kNoises) {
        for (const std::size_t count : {8u, 9u, 10u, 12u, 35u, 100u})
            EXPECT_LE(marked(noise, count), 10) << noise.name << ", " << count << " samples";
    }
}

// Of a subject that takes so much longer in most of its pairs; the interval is narrow where they all do.
TEST(FastPairs, TellOfAProgramThatIsSlowMostOfTheTime) {
    for (const bool subject : {true, false}) {
        Sampled pairs = sampled({.ofSample = 0.002, .ofClock = 0.02}, 40, *std::make_unique<Random>(3));
        Series& slow = subject ? pairs.subject : pairs.reference;
        for (std::size_t i = 0; i < slow.size(); ++i) slow[i] *= i % 5 == 0 ? 1 : 1.2;
        const PairedRatio ratio = pairedRatio(pairs.reference, pairs.subject);
        EXPECT_TRUE(fastestDisagree(ratio));
        EXPECT_NEAR(ratio.median, subject ? 1 / 1.2 : 1.2, 0.01);
        EXPECT_NEAR(*ratio.ofFastest, 1, 0.03);
    }
}

TEST(FastPairs, OneIsNone) {
    for (const std::size_t count : {8u, 9u, 10u, 12u}) {
        for (const double factor : {0.2, 0.7, 1.4, 5.0}) {
            Series subject(count, 5.0);
            subject[7] *= factor;
            EXPECT_EQ(pairedRatio(Series(count, 10.0), subject).ofFastest, 2) << count << ", " << factor;
            EXPECT_EQ(pairedRatio(subject, Series(count, 10.0)).ofFastest, 0.5) << count << ", " << factor;
        }
    }
    Series subject(12, 5.0);
    subject[7] = subject[8] = 1;
    EXPECT_GT(*pairedRatio(Series(12, 10.0), subject).ofFastest, 8);
}

// A sample is the difference of a long and a short dispatch: where something delays the short one, it is too
// small.
TEST(FastPairs, AShortDispatchThatIsDelayedIsNone) {
    const Series ratios = {1.008, 1.001, 1.003, 0.999, 0.709, 1.001, 0.999, 0.995};
    EXPECT_FALSE(fastestDisagree(pairedRatio(ratios, Series(8, 1.0))));
    EXPECT_FALSE(fastestDisagree(pairedRatio(Series(8, 1.0), ratios)));
}

TEST(FastPairs, FewSayNothing) {
    EXPECT_EQ(pairedRatio(Series(5, 10.0), Series{5, 5, 1, 1, 5}).ofFastest, 2);
}

TEST(FastMode, FindsTheFastModeEvenWhenMostSamplesAreSlow) {
    const std::vector<double> samples = {2.0, 1.01, 2.1, 1.9, 1.0, 2.0, 2.2, 1.03, 2.0, 1.95};
    EXPECT_THAT(undisturbed(samples), ElementsAre(1.01, 1.0, 1.03));
    EXPECT_THAT(undisturbed({}), IsEmpty());
    EXPECT_THAT(undisturbed(std::vector<double>{7, 1}), ElementsAre(1.0));
    EXPECT_DOUBLE_EQ(undisturbedLevel(std::vector<double>{1.00, 1.0404, 99}), 1.02); // the geometric mean
}

// Of up to twenty samples the fastest is the fifth percentile, and sets the bound.
TEST(FastMode, IsThatOfTheFastestOfTwenty) {
    for (const std::size_t count : {2u, 10u, 20u}) {
        std::vector<double> samples(count, 1.0);
        samples[1] = 0.5;
        EXPECT_THAT(undisturbed(samples), ElementsAre(0.5)) << count;
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

} // namespace
} // namespace vkperftest
