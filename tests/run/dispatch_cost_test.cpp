#include "run/dispatch_cost.h"

#include <random>

#include <gtest/gtest.h>

namespace vkperftest {
namespace {

// Dispatches of 10 and 20 workgroups of 50 us each, of which every dispatch costs `cost` besides. Other work slows the
// share `disturbed` of them up to threefold.
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

} // namespace
} // namespace vkperftest
