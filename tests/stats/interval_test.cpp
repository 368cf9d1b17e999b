#include "stats/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>

namespace vkperftest::interval_test {

using Series = std::vector<double>;
using Values = std::vector<double>;
using testing::DoubleNear;
using testing::Pointwise;

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

TEST(Pseudomedian, IsOfAllValues) {
    EXPECT_EQ(pseudomedian(countingTo(3)), 2);
    EXPECT_NEAR(pseudomedian(countingTo(1280)), 640, 10);
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

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(StudentQuantile, IsThatOfThePrintedTables) {
    const struct {
        double freedom;
        double p95;
        double p975;
        double p995;
    } kRows[] = {
        {1, 6.314, 12.706, 63.657}, {2, 2.920, 4.303, 9.925},   {3, 2.353, 3.182, 5.841},
        {4, 2.132, 2.776, 4.604},   {6, 1.943, 2.447, 3.707},   {10, 1.812, 2.228, 3.169},
        {30, 1.697, 2.042, 2.750},  {120, 1.658, 1.980, 2.617}, {kInfinity, 1.645, 1.960, 2.576},
    };
    for (const auto& [freedom, p95, p975, p995] : kRows) {
        SCOPED_TRACE(freedom);
        EXPECT_NEAR(studentQuantile(0.95, freedom), p95, 0.00051);
        EXPECT_NEAR(studentQuantile(0.975, freedom), p975, 0.00051);
        EXPECT_NEAR(studentQuantile(0.995, freedom), p995, 0.00051);
        EXPECT_NEAR(studentQuantile(0.025, freedom), -p975, 0.00051);
        EXPECT_EQ(studentQuantile(1, freedom), kInfinity);
        EXPECT_EQ(studentUpperTail(kInfinity, freedom), 0);
    }
}

// One and two degrees of freedom have closed forms.
TEST(StudentUpperTail, IsThatOfTheClosedForms) {
    for (const double t : {-7.0, -1.0, 0.0, 0.2, 1.0, 3.0, 50.0}) {
        EXPECT_NEAR(studentUpperTail(t, 1), 0.5 - std::atan(t) / std::numbers::pi, 1e-12);
        EXPECT_NEAR(studentUpperTail(t, 2), 0.5 - t / (2 * std::sqrt(2 + t * t)), 1e-12);
        EXPECT_NEAR(studentUpperTail(t, kInfinity), std::erfc(t / std::numbers::sqrt2) / 2, 1e-12);
    }
}

TEST(StudentUpperTail, KeepsItsPrecisionFarOut) {
    EXPECT_NEAR(studentUpperTail(1e8, 2) * 2e16, 1, 1e-9); // 1 / (2 t²)
    EXPECT_NEAR(studentUpperTail(10, kInfinity) / 7.619853024160527e-24, 1, 1e-9);
    EXPECT_GT(studentUpperTail(100, 20), 0);
    EXPECT_EQ(studentUpperTail(-1e8, 20), 1);
}

// By hand: p times the number of tests over its rank, then the smallest of that and all behind it.
TEST(AdjustedPValues, AreThoseOfTheDefinition) {
    const struct {
        const char* name;
        Values pValues;
        Values adjusted;
    } kTables[] = {
        {"none", {}, {}},
        {"one", {0.03}, {0.03}},
        {"evenly spaced", {0.01, 0.02, 0.03, 0.04, 0.05}, {0.05, 0.05, 0.05, 0.05, 0.05}},
        {"not in order", {0.2, 0.001, 0.03, 0.01}, {0.2, 0.004, 0.04, 0.02}},
        {"equal", {0.04, 0.01, 0.04}, {0.04, 0.03, 0.04}},
        {"at most one", {0.9, 0.7, 1}, {1, 1, 1}},
        {"ends of the range", {0, 1}, {0, 1}},
        {"Benjamini and Hochberg's section 3.1",
         {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
          0.6528, 0.7590, 1},
         {0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.447 / 7, 0.447 / 7, 0.0645, 0.0765, 0.486, 6.393 / 11,
          0.714875, 9.792 / 13, 11.385 / 14, 1}},
    };
    for (const auto& [name, pValues, adjusted] : kTables) {
        SCOPED_TRACE(name);
        EXPECT_THAT(adjustedPValues(pValues), Pointwise(DoubleNear(1e-12), adjusted));
    }
}

} // namespace vkperftest::interval_test
