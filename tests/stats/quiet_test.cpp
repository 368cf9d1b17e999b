#include <cmath>
#include <random>

#include <gmock/gmock.h>

#include "stats/interval.h"
#include "stats/quiet.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(QuietBound, LiesEightPercentAboveTheTenthPercentile) {
    std::vector<double> series(100, 2.0);
    std::fill(series.begin(), series.begin() + 11, 1.0); // the tenth of a hundred is still fast
    EXPECT_DOUBLE_EQ(quietBound(series), 1.08);
    series[10] = 2.0; // now it is not
    EXPECT_DOUBLE_EQ(quietBound(series), 2.16);
    EXPECT_EQ(quietBound({}), 0);
}

TEST(QuietBound, KeepsNearlyAllOfASteadySeries) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(1, 0.015);
    std::vector<double> series(1000);
    for (double& value : series) value = noise(random);
    EXPECT_GE(quietPairs(series, quietBound(series), 0).size(), 998u);
}

TEST(SurroundingMedian, LeavesTheValueItselfOut) {
    const std::vector<double> series = {1, 2, 100, 4, 8, 16};
    EXPECT_EQ(surroundingMedian(series, 2), 3);  // 1 2 . 4 8
    EXPECT_EQ(surroundingMedian(series, 0), 51); // . 2 100
    EXPECT_EQ(surroundingMedian(series, 5), 6);  // 4 8 .
    EXPECT_EQ(surroundingMedian(std::vector<double>{7}, 0), 7);
}

// A ratio of two independent noises stays at 1, although the noise is as wide as the bound.
TEST(QuietPairs, DoNotBiasTheRatios) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(0, 0.1);
    std::vector<double> baseline(4000), ratios;
    for (double& value : baseline) value = std::exp(noise(random));
    std::vector<double> surroundings;
    for (std::size_t i = 0; i < baseline.size(); ++i) surroundings.push_back(surroundingMedian(baseline, i));
    for (const std::size_t i : quietPairs(surroundings, quietBound(baseline), 0)) {
        ratios.push_back(baseline[i] / std::exp(noise(random)));
    }
    ASSERT_GT(ratios.size(), 500u);
    EXPECT_NEAR(median(ratios), 1, 0.015); // three standard errors
}

TEST(QuietPairs, LeaveOutTheDisturbedOnes) {
    const std::vector<double> baseline = {1.00, 1.15, 1.01, 1.99, 1.02, 0.99, 1.01};
    EXPECT_THAT(quietPairs(baseline, 1.08, 3), ElementsAre(0, 2, 4, 5, 6));
}

TEST(QuietPairs, AreNeverFewerThanAskedFor) {
    const std::vector<double> baseline = {1.5, 1.3, 1.0, 1.4};
    EXPECT_THAT(quietPairs(baseline, 1.08, 3), ElementsAre(1, 2, 3));
    EXPECT_THAT(quietPairs(baseline, 1.08, 9), SizeIs(4));
    EXPECT_THAT(quietPairs({}, 1.08, 3), IsEmpty());
}

} // namespace
} // namespace vkperftest
