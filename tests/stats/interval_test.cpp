#include "stats/interval.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

TEST(Median, TakesTheMiddleOrTheMeanOfTheMiddleTwo) {
    EXPECT_EQ(median({7}), 7);
    EXPECT_EQ(median({9, 1, 8, 2, 5}), 5);
    EXPECT_EQ(median({4, 1}), 2.5);
    EXPECT_EQ(median({10, 1, 4, 2}), 3);
}

std::vector<double> countingTo(std::size_t n) {
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

TEST(MedianInterval, IsNothingForTooFewValues) {
    for (std::size_t n = 0; n < 6; ++n) EXPECT_FALSE(medianInterval(countingTo(n)).has_value()) << n;
    EXPECT_TRUE(medianInterval(countingTo(6)).has_value());
}

// By hand from the binomial table. `depth` order statistics from either end cover `outer` of 2^n, one deeper
// `inner` of 2^n; 95 % lies between. With I = (outer - 0.95 * 2^n) / (outer - inner) the weight of the deeper
// order statistic is (n - depth) I / (depth + (n - 2 depth) I).
struct Depth {
    std::size_t n;
    double depth;
    double outer;
    double inner;
};

TEST(MedianInterval, HasTheDepthsOfTheBinomialTable) {
    constexpr Depth kDepths[] = {
        {6, 1, 62, 50},           // 64 - 2 * 1, less 2 * 6
        {7, 1, 126, 112},         // 128 - 2 * 1, less 2 * 7
        {8, 1, 254, 238},         // 256 - 2 * 1, less 2 * 8
        {9, 2, 492, 420},         // 512 - 2 * (1 + 9), less 2 * 36
        {10, 2, 1002, 912},       // 1024 - 2 * (1 + 10), less 2 * 45
        {12, 3, 3938, 3498},      // 4096 - 2 * (1 + 12 + 66), less 2 * 220
        {20, 6, 1005176, 927656}, // 2^20 - 2 * (1 + 20 + 190 + 1140 + 4845 + 15504), less 2 * 38760
    };
    for (const auto& [n, depth, outer, inner] : kDepths) {
        SCOPED_TRACE(n);
        const double count = static_cast<double>(n);
        const double share = (outer - 0.95 * std::exp2(count)) / (outer - inner);
        const double weight = (count - depth) * share / (depth + (count - 2 * depth) * share);
        ASSERT_GE(weight, 0);
        ASSERT_LT(weight, 1);
        const auto interval = medianInterval(countingTo(n));
        ASSERT_TRUE(interval.has_value());
        EXPECT_NEAR(interval->low, depth + weight, 1e-9);
        EXPECT_NEAR(interval->high, count + 1 - depth - weight, 1e-9);
    }
}

TEST(MedianInterval, DoesNotDependOnTheOrder) {
    std::vector<double> values = countingTo(31);
    const auto sorted = medianInterval(values);
    std::reverse(values.begin(), values.begin() + 17);
    std::rotate(values.begin(), values.begin() + 5, values.end());
    const auto mixed = medianInterval(values);
    ASSERT_TRUE(sorted && mixed);
    EXPECT_EQ(sorted->low, mixed->low);
    EXPECT_EQ(sorted->high, mixed->high);
}

// The normal approximation: 1.96 / sqrt(n) on either side of the middle.
TEST(MedianInterval, OfLongSeriesNarrows) {
    const Interval interval = medianInterval(countingTo(10000)).value();
    EXPECT_NEAR(interval.high - 5000.5, 5000.5 - interval.low, 1e-6);
    EXPECT_NEAR((interval.high - interval.low) / 10000, 1.96 / 100, 1e-3);
}

} // namespace
} // namespace vkperftest
