#include "analysis/change_estimate.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

constexpr double kThreshold = 0.03;
constexpr Scatter kSure{1e-4, 20};

std::vector<TimeChange> rowsOf(double log, std::size_t count, std::vector<double> witnesses = {}) {
    std::vector<TimeChange> times;
    for (std::size_t i = 0; i < count; ++i)
        times.push_back({.row = "row " + std::to_string(i), .log = log, .witnesses = witnesses});
    return times;
}

TEST(Everything, HasAVerdictBeyondTheThreshold) {
    EXPECT_EQ(everythingChanged(rowsOf(0.09, 5), 0.09, kThreshold, kSure, {}).value().verdict,
              Verdict::Worse);
    const Everything faster = everythingChanged(rowsOf(-0.09, 5), -0.09, kThreshold, kSure, {}).value();
    EXPECT_EQ(faster.verdict, Verdict::Better);
    EXPECT_DOUBLE_EQ(faster.change, std::expm1(-0.09));
    EXPECT_LT(faster.interval.value().low, faster.change);
    const Everything unsure = everythingChanged(rowsOf(0.09, 5), 0.09, kThreshold, {0.01, 20}, {}).value();
    EXPECT_EQ(unsure.verdict, Verdict::Unknown);
    const Scatter unknown{std::numeric_limits<double>::infinity(), 1};
    EXPECT_FALSE(
        everythingChanged(rowsOf(0.09, 5), 0.09, kThreshold, unknown, {}).value().interval.has_value());
    EXPECT_FALSE(everythingChanged(rowsOf(0.09, 5), 0, kThreshold, kSure, {}).has_value());
}

TEST(Everything, NeedsFiveRows) {
    EXPECT_FALSE(everythingChanged(rowsOf(0.09, 4), 0.09, kThreshold, kSure, {}).has_value());
    std::vector<TimeChange> strategies = rowsOf(0.09, 4);
    for (const TimeChange& time : rowsOf(0.09, 4)) strategies.push_back(time);
    EXPECT_FALSE(everythingChanged(strategies, 0.09, kThreshold, kSure, {}).has_value());
    EXPECT_FALSE(everythingChanged({}, 0.09, kThreshold, kSure, {}).has_value());
}

TEST(Everything, AllowsForNoiseAndForWhatDiffersBetweenRuns) {
    const auto verdict = [](const Judging& how) {
        return everythingChanged(rowsOf(0.06, 5), 0.06, kThreshold, kSure, how).value().verdict;
    };
    EXPECT_EQ(verdict({}), Verdict::Worse);
    EXPECT_EQ(verdict({.noise = 0.02}), Verdict::Unknown);
    EXPECT_EQ(verdict({.betweenRuns = 0.017}), Verdict::Unknown);
}

TEST(Everything, CountsAsMuchAsTheLeastWayToFindItDoes) {
    const auto found = [](std::vector<double> witnesses) {
        return everythingChanged(rowsOf(0.2, 5, std::move(witnesses)), 0.2, kThreshold, kSure, {});
    };
    EXPECT_DOUBLE_EQ(found({0.3, 0.1}).value().change, std::expm1(0.1));
    EXPECT_FALSE(found({0.2, 0.02}).has_value()) << "too little to matter";
    EXPECT_FALSE(found({0.2, -0.2}).has_value()) << "they contradict one another";
}

TEST(Everything, HasNoVerdictWhereTimersDiffer) {
    Everything everything = everythingChanged(rowsOf(0.09, 5), 0.09, kThreshold, kSure, {}).value();
    RunResult base, now;
    findCause(everything, base, now, false, true);
    EXPECT_EQ(everything.verdict, Verdict::Worse);
    now.timerRate = {.low = 1.09, .high = 1.1};
    findCause(everything, base, now, false, true);
    EXPECT_EQ(everything.verdict, Verdict::Unknown);
    EXPECT_TRUE(everything.differsIn(Condition::Timer));
}

TEST(CommonChange, IsWhatRowsAndBaselineDidAlikeButForAQuarterOfTheRows) {
    EXPECT_DOUBLE_EQ(commonChange({0.08, 0.09, 0.1}, 0.09, kThreshold).value(), 0.09);
    EXPECT_DOUBLE_EQ(commonChange({-0.08, -0.09, -0.1}, -0.1, kThreshold).value(), -0.09);
    EXPECT_TRUE(commonChange({0.09, 0.09, 0.09, 0.5}, 0.09, kThreshold).has_value());
    const std::pair<std::vector<double>, double> kNone[] = {{{0.09, 0.09, 0.3, 0.5}, 0.09},
                                                            {{0.09, 0.09, 0.09}, 0.0}, // the baseline stayed
                                                            {{0.09, 0.09, 0.09}, -0.09},
                                                            {{0, 0, 0}, 0.09}, // the rows stayed
                                                            {{0.01, 0.01}, 0.035},
                                                            {{0.02, 0.02}, 0.02}, // too little to matter
                                                            {{}, 0.09}};
    for (const auto& [rows, baseline] : kNone)
        EXPECT_FALSE(commonChange(rows, baseline, kThreshold).has_value()) << baseline;
}

} // namespace
} // namespace vkperftest
