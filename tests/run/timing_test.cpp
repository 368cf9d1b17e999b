#include "run/timing.h"

#include <random>

#include "made_up_runs.h"

namespace vkperftest::timing_test {

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
    EXPECT_EQ((CostSamples{{400}, {1000}, 1, 2}.nanoseconds()), 0); // never negative
    EXPECT_EQ(CostSamples().nanoseconds(), 0);
}

// The smallest dispatch of the slow row takes 42 ms, one of the baseline 1 ms: the cost is another share of each.
TEST(DispatchCost, IsInNoRatioOfARun) {
    for (const double cost : {0.0, 75e3}) {
        RecordingExecutor executor(kSoftwareMethod);
        executor.dispatchCost = cost;
        executor.loadTime = [](const BoundRow& bound) {
            return bound.row.operation.kind == LoadKind::Constants ? 40 : 0.1;
        };
        const RunResult run = measured(executor, planUnderSet({"cbuffer*linear"}, kQuickEffort));
        EXPECT_NEAR(analyse(run).rows[0].strategies[0]->ratio.median, 0.0025, 1e-7) << cost;
    }
}

// A driver of one thread, which gets the share of its core that others leave to it.
struct Preempted : RecordingExecutor, ProcessorTimer {
    double share = 1, ran = 0;

    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override {
        Result<std::vector<double>> times = RecordingExecutor::sample(dispatches);
        for (double& each : times.value()) ran += each, each /= share;
        return times;
    }
    std::optional<double> processorNanoseconds() override { return ran; }
};

TEST(SampleRunning, TakesAsLongAsTheThreadRanWhereOthersHadItsCore) {
    Preempted device;
    const Dispatch dispatches[] = {{0, 1}, {0, 3}};
    device.prepare(std::vector<BoundRow>(1));
    const std::vector<double> alone = sampleRunning(device, dispatches).value();
    EXPECT_THAT(device.submissions, SizeIs(1));
    device.share = 0.25;
    EXPECT_THAT(sampleRunning(device, dispatches).value(), testing::Pointwise(testing::DoubleEq(), alone));
    EXPECT_THAT(device.submissions, SizeIs(4));
    device.share = 0.95;
    EXPECT_DOUBLE_EQ(sampleRunning(device, dispatches).value()[0], alone[0] / 0.95);
}

} // namespace vkperftest::timing_test
