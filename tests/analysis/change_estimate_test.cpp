#include "analysis/change_estimate.h"

#include <gmock/gmock.h>

#include "model/made_up_run.h"

namespace vkperftest {
namespace {

// Two runs that differ from each other only as processes of one software driver do: FASTER and SLOWER by
// chance. Each of the two is off.
TEST(JudgeChanges, SoftwareRunsDifferByChanceAsOftenAsTheLevelSays) {
    constexpr int kPairs = 4000; // the share found then has a standard error of 0.35 %
    constexpr double kScatter = 0.02;
    const Part known{.scatter = {1e-12, 1000}, .weight = 1}; // of the epochs of one run
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
            const EpochLevels levels = RunLevels(both[0]).of(both[0].rows[1], 0, metric);
            ASSERT_FALSE(levels.empty());
            for (const auto& [epoch, level] : RunLevels(both[1]).of(both[1].rows[1], 0, metric))
                EXPECT_DOUBLE_EQ(level, levels.at(epoch)) << epoch;
        }
    }
}

} // namespace
} // namespace vkperftest
