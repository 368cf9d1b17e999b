#include "analysis/change_estimate.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "model/made_up_run.h"

namespace vkperftest {
namespace {

// Two runs that differ from each other only as processes of one software driver do: FASTER and SLOWER by
// chance. Each of the two is off.
TEST(JudgeChanges, SoftwareRunsDifferByChanceAsOftenAsTheLevelSays) {
    constexpr int kPairs = 4000; // the share found then has a standard error of 0.35 %
    constexpr double kScatter = 0.02;
    const Part known{.scatter = {1e-12, 1000}, .weight = 1}; // of the restarts of one run
    Random random(1);
    int changed = 0;
    for (int i = 0; i < kPairs; ++i) {
        const Estimate pair{kScatter * random.normal(), kScatter * random.normal(), {known, known}};
        const std::vector<JudgedChange> judged =
            judgeChanges({pair}, {.threshold = 0, .machine = {0, 1}, .betweenRuns = kScatter});
        const Verdict verdict = judged.front().verdict;
        changed += verdict == Verdict::Better || verdict == Verdict::Worse ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(changed) / kPairs, 0.05, 0.015);
}

// Beside other work some rows of a software driver switch between two levels: their intervals are far wider
// than those of the other rows, which must not make theirs narrower.
TEST(JudgeChanges, ARowIsJudgedByTheIntervalOfItsOwnFigure) {
    const auto rowOf = [](double change, double reach) {
        Estimate row{.parts = {Part{{0, 3}, 0.25}, Part{{0, 2}, 1.0 / 3}}};
        restOnInterval({.median = 1, .interval = Interval{1 / (1 + reach), 1 + reach}}, row.base,
                       row.parts[0]);
        restOnInterval({.median = 1 + change, .interval = Interval{(1 + change) * 0.99, (1 + change) * 1.01}},
                       row.now, row.parts[1]);
        return row;
    };
    std::vector<Estimate> rows(100, rowOf(0, 0.04));
    rows.push_back(rowOf(0.15, 0.13)); // by chance
    rows.push_back(rowOf(0.15, 0.02)); // indeed
    const std::vector<JudgedChange> judged = judgeChanges(rows, {.machine = {0, 1}, .betweenRuns = 0.008});
    EXPECT_EQ(judged[100].verdict, Verdict::Unknown);
    EXPECT_NEAR(judged[100].interval->low, 1.15 / 1.13 - 1, 0.01);
    EXPECT_NEAR(judged[100].interval->high, 1.15 * 1.13 - 1, 0.01);
    EXPECT_EQ(judged[101].verdict, Verdict::Better);
}

// Slow rows have smaller dispatches than the baseline.
TEST(RunLevels, AreOfOneLoadWhateverTheDispatchesSizes) {
    const RunResult run = madeUpRun({.rows = 2});
    RunResult other = run;
    for (RowResult& row : other.rows) {
        row.baselineLoads *= 4;
        for (double& sample : row.baselineNanoseconds) sample *= 4;
    }
    for (const bool cpu : {false, true}) {
        RunResult both[] = {run, other};
        for (RunResult& each : both) each.settings.cpu = cpu;
        for (const Metric metric : {Metric::Ratio, Metric::Time}) {
            const RestartLevels levels = RunLevels(both[0]).of(both[0].rows[1], 0, metric);
            ASSERT_FALSE(levels.empty());
            for (const auto& [restart, level] : RunLevels(both[1]).of(both[1].rows[1], 0, metric))
                EXPECT_DOUBLE_EQ(level, levels.at(restart)) << restart;
        }
    }
}

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
