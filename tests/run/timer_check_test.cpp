#include "run/timer_check.h"

#include <random>

#include "made_up_runs.h"

namespace vkperftest::timer_check_test {

// A device whose timer counts `rate` nanoseconds in one, and a host that sees its submissions late.
struct MadeUp {
    double rate = 1;
    double late =
        50e3; // nanoseconds, at most: from the host's call to the first timestamp, and from the last to its return
    std::mt19937_64 random{1};
    double now = 1e15, last = 1e15; // last: of the timestamps

    double wait(double most) { return std::uniform_real_distribution(0.0, most)(random); }
    TimedSpan submit(double taken, double pause = 0) {
        TimedSpan span{.hostBegin = now};
        now += wait(late);
        span.since = rate * (now - last);
        span.taken = rate * taken;
        last = now + taken;
        span.hostEnd = now = last + wait(late) + pause;
        return span;
    }
};

TimerRate rateOf(MadeUp device, std::size_t submissions, double taken = 10e6) {
    TimerCheck check;
    for (std::size_t i = 0; i < submissions; ++i) check.add(device.submit(taken));
    return check.rate().value_or(TimerRate{});
}

TEST(TimerCheck, FindsTheTimersRateToOnePercent) {
    for (const double rate : {0.5, 0.97, 1.0, 1.03, 2.0, 1000.0}) {
        const TimerRate found = rateOf({.rate = rate}, 100);
        EXPECT_LE(found.low, rate);
        EXPECT_GE(found.high, rate);
        EXPECT_LT(found.high / found.low, 1.01) << rate;
        EXPECT_GE(found.stretches, 3u);
    }
}

// Submissions of 3 ms that the host sees up to 30 ms late: bounds of 1 % take many seconds.
TEST(TimerCheck, FindsAWrongTimerOnABusyMachine) {
    const auto found = [](double rate, std::size_t submissions) {
        std::size_t of20 = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const MadeUp device{.rate = rate, .late = 30e6, .random = std::mt19937_64(seed)};
            const TimerRate known = rateOf(device, submissions, 3e6);
            EXPECT_LE(known.low, rate);
            if (known.stretches == 0) continue;
            EXPECT_GE(known.high, rate);
            if (known.low > 1.02 || known.high < 1 / 1.02) ++of20;
        }
        return of20;
    };
    for (const double rate : {0.5, 0.9, 1.1, 2.0, 20.0})
        EXPECT_EQ(found(rate, 600), 20u) << rate << ": in 20 s";
    EXPECT_EQ(found(1, 600), 0u);
    EXPECT_EQ(found(1.015, 600), 0u);
}

TEST(TimerCheck, KnowsARateByThreeStretches) {
    for (const std::size_t few : {0u, 1u, 2u}) EXPECT_EQ(rateOf({}, few).stretches, 0u);
    EXPECT_GE(rateOf({}, 100).stretches, 3u);
}

// However late the host sees them: on a busy machine by as long as a submission takes, and now and then by a second.
TEST(TimerCheck, HoldsTheTruthOnABusyMachine) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        MadeUp device{.late = 10e6, .random = std::mt19937_64(seed)};
        TimerCheck check;
        for (std::size_t i = 0; i < 2000; ++i) {
            check.add(device.submit(10e6, i % 100 == 0 ? 1e9 : 0));
            if (i % 7 == 0) device.now += 5e6; // the host does something else
        }
        ASSERT_TRUE(check.rate());
        EXPECT_LE(check.rate()->low, 1);
        EXPECT_GE(check.rate()->high, 1);
    }
}

// Which spoils one stretch, and a new device, where what was before means nothing.
TEST(TimerCheck, OutlivesJumpsOfEitherClockAndADevice) {
    MadeUp device;
    TimerCheck check;
    for (std::size_t i = 0; i < 200; ++i) {
        if (i == 50) device.now += 3600e9; // the timer stood still
        if (i == 50) device.last += 3600e9;
        if (i == 100) device.last -= 3600e9; // the host's clock did
        TimedSpan span = device.submit(10e6);
        if (i % 20 == 19) {
            check.restart();
            span.since = 1e18;
        }
        check.add(span);
    }
    EXPECT_NEAR(check.rate()->low, 1, 0.01);
    EXPECT_NEAR(check.rate()->high, 1, 0.01);
}

TEST(TimerCheck, ATimerThatWrapsIsHeldAgainstTheTimeWithinItsRange) {
    const auto rateOfWrapping = [](double wraps, double idle, std::size_t often = 50, double late = 50e3) {
        MadeUp device{.late = late};
        TimerCheck check(wraps);
        for (std::size_t i = 0; i < 200; ++i) {
            TimedSpan span = device.submit(3e6);
            span.since = std::fmod(span.since, wraps);
            check.add(span);
            if (i % often == often - 1) device.now += idle;
        }
        return check.rate();
    };
    EXPECT_NEAR(rateOfWrapping(134e6, 10 * 134e6)->low, 1, 0.01);
    EXPECT_NEAR(rateOfWrapping(134e6, 10 * 134e6)->high, 1, 0.01);
    EXPECT_FALSE(rateOfWrapping(5e6, 0));                      // a wrap within a submission cannot be seen
    EXPECT_FALSE(rateOfWrapping(134e6, 1.2 * 134e6, 1, 30e6)); // nor one between any two
}

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

} // namespace vkperftest::timer_check_test
