#include "stats/scatter.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace scatter_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Sums, OfValues) {
    const Sums of = sums(std::vector<double>{1, 2, 6});
    EXPECT_DOUBLE_EQ(of.mean, 3);
    EXPECT_DOUBLE_EQ(of.squares, 4 + 1 + 9);
    EXPECT_DOUBLE_EQ(of.scatter().variance, 7);
    EXPECT_DOUBLE_EQ(of.scatter().freedom, 2);
    EXPECT_DOUBLE_EQ(of.meanScatter().variance, 7.0 / 3);
}

TEST(Scatter, AddsUpWithWelchsFreedom) {
    const Scatter equal = sum({2, 5}, {2, 5});
    EXPECT_DOUBLE_EQ(equal.variance, 4);
    EXPECT_DOUBLE_EQ(equal.freedom, 10);
    const Scatter lopsided = sum({2, 5}, {0, 100}); // an exact value adds nothing
    EXPECT_DOUBLE_EQ(lopsided.variance, 2);
    EXPECT_DOUBLE_EQ(lopsided.freedom, 5);
    EXPECT_EQ(sum({2, kInfinity}, {1, kInfinity}).freedom, kInfinity);
}

TEST(Reach, IsStudents) {
    EXPECT_NEAR(marginOfError({1, kInfinity}), 1.959964, 1e-6);
    EXPECT_NEAR(marginOfError({4, 10}), 2 * 2.228139, 1e-6);
    EXPECT_EQ(marginOfError({0, 3}), 0);
}

} // namespace scatter_test
} // namespace vkperftest
