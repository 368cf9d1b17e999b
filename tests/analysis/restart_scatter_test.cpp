#include "analysis/restarts.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "analysis/figures.h"

namespace vkperftest::restart_scatter_test {

constexpr std::uint64_t kLoads = 1000;

// A software driver's run of 40 rows that take 2 ns a load, the baseline 1 ns, in eight restarts of six visits each. A
// restart makes each row slower or faster by `scatter`, as if its code lay elsewhere; samples hardly vary within one.
RunResult runOf(double scatter, std::uint32_t seed) {
    std::mt19937 bits(seed);
    std::normal_distribution<double> normal;
    RunResult run;
    run.settings.cpu = true;
    run.settings.strategies = {"set"};
    for (std::size_t i = 0; i < 40; ++i) {
        RowResult& row = run.rows.emplace_back();
        row.name = "row " + std::to_string(i);
        row.baselineLoads = kLoads;
        StrategyResult& result = row.strategies.emplace_back();
        result.strategy = "set";
        result.status = Status::Measured;
        result.loads = kLoads;
        for (std::size_t restart = 0; restart < 8; ++restart) {
            const double level = 2 * std::exp(scatter * normal(bits));
            for (int visit = 0; visit < 6; ++visit) {
                row.restarts.push_back(restart);
                row.baselineNanoseconds.push_back((1 + 0.001 * normal(bits)) * kLoads);
                result.nanoseconds.push_back(level * (1 + 0.001 * normal(bits)) * kLoads);
            }
        }
    }
    return run;
}

TEST(RestartScatter, IsFoundAndMakesIntervalsCover) {
    for (const double scatter : {0.0, 0.01, 0.03}) {
        std::size_t holding = 0, rows = 0;
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            const RunResult run = runOf(scatter, seed);
            for (const RowFigures& row : analyse(run).rows) {
                const Interval interval = row.strategies[0]->ratio.interval.value();
                if (scatter == 0) { // what processes differ by is left
                    EXPECT_NEAR(interval.high - interval.low, 4 * kProcessScatter * 0.5, 0.002);
                }
                holding += interval.low <= 0.5 && interval.high >= 0.5;
                ++rows;
            }
        }
        EXPECT_GE(static_cast<double>(holding), 0.95 * static_cast<double>(rows)) << scatter;
    }
}

TEST(RestartScatter, IsNoneOfFewRestarts) {
    RunResult run = runOf(0.01, 1);
    RowResult& row = run.rows[0];
    EXPECT_GT(restartReach(restartScatter(run.settings, row, 0), {}, row), 2 * kProcessScatter);
    for (std::size_t& restart : row.restarts) restart %= 2;
    EXPECT_EQ(restartScatter(run.settings, row, 0).freedom, 0);
    EXPECT_EQ(restartReach({}, {}, row), 0);
}

// Other work may disturb a whole one.
TEST(RestartScatter, IsThatOfMostRestarts) {
    RunResult run = runOf(0.003, 3);
    for (std::size_t i = 0; i < run.rows[5].restarts.size(); ++i)
        if (run.rows[5].restarts[i] == 2) run.rows[5].strategies[0].nanoseconds[i] *= 1.5;
    EXPECT_LT(relativeWidth(analyse(run).rows[5].strategies[0]->ratio).value(), 0.04);
}

// Its code lies elsewhere in every second restart.
TEST(RestartScatter, OfARowThatSwitchesWidensItsIntervalAlone) {
    RunResult run = runOf(0.003, 2);
    for (std::size_t i = 0; i < run.rows[5].restarts.size(); ++i)
        if (run.rows[5].restarts[i] % 2 == 0) run.rows[5].strategies[0].nanoseconds[i] *= 1.1;
    const RunFigures figures = analyse(run);
    EXPECT_GT(relativeWidth(figures.rows[5].strategies[0]->ratio).value(), 0.08);
    EXPECT_LT(relativeWidth(figures.rows[6].strategies[0]->ratio).value(), 0.03);
}

TEST(RestartScatter, IsNoneOfAGpu) {
    RunResult run = runOf(0.03, 1);
    run.settings.cpu = false;
    EXPECT_EQ(restartScatter(run.settings, run.rows[0], 0).freedom, 0);
}

// A clock that swings by 2 % within restarts, in row and baseline alike, is taken out of times by the baseline beside
// them; without it, the baseline would only add its own scatter.
TEST(RestartLevels, FollowTheBaselineWhereTheClockWanders) {
    for (const bool wanders : {false, true}) {
        RunResult run = runOf(0, 1);
        EXPECT_TRUE(baselineLevels(run).empty()); // of a software driver
        run.settings.cpu = false;
        double visit = 0;
        for (RowResult& row : run.rows) {
            for (std::size_t i = 0; i < row.restarts.size(); ++i, ++visit) {
                const double slower = wanders ? 1 + 0.02 * std::sin(visit) : 1;
                row.strategies[0].nanoseconds[i] *= slower;
                row.baselineNanoseconds[i] *= slower * (wanders ? 1 : 1 + 0.002 * std::cos(visit));
            }
        }
        const Levels baseline = baselineLevels(run);
        EXPECT_EQ(baseline.size(), wanders ? 8u : 0u);
        double farthest = 0;
        for (const RowResult& row : run.rows)
            for (const auto& [restart, level] : restartLevels(run.settings, row, 0, Metric::Time, baseline))
                farthest =
                    std::max(farthest, std::abs(level - std::log(2 * shownLoads(run.settings) * 1e-6)));
        EXPECT_LT(farthest, 0.004);
    }
}

} // namespace vkperftest::restart_scatter_test
