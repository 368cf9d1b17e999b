// The model of simulated GPUs: judged by it, the program is only as right as it is.
#include "support/simulated_gpu.h"

#include <cmath>

#include <gmock/gmock.h>

#include "cases/case.h"

namespace vkperftest {
namespace {

using testing::Each;
using testing::Gt;

// 40 workgroups at a time; nothing happens to it that the model does not say here.
const GpuProperties kPlain{.units = 10,
                           .groupsPerUnit = 4,
                           .boostGhz = 2,
                           .idleShare = 1,
                           .wander = 0,
                           .machine = 0,
                           .launchUs = 0,
                           .firstUs = 0,
                           .spread = 0,
                           .noise = 0,
                           .outliers = 0,
                           .submissionUs = 0};
const LoadCost kIssueBound{.issue = 0.25, .arithmetic = 0.1, .latency = 100, .inFlight = 4};
const LoadCost kLatencyBound{.issue = 0.25, .arithmetic = 0.1, .latency = 1000, .inFlight = 1};
constexpr double kGroupClocks = 0.25 * kLoadsPerGroup; // of a unit for one workgroup, if issue bounds it

GpuProperties with(double GpuProperties::*property, double value) {
    GpuProperties properties = kPlain;
    properties.*property = value;
    return properties;
}

// What dispatches of so many workgroups take, each in a submission of its own.
std::vector<double> samples(const GpuProperties& properties, std::uint64_t groups, std::size_t count,
                            std::uint64_t seed = 1, std::vector<Throttling> throttling = {}) {
    std::mt19937_64 random(seed);
    SimulatedGpu gpu(properties, std::move(throttling), seed, random);
    std::vector<double> result;
    while (result.size() < count) {
        gpu.beginSubmission();
        result.push_back(gpu.run(kIssueBound, groups));
    }
    return result;
}

TEST(SimulatedGpu, MoreWorkgroupsNeverTakeLess) {
    for (const double clump : {0.0, 0.5, 1.0}) {
        for (const double spread : {0.0, 0.03}) {
            GpuProperties properties = with(&GpuProperties::clump, clump);
            properties.spread = spread;
            for (const LoadCost& cost : {kIssueBound, kLatencyBound}) {
                double before = 0;
                for (double groups = 1; groups < 500; ++groups) {
                    const double clocks = dispatchClocks(properties, cost, groups);
                    EXPECT_GE(clocks, before) << groups;
                    before = clocks;
                }
            }
        }
    }
}

TEST(SimulatedGpu, AUnitSharesItsThroughputAmongItsWorkgroups) {
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kIssueBound, 1), kGroupClocks);
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kIssueBound, 10), kGroupClocks);
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kIssueBound, 11), 2 * kGroupClocks);
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kIssueBound, 40), 4 * kGroupClocks);
}

TEST(SimulatedGpu, WhatIsLeftOfTheWavesTakesUpToAWholeOne) {
    const GpuProperties clumped = with(&GpuProperties::clump, 1);
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kIssueBound, 45), 5 * kGroupClocks);
    EXPECT_DOUBLE_EQ(dispatchClocks(clumped, kIssueBound, 45), 8 * kGroupClocks);
    // Workgroups that wait for their loads take as long alone as together.
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kLatencyBound, 40), 256 * 1000);
    EXPECT_DOUBLE_EQ(dispatchClocks(kPlain, kLatencyBound, 41), 2 * 256 * 1000);
}

TEST(SimulatedGpu, WavesSmearOutSlowly) {
    GpuProperties properties = with(&GpuProperties::clump, 1);
    properties.spread = 0.02;
    // How much more one workgroup beyond a full wave costs than a load's worth of it.
    const auto step = [&](double waves) {
        return dispatchClocks(properties, kLatencyBound, waves * 40 + 4) -
               dispatchClocks(properties, kLatencyBound, waves * 40 - 4);
    };
    EXPECT_GT(step(5), 0.9 * 256 * 1000);
    EXPECT_GT(step(20), 0.6 * 256 * 1000);
    EXPECT_LT(step(2000), 0.4 * 256 * 1000);
}

TEST(SimulatedGpu, LongDispatchesRunAtThePlantedRate) {
    GpuProperties properties = with(&GpuProperties::clump, 0.5);
    properties.spread = 0.02;
    for (const LoadCost& cost : {kIssueBound, kLatencyBound}) {
        const double clocks =
            dispatchClocks(properties, cost, 30000) - dispatchClocks(properties, cost, 10000);
        const double nanosecondsPerLoad = clocks / properties.boostGhz / (20000 * kLoadsPerGroup);
        EXPECT_NEAR(nanosecondsPerLoad / steadyNanosecondsPerLoad(properties, cost), 1, 1e-3);
    }
    EXPECT_DOUBLE_EQ(steadyNanosecondsPerLoad(properties, kIssueBound), 0.25 / 10 / 2);
}

TEST(SimulatedGpu, OneLoadInFlightMayBeBoundByLatency) {
    // 10 units with 1,024 lanes each, which wait for 1,000 clocks at 2 GHz.
    EXPECT_DOUBLE_EQ(steadyNanosecondsPerLoad(kPlain, kLatencyBound), 1000.0 / 1024 / 10 / 2);
    LoadCost four = kLatencyBound;
    four.inFlight = 4;
    EXPECT_DOUBLE_EQ(steadyNanosecondsPerLoad(kPlain, four), 0.25 / 10 / 2);
}

TEST(SimulatedGpu, ClocksRampUpUnderLoadAndFallInIdleness) {
    std::mt19937_64 random(1);
    SimulatedGpu gpu(with(&GpuProperties::idleShare, 0.25), {}, 1, random);
    const double cold = gpu.run(kIssueBound, 40000);
    while (gpu.nanoseconds() < 2e9) gpu.run(kIssueBound, 40000);
    const double warm = gpu.run(kIssueBound, 40000);
    EXPECT_NEAR(cold / warm, 4, 0.01);
    gpu.idle(5e9);
    EXPECT_NEAR(gpu.run(kIssueBound, 40000) / warm, 4, 0.01);
}

TEST(SimulatedGpu, ThrottlingLowersTheClock) {
    const std::vector<double> taken = samples(kPlain, 40000, 100, 1, {{1, 0.1}, {2, 0.2}});
    EXPECT_NEAR(taken.front() / taken.back(), 0.8, 1e-6);
    EXPECT_NEAR(taken.front() / taken[40], 0.9, 1e-6);
}

TEST(SimulatedGpu, OnlyTheFirstDispatchOfASubmissionPaysForIt) {
    GpuProperties properties = with(&GpuProperties::firstUs, 40);
    properties.launchUs = 5;
    std::mt19937_64 random(1);
    SimulatedGpu gpu(properties, {}, 1, random);
    gpu.beginSubmission();
    const double first = gpu.run(kIssueBound, 40);
    const double second = gpu.run(kIssueBound, 40);
    EXPECT_NEAR(second, 4 * kGroupClocks / 2 + 5000, 2);
    EXPECT_NEAR(first - second, 40000, 2);
}

TEST(SimulatedGpu, TheTimerCountsTicks) {
    for (const double taken : samples(with(&GpuProperties::tickNanoseconds, 52.083), 100, 100)) {
        EXPECT_NEAR(std::remainder(taken, 52.083), 0, 1e-6);
    }
}

TEST(SimulatedGpu, TheSameSeedsGiveTheSameFigures) {
    GpuProperties properties = with(&GpuProperties::noise, 0.003);
    properties.outliers = 0.1;
    properties.machine = 0.01;
    EXPECT_EQ(samples(properties, 1000, 50, 1), samples(properties, 1000, 50, 1));
    EXPECT_NE(samples(properties, 1000, 50, 1), samples(properties, 1000, 50, 2));
}

TEST(SimulatedGpu, ExactlyWhatIsPlanted) {
    GpuProperties properties = with(&GpuProperties::noise, 0.1);
    properties.exact = true;
    EXPECT_THAT(samples(properties, 41, 5), Each(41.0 * kLoadsPerGroup * (0.25 / 10 / 2)));
}

} // namespace
} // namespace vkperftest
