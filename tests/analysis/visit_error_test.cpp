#include "analysis/visit_error.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "analysis/figures.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kLoads = 1000;

// A software driver's run of rows that take 2 ns a load, the baseline 1 ns. Twelve visits to each, in turns. Other work
// slows a stretch of visits by up to `most`: the row by as much as the baseline, or by as much as in another stretch.
RunResult disturbedRun(double most, std::uint32_t seed) {
    std::mt19937 bits(seed);
    const auto uniform = [&] { return static_cast<double>(bits()) / 4294967296.0; };
    RunResult run;
    run.settings.cpu = true;
    run.settings.strategies = {"set"};
    run.rows.resize(40);
    double slow = 1;
    for (std::size_t round = 0; round < 12; ++round) {
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            RowResult& row = run.rows[(7 * i + 3 * round) % run.rows.size()];
            if (uniform() < 0.05) slow = 1 + most * uniform();
            const double rowSlow = uniform() < 0.5 ? slow : 1 + most * uniform();
            const auto noise = [&] { return 1 + 0.01 * (uniform() - 0.5); };
            row.name = "row " + std::to_string(i);
            row.baselineLoads = kLoads;
            row.strategies.resize(1);
            StrategyResult& result = row.strategies[0];
            result.strategy = "set";
            result.status = Status::Measured;
            result.loads = kLoads;
            row.sequence.push_back(run.baselineSeries.size());
            row.epochs.push_back(round / 3);
            run.baselineSeries.push_back(slow * noise());
            row.baselineNanoseconds.push_back(run.baselineSeries.back() * kLoads);
            result.nanoseconds.push_back(2 * rowSlow * noise() * kLoads);
        }
    }
    return run;
}

bool holdsTruth(const PairedRatio& ratio) {
    return ratio.interval && ratio.interval->low <= 0.5 && ratio.interval->high >= 0.5;
}

TEST(VisitError, MakesIntervalsHoldWhatTheirSamplesAloneMiss) {
    std::size_t rows = 0, alone = 0, wide = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const RunResult run = disturbedRun(0.8, seed);
        const RunFigures figures = analyse(run);
        for (std::size_t i = 0; i < run.rows.size(); ++i, ++rows) {
            alone += holdsTruth(ratioToBaseline(estimatorOf(run.settings), run, run.rows[i], 0));
            wide += holdsTruth(figures.rows[i].strategies[0]->ratio);
        }
    }
    EXPECT_LT(alone, 0.9 * static_cast<double>(rows));
    EXPECT_GE(wide, 0.93 * static_cast<double>(rows)) << alone << " of " << rows << " without it";
}

TEST(VisitError, LeavesAQuietRunAlone) {
    const RunResult run = disturbedRun(0, 1);
    const RunFigures figures = analyse(run);
    for (const RowFigures& row : figures.rows)
        EXPECT_LT(relativeWidth(row.strategies[0]->ratio).value(), 0.015);
}

TEST(VisitError, IsNoneOfAGpuWhoseSamplesArePaired) {
    RunResult run = disturbedRun(0.8, 1);
    run.settings.cpu = false;
    const std::vector<SeriesLevel> levels(run.rows.size());
    EXPECT_EQ(visitError(estimatorOf(run.settings), run.rows, levels).reach(12), 0);
}

TEST(VisitError, ReachesLessFarForMoreVisits) {
    const VisitError error{.error = 0.1, .visits = 12};
    EXPECT_NEAR(error.reach(12), 0.1 * kVisitErrors, 1e-9);
    EXPECT_NEAR(error.reach(48), 0.1 * kVisitErrors / 2, 1e-9);
    EXPECT_EQ(error.reach(6), error.reach(12));
    EXPECT_EQ(error.reach(0), 0);
}

TEST(VisitError, OnlyWidens) {
    const PairedRatio wide = reachingAtLeast(0.1, {.median = 2, .interval = Interval{1.9, 2.5}});
    EXPECT_NEAR(wide.interval->low, 2 / std::exp(0.1), 1e-9);
    EXPECT_EQ(wide.interval->high, 2.5);
    EXPECT_FALSE(reachingAtLeast(0.1, {.median = 2}).interval);
}

} // namespace
} // namespace vkperftest
