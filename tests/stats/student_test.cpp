#include "stats/interval.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>

namespace vkperftest {
namespace student_test {

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

TEST(StudentQuantile, UndoesTheUpperTail) {
    for (const double freedom : {0.3, 1.0, 2.7, 6.0, 14.2, 300.0, 1e7, kInfinity}) {
        for (const double probability : {0.001, 0.025, 0.3, 0.5, 0.9, 0.999}) {
            SCOPED_TRACE(testing::Message() << freedom << ", " << probability);
            const double t = studentQuantile(probability, freedom);
            EXPECT_NEAR(studentUpperTail(t, freedom), 1 - probability, 1e-9);
        }
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

} // namespace student_test
} // namespace vkperftest
