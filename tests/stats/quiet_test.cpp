#include <random>

#include <gmock/gmock.h>

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
