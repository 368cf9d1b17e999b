#include "run/dispatch_size.h"

#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

struct Probes {
    std::vector<std::uint64_t> sizes;
    std::uint64_t found = 0;
    double nanoseconds = 0; // that the size found takes
};

// A device that takes a fixed time for each dispatch and a time for each workgroup.
Probes probe(const DispatchSizeGoal& goal, double perGroup, double fixed = 0) {
    DispatchSize size(goal);
    Probes probes;
    const auto took = [&] { return fixed + perGroup * static_cast<double>(size.size()); };
    while (!size.done() && probes.sizes.size() < 100) {
        probes.sizes.push_back(size.size());
        size.observe(took());
    }
    EXPECT_TRUE(size.done());
    probes.found = size.size();
    probes.nanoseconds = took();
    return probes;
}

TEST(DispatchSize, HitsTheTargetOnEveryDevice) {
    for (const double perGroup : {0.3, 7.0, 100.0, 999.0, 12345.0}) {
        for (const std::uint64_t unit : {1u, 3u, 6u}) {
            SCOPED_TRACE(testing::Message() << perGroup << " ns a group, unit " << unit);
            const Probes probes = probe({.unit = unit, .targetNanoseconds = 3e6}, perGroup);
            EXPECT_NEAR(probes.nanoseconds, 3e6, 0.5 * perGroup * static_cast<double>(unit) + 1);
            EXPECT_EQ(probes.found % unit, 0u);
        }
    }
}

TEST(DispatchSize, GrowsAtMostEightfoldAStep) {
    const Probes probes = probe({.unit = 1, .targetNanoseconds = 3e6}, 0.3);
    ASSERT_GT(probes.sizes.size(), 3u);
    EXPECT_EQ(probes.sizes.front(), 1u);
    for (std::size_t i = 1; i < probes.sizes.size(); ++i) {
        EXPECT_GE(probes.sizes[i], probes.sizes[i - 1]);
        EXPECT_LE(probes.sizes[i], 8 * probes.sizes[i - 1]);
    }
    EXPECT_LE(probes.found, 2 * probes.sizes.back());
}

TEST(DispatchSize, StartsSmallAndStaysSoOnASlowDevice) {
    const Probes probes = probe({.unit = 1, .targetNanoseconds = 3e6}, 90e6);
    EXPECT_EQ(probes.found, 1u);
    EXPECT_EQ(probes.sizes, (std::vector<std::uint64_t>{1, 1, 1}));
}

// A probe that somebody else disturbed, at any step of the way, changes nothing.
TEST(DispatchSize, OneSlowProbeDoesNotMislead) {
    const DispatchSizeGoal goal{.unit = 2, .targetNanoseconds = 3e6};
    const std::uint64_t undisturbed = probe(goal, 40000).found;
    for (std::size_t disturbed = 0; disturbed < 8; ++disturbed) {
        DispatchSize size(goal);
        for (std::size_t i = 0; i < 100 && !size.done(); ++i) {
            size.observe(40000 * static_cast<double>(size.size()) * (i == disturbed ? 50 : 1));
        }
        EXPECT_EQ(size.size(), undisturbed) << disturbed;
    }
}

// Too slow is only what is too slow in every probe of the smallest size.
TEST(DispatchSize, IsTooSlowOnlyByTheFastestProbe) {
    const DispatchSizeGoal goal{.unit = 16, .targetNanoseconds = 3e6, .mostNanoseconds = 67e6};
    for (std::size_t quick = 0; quick <= 5; ++quick) {
        DispatchSize size(goal);
        for (std::size_t i = 0; i < 100 && !size.done(); ++i) size.observe(i == quick ? 1e6 : 80e6);
        ASSERT_TRUE(size.done());
        EXPECT_EQ(size.tooSlow(), quick == 5) << quick;
    }
}

TEST(DispatchSize, ALargerSizeThatIsTooSlowIsScaledDown) {
    DispatchSize size({.unit = 1, .targetNanoseconds = 3e6, .mostNanoseconds = 67e6});
    while (!size.done()) size.observe(size.size() == 1 ? 0.2e6 : 80e6);
    EXPECT_FALSE(size.tooSlow());
    EXPECT_EQ(size.size(), 1u);
}

TEST(DispatchSize, TheFirstProbeIsOneUnit) {
    EXPECT_EQ(DispatchSize({.unit = 1}).size(), 1u);
    EXPECT_EQ(DispatchSize({.unit = 132}).size(), 132u);
}

TEST(DispatchSize, EndsAtTheCap) {
    // As where a timer does not move at all.
    for (const std::uint64_t unit : {1u, 3u}) {
        const Probes probes = probe({.unit = unit, .targetNanoseconds = 3e6, .most = 1000}, 0);
        EXPECT_EQ(probes.found, unit == 1 ? 512u : 768u);
    }
}

TEST(DispatchSize, ForgivesAFixedCost) {
    const Probes probes = probe({.unit = 1, .targetNanoseconds = 3e6}, 10, 0.5e6);
    EXPECT_GE(probes.nanoseconds, 0.8 * 3e6);
    EXPECT_LE(probes.nanoseconds, 3e6);
}

TEST(DispatchSize, SurvivesAClockThatRampsUp) {
    // The first probes run at a tenth of the speed.
    DispatchSize size({.unit = 1, .targetNanoseconds = 3e6});
    for (int i = 0; i < 100 && !size.done(); ++i) {
        size.observe(static_cast<double>(size.size()) * (i < 3 ? 1000 : 100));
    }
    EXPECT_TRUE(size.done());
    EXPECT_EQ(size.size(), 30000u);
}

TEST(DispatchTarget, IsThreeMillisecondsForFineTimersAndOneOnACpu) {
    for (const double tick : {1.0, 52.083, 1000.0}) {
        const Result<double> target = dispatchTarget({.tickNanoseconds = tick}, 3);
        ASSERT_TRUE(target.ok());
        EXPECT_EQ(target.value(), 3e6) << tick;
        const Result<double> onCpu = dispatchTarget({.method = &kSoftwareMethod, .tickNanoseconds = tick}, 3);
        EXPECT_EQ(onCpu.value(), std::max(1e6, 2000 * tick)) << tick;
    }
}

TEST(DispatchTarget, MakesTheShortestDispatchAThousandTicks) {
    const double tick = 10e3;
    const Result<double> target = dispatchTarget({.tickNanoseconds = tick}, 2);
    ASSERT_TRUE(target.ok());
    EXPECT_NEAR(0.5 * target.value(), 1000 * tick, 1e-3);
}

TEST(DispatchTarget, KeepsSubmissionsShort) {
    for (const double dispatches : {1.0, 2.0, 3.0, 8.0}) {
        bool refused = false;
        for (double tick = 1; tick < 1e6; tick *= 1.1) {
            const Result<double> target = dispatchTarget({.tickNanoseconds = tick}, dispatches);
            if (target.ok()) {
                EXPECT_LE(1.4 * target.value() * dispatches, kSubmissionNanoseconds);
                EXPECT_FALSE(refused) << "a finer timer was refused";
            }
            refused = !target.ok();
        }
        EXPECT_TRUE(refused);
    }
}

TEST(DispatchTarget, RefusesACoarseTimer) {
    const Result<double> target =
        dispatchTarget({.tickNanoseconds = 1e6}, 3); // Windows' old system timer: 1 ms
    ASSERT_FALSE(target.ok());
    EXPECT_EQ(target.error().kind, ErrorKind::NoDevice);
    EXPECT_THAT(target.error().cause, testing::HasSubstr("timer is too coarse"));
}

} // namespace
} // namespace vkperftest
