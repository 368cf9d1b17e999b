#include "run/timer_check.h"

#include <random>

#include <gtest/gtest.h>

#include "analysis/figures.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "run/recording_executor.h"
#include "run/runner.h"

namespace vkperftest {
namespace dispatch_cost_test {

// Dispatches of 10 and 20 workgroups of 50 us each, of which every dispatch costs `cost` besides. Other work
// slows the share `disturbed` of them up to threefold.
CostSamples samplesOf(double cost, double disturbed, std::uint32_t seed) {
    std::mt19937 bits(seed);
    const auto uniform = [&] { return static_cast<double>(bits()) / 4294967296.0; };
    CostSamples samples{.small = {}, .large = {}, .smallGroups = 10, .largeGroups = 20};
    for (int i = 0; i < 200; ++i) {
        const auto sample = [&](double groups) {
            const double slow = uniform() < disturbed ? 1 + 2 * uniform() : 1;
            return slow * (50e3 * groups + cost) * (1 + 0.01 * (uniform() - 0.5));
        };
        samples.small.push_back(sample(10));
        samples.large.push_back(sample(20));
    }
    return samples;
}

TEST(DispatchCost, IsFoundBesideOtherWork) {
    for (const double cost : {0.0, 20e3, 75e3}) {
        for (const double disturbed : {0.0, 0.3, 0.7}) {
            for (std::uint32_t seed = 1; seed <= 10; ++seed)
                EXPECT_NEAR(samplesOf(cost, disturbed, seed).nanoseconds(), cost, 10e3)
                    << disturbed << ' ' << seed;
        }
    }
}

TEST(DispatchCost, IsNeverNegative) {
    EXPECT_EQ(
        (CostSamples{.small = {400}, .large = {1000}, .smallGroups = 1, .largeGroups = 2}.nanoseconds()), 0);
    EXPECT_EQ(CostSamples().nanoseconds(), 0);
}

// The smallest dispatch of the slow row takes 42 ms, one of the baseline 1 ms: the cost is another share of each.
TEST(DispatchCost, IsInNoRatioOfARun) {
    for (const double cost : {0.0, 75e3}) {
        RecordingExecutor executor;
        executor.properties.method = &kSoftwareMethod;
        executor.dispatchCost = cost;
        executor.loadTime = [](const BoundRow& bound) {
            return bound.row.operation.name == constantLoad().name ? 40 : 0.1;
        };
        const Result<RunResult> run = measure(executor,
                                              {.rows = {{constantLoad(), Pattern::Linear}},
                                               .strategies = {Strategy::Set},
                                               .baseline = defaultBaseline(),
                                               .effort = kQuickEffort,
                                               .seed = 1},
                                              {});
        ASSERT_TRUE(run.ok());
        EXPECT_NEAR(analyse(run.value()).rows[0].strategies[0]->ratio.median, 0.0025, 1e-7) << cost;
    }
}

} // namespace dispatch_cost_test
} // namespace vkperftest
