#include "analysis/change_estimate.h"

#include <gtest/gtest.h>

namespace vkperftest {
namespace {

constexpr double kBound = 0.03;

TEST(CommonChange, IsWhatRowsAndBaselineDidAlike) {
    EXPECT_DOUBLE_EQ(commonChange({0.08, 0.09, 0.1}, 0.09, kBound).value(), 0.09);
    EXPECT_DOUBLE_EQ(commonChange({-0.08, -0.09, -0.1}, -0.1, kBound).value(), -0.09);
}

TEST(CommonChange, LeavesAQuarterOfTheRowsOut) {
    EXPECT_TRUE(commonChange({0.09, 0.09, 0.09, 0.5}, 0.09, kBound).has_value());
    EXPECT_FALSE(commonChange({0.09, 0.09, 0.3, 0.5}, 0.09, kBound).has_value());
}

TEST(CommonChange, IsNoneOfRowsAlone) {
    EXPECT_FALSE(commonChange({0.09, 0.09, 0.09}, 0.0, kBound).has_value()) << "the baseline stayed";
    EXPECT_FALSE(commonChange({0.09, 0.09, 0.09}, -0.09, kBound).has_value());
    EXPECT_FALSE(commonChange({0, 0, 0}, 0.09, kBound).has_value()) << "the rows stayed";
    EXPECT_FALSE(commonChange({0.01, 0.01}, 0.035, kBound).has_value());
    EXPECT_FALSE(commonChange({0.02, 0.02}, 0.02, kBound).has_value()) << "too little to matter";
    EXPECT_FALSE(commonChange({}, 0.09, kBound).has_value());
}

} // namespace
} // namespace vkperftest
