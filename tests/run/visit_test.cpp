#include "run/differential_sample.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "stats/interval.h"

namespace vkperftest {
namespace {

constexpr ExecutorTraits kGpu, kSoftware{.method = &kSoftwareMethod};

// A device that holds 100 workgroups, in arbitrary units of time.
double wholeWaves(std::uint64_t groups) {
    return 7 + 10 * std::ceil(static_cast<double>(groups) / 100);
}

std::vector<double> timesOf(const Visit& visit) {
    std::vector<double> times;
    for (const Dispatch& dispatch : visit.dispatches()) times.push_back(wholeWaves(dispatch.groups));
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
    EXPECT_EQ(orders.size(), 6u) << "two dispatches each of two programs";
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
    const auto shortest = std::min_element(times.begin(), times.end());
    *shortest += 1000;
    EXPECT_EQ(visit.samples(times, 0), std::nullopt);
}

} // namespace
} // namespace vkperftest
