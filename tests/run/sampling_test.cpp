// What decides on samples, by numbers alone: sizes and orders of dispatches, when a device is warm, and when to stop.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "run/dispatch_size.h"
#include "run/stopping.h"
#include "stats/interval.h"

namespace vkperftest::sampling_test {

constexpr ExecutorTraits kGpu, kSoftware{.method = &kSoftwareMethod};

// On a device that holds so many workgroups, in arbitrary units of time.
std::vector<double> timesOf(const Visit& visit, double held = 100) {
    std::vector<double> times;
    for (const Dispatch& dispatch : visit.dispatches())
        times.push_back(7 + held / 10 * std::ceil(static_cast<double>(dispatch.groups) / held));
    return times;
}

TEST(Visit, OfSoftwareIsOneDispatchASubject) {
    std::mt19937_64 random(1);
    const std::vector<Dispatch> subjects = {{0, 1000}, {1, 500}};
    const Visit visit(subjects, kSoftware, random);
    ASSERT_EQ(visit.dispatches().size(), 2u);
    EXPECT_EQ(visit.samples(timesOf(visit), 0), (std::vector<double>{107, 57}));
    EXPECT_EQ(visit.samples(timesOf(visit), 7), (std::vector<double>{100, 50}));
    EXPECT_EQ(visit.samples(timesOf(visit), 57), std::nullopt);
}

// By 5 % to 11 % a single dispatch of any fixed size is off, and always the same way.
TEST(Visit, OfAGpuFavoursNoSizeAndPaysNoLaunch) {
    std::mt19937_64 random(1);
    for (const std::uint64_t groups : {801u, 850u, 899u, 1000u, 4001u}) {
        const std::vector<Dispatch> subjects = {{3, groups}};
        std::vector<double> times;
        double sum = 0;
        constexpr int kVisits = 4001;
        for (int i = 0; i < kVisits; ++i) {
            const Visit visit(subjects, kGpu, random);
            times.push_back(visit.samples(timesOf(visit), 0)->front() / (static_cast<double>(groups) / 10));
            sum += times.back();
        }
        EXPECT_NEAR(sum / kVisits, 1, 0.005) << groups;
        EXPECT_NEAR(median(times), 1, 0.005) << groups;
    }
}

TEST(Visit, OfAGpuOfKnownUnitsTakesWholeWaves) {
    std::mt19937_64 random(1);
    const ExecutorTraits known{.wholeWaves = wholeWaves({.computeUnits = 10})};
    for (const double held : {1., 4., 6., 8., 12.}) {
        const std::vector<Dispatch> subjects = {{3, 851}, {4, 5000}};
        for (int i = 0; i < 100; ++i) {
            const Visit visit(subjects, known, random);
            EXPECT_THAT(
                visit.samples(timesOf(visit, 10 * held), 0).value(),
                testing::ElementsAre(testing::DoubleNear(85.1, 1e-9), testing::DoubleNear(500, 1e-9)));
        }
    }
    for (const std::uint64_t groups : {200u, 250u, 319u}) { // about a wave: none of its sizes is favoured
        const std::vector<Dispatch> subjects = {{3, groups}};
        std::set<std::uint64_t> sizes;
        for (int i = 0; i < 100; ++i) {
            const Visit visit(subjects, known, random);
            const auto [least, most] = std::ranges::minmax(visit.dispatches(), {}, &Dispatch::groups);
            sizes.insert(most.groups - least.groups);
        }
        EXPECT_GT(sizes.size(), 50u) << groups;
    }
}

TEST(Visit, OfAGpuDrawsItsSizesAnewInRandomOrder) {
    std::mt19937_64 random(1);
    const std::vector<Dispatch> subjects = {{0, 1 << 20}, {1, 1 << 16}};
    std::set<std::uint64_t> sizes;
    std::set<std::vector<ProgramId>> orders;
    for (int i = 0; i < 100; ++i) {
        const Visit visit(subjects, kGpu, random);
        ASSERT_EQ(visit.dispatches().size(), 4u);
        std::vector<ProgramId> order;
        double groups = 0;
        for (const Dispatch& dispatch : visit.dispatches()) {
            order.push_back(dispatch.program);
            if (dispatch.program != 0) continue;
            sizes.insert(dispatch.groups);
            groups += static_cast<double>(dispatch.groups);
        }
        orders.insert(order);
        EXPECT_LE(groups, mostGroupsPerSample(kGpu) * (1 << 20) + 1);
    }
    EXPECT_GT(sizes.size(), 190u);
    EXPECT_EQ(orders.size(), 6u);
}

TEST(Visit, OfAGpuGivesTheStrategiesOfARowTheSameSizes) {
    std::mt19937_64 random(1);
    const std::vector<Dispatch> subjects = {{0, 1000}, {1, 1000}, {2, 1000}};
    for (int i = 0; i < 50; ++i) {
        const Visit visit(subjects, kGpu, random);
        std::map<ProgramId, std::set<std::uint64_t>> sizes;
        for (const Dispatch& dispatch : visit.dispatches()) sizes[dispatch.program].insert(dispatch.groups);
        EXPECT_EQ(sizes[1], sizes[2]);
        EXPECT_NE(sizes[0], sizes[1]);
    }
}

TEST(Visit, OfAFewWorkgroupsHasASample) {
    std::mt19937_64 random(1);
    for (const std::uint64_t groups : {1u, 2u, 5u, 9u}) {
        const std::vector<Dispatch> subjects = {{0, groups}};
        for (int i = 0; i < 50; ++i) {
            const Visit visit(subjects, kGpu, random);
            std::vector<double> times;
            for (const Dispatch& dispatch : visit.dispatches()) {
                EXPECT_GT(dispatch.groups, 0u);
                times.push_back(static_cast<double>(dispatch.groups));
            }
            EXPECT_NEAR(visit.samples(times, 0).value().front(), static_cast<double>(groups), 1e-9);
        }
    }
}

TEST(Visit, ThatOtherWorkCutIntoIsWorthNothing) {
    std::mt19937_64 random(1);
    const std::vector<Dispatch> subjects = {{0, 1000}, {1, 1000}};
    const Visit visit(subjects, kGpu, random);
    std::vector<double> times = timesOf(visit);
    *std::min_element(times.begin(), times.end()) += 1000;
    EXPECT_EQ(visit.samples(times, 0), std::nullopt);
}

TEST(Shuffle, GivesEveryOrderEqualOften) {
    std::map<std::vector<int>, int> seen;
    constexpr int kTries = 2400;
    std::mt19937_64 random(11);
    for (int i = 0; i < kTries; ++i) {
        std::vector<int> items = {0, 1, 2, 3};
        shuffle(items, random);
        ++seen[items];
    }
    EXPECT_EQ(seen.size(), 24u);
    for (const auto& [order, count] : seen) // 100 expected; five standard deviations of 9.8
        EXPECT_NEAR(count, 100, 50) << testing::PrintToString(order);
}

// Adds samples until done; how many that were, at most `most`.
template <class Sample>
std::size_t samplesUntilDone(WarmUp& warmUp, Sample sample, std::size_t most = 10000) {
    std::size_t count = 0;
    while (!warmUp.done() && count < most) warmUp.add(sample(count++));
    return count;
}

// The least busy time, or two windows; single outliers do not count.
TEST(WarmUp, OfASteadyDeviceLastsTheLeastTime) {
    for (const double least : {0.0, 300e6}) {
        WarmUp warmUp({.leastWarmUp = least, .mostWarmUp = 2000e6});
        const std::size_t samples = samplesUntilDone(warmUp, [](std::size_t) { return 3e6; });
        EXPECT_EQ(samples, least > 0 ? 100u : 2 * WarmUp::kWindow);
        EXPECT_TRUE(warmUp.converged());
    }
    WarmUp disturbed({.leastWarmUp = 0, .mostWarmUp = 1e12});
    EXPECT_EQ(samplesUntilDone(disturbed, [](std::size_t i) { return i % 5 == 2 ? 5e7 : 3e6; }),
              2 * WarmUp::kWindow);
}

TEST(WarmUp, WaitsUntilARampIsFlat) {
    // 10 % faster with each sample, flat from sample 40 on.
    const auto ramp = [](std::size_t i) {
        return 1e6 * std::pow(0.9, static_cast<double>(std::min<std::size_t>(i, 40)));
    };
    WarmUp warmUp({.leastWarmUp = 0, .mostWarmUp = 1e12});
    const std::size_t count = samplesUntilDone(warmUp, ramp);
    EXPECT_TRUE(warmUp.converged());
    // The median of the window before must be flat too: three of its five samples.
    EXPECT_EQ(count, 40 + 3 + WarmUp::kWindow);
}

TEST(WarmUp, GivesUpOnADeviceThatNeverSettles) {
    WarmUp warmUp({.leastWarmUp = 10e6, .mostWarmUp = 100e6});
    double busy = 0;
    samplesUntilDone(warmUp, [&](std::size_t i) {
        busy += std::pow(1.01, static_cast<double>(i)) * 1e6;
        return std::pow(1.01, static_cast<double>(i)) * 1e6;
    });
    EXPECT_FALSE(warmUp.converged());
    EXPECT_NEAR(busy, 101e6, 1e6); // ends with the first sample beyond
}

TEST(WarmUp, AgreementHasTwoSides) {
    for (const double step : {0.98, 0.992, 1.008, 1.02}) {
        WarmUp warmUp({.leastWarmUp = 0, .mostWarmUp = 1e12});
        for (std::size_t i = 0; i < 2 * WarmUp::kWindow; ++i)
            warmUp.add(i < WarmUp::kWindow ? 1e6 : step * 1e6);
        EXPECT_EQ(warmUp.converged(), std::abs(step - 1) < 0.01) << step;
    }
}

PairedRatio ofWidth(double width) {
    return {.median = 2, .interval = Interval{2 - width, 2 + width}};
}

const Effort kEffort{"test", 0.01, 12, 1};

TEST(PreciseEnough, WhenEveryIntervalIsNarrow) {
    const std::vector<PairedRatio> narrow = {ofWidth(0.009), ofWidth(0.001)},
                                   oneWide = {ofWidth(0.001), ofWidth(0.011)}, point = {ofWidth(0)},
                                   without = {ofWidth(0), {.median = 2}};
    EXPECT_FALSE(preciseEnough(kEffort, 11, point));
    for (const std::size_t samples : {12u, 100u}) {
        EXPECT_TRUE(preciseEnough(kEffort, samples, narrow));
        EXPECT_TRUE(preciseEnough(kEffort, samples, point));
        EXPECT_FALSE(preciseEnough(kEffort, samples, oneWide));
        EXPECT_FALSE(preciseEnough(kEffort, samples, without));
    }
}

TEST(Effort, GoalsAreTheDocumentedOnes) {
    EXPECT_EQ(kDefaultEffort.width, 0.01);
    EXPECT_EQ(kQuickEffort.width, 0.03);
    EXPECT_EQ(kPreciseEffort.width, 0.003);
    EXPECT_LT(kQuickEffort.secondsPerProgram, kDefaultEffort.secondsPerProgram);
    EXPECT_LT(kDefaultEffort.secondsPerProgram, kPreciseEffort.secondsPerProgram);
    for (const Effort& effort : {kDefaultEffort, kQuickEffort, kPreciseEffort}) {
        EXPECT_GE(effort.fewestSamples, kFewestForInterval) << effort.name;
        EXPECT_EQ(effortOn(kSoftwareMethod, effort).fewestSamples,
                  kSoftwareMethod.mostSamples * effort.fewestSamples);
        EXPECT_EQ(effortOn(kGpuMethod, effort).fewestSamples, effort.fewestSamples);
    }
}

TEST(Effort, OfOnesOwnLiesBetweenTheNamedOnes) {
    const struct {
        double percent;
        const Effort& like;
    } all[] = {{1, kDefaultEffort}, {0.3, kPreciseEffort}, {20, kQuickEffort}};
    for (const auto& [percent, like] : all) {
        const Effort effort = effortOf(percent, {});
        EXPECT_DOUBLE_EQ(effort.width, percent / 100);
        EXPECT_EQ(effort.fewestSamples, like.fewestSamples);
        EXPECT_NEAR(effort.secondsPerProgram, like.secondsPerProgram, percent == 0.3 ? 0.3 : 0);
        EXPECT_EQ(effort.secondsInAll, 0);
    }
    EXPECT_EQ(effortOf({}, 60).width, kDefaultEffort.width);
    EXPECT_EQ(effortOf({}, 60).secondsInAll, 60);
    EXPECT_EQ(effortOf(2.5, 3600).name, "precision 2.5 %, time 3600 s");
}

TEST(Effort, ControlsNeedLess) {
    EXPECT_EQ(controlEffort(kGpuMethod, kDefaultEffort).width, 0.05);
    EXPECT_EQ(controlEffort(kSoftwareMethod, kDefaultEffort).fewestSamples, kDefaultEffort.fewestSamples / 2);
    EXPECT_EQ(controlEffort(kGpuMethod, kQuickEffort).fewestSamples, kFewestForInterval);
    EXPECT_EQ(controlEffort(kSoftwareMethod, kDefaultEffort).secondsPerProgram,
              effortOn(kSoftwareMethod, kDefaultEffort).secondsPerProgram / 4);
    EXPECT_EQ(controlEffort(kGpuMethod, {.name = "coarse", .width = 0.1}).width, 0.1);
}

} // namespace vkperftest::sampling_test
