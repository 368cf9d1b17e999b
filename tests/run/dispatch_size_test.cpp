// How many workgroups a dispatch has, alone and in runs, where other work disturbs and a file knows sizes.
#include "run/dispatch_size.h"

#include "made_up_runs.h"

namespace vkperftest::dispatch_size_test {

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

TEST(DispatchSize, GrowsAtMostEightfoldAStepFromOneUnit) {
    const Probes probes = probe({.unit = 1, .targetNanoseconds = 3e6}, 0.3);
    ASSERT_GT(probes.sizes.size(), 3u);
    EXPECT_EQ(probes.sizes.front(), 1u);
    for (std::size_t i = 1; i < probes.sizes.size(); ++i) {
        EXPECT_GE(probes.sizes[i], probes.sizes[i - 1]);
        EXPECT_LE(probes.sizes[i], 8 * probes.sizes[i - 1]);
    }
    EXPECT_LE(probes.found, 2 * probes.sizes.back());
    const Probes slow = probe({.unit = 1, .targetNanoseconds = 3e6}, 90e6);
    EXPECT_EQ(slow.found, 1u);
    EXPECT_EQ(slow.sizes, (std::vector<std::uint64_t>{1, 1, 1}));
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

// Too slow is only what is too slow in every probe of the smallest size; a larger one is scaled down.
TEST(DispatchSize, IsTooSlowOnlyByTheFastestProbe) {
    const DispatchSizeGoal goal{.unit = 16, .targetNanoseconds = 3e6, .mostNanoseconds = 67e6};
    for (std::size_t quick = 0; quick <= 5; ++quick) {
        DispatchSize size(goal);
        for (std::size_t i = 0; i < 100 && !size.done(); ++i) size.observe(i == quick ? 1e6 : 80e6);
        ASSERT_TRUE(size.done());
        EXPECT_EQ(size.tooSlow(), quick == 5) << quick;
    }
    DispatchSize larger({.unit = 1, .targetNanoseconds = 3e6, .mostNanoseconds = 67e6});
    while (!larger.done()) larger.observe(larger.size() == 1 ? 0.2e6 : 80e6);
    EXPECT_FALSE(larger.tooSlow());
    EXPECT_EQ(larger.size(), 1u);
}

TEST(DispatchSize, EndsAtTheCap) {
    // As where a timer does not move at all.
    for (const std::uint64_t unit : {1u, 3u}) {
        const Probes probes = probe({.unit = unit, .targetNanoseconds = 3e6, .most = 1000}, 0);
        EXPECT_EQ(probes.found, unit == 1 ? 512u : 768u);
    }
}

TEST(DispatchSize, IsIdleWhereTheLargestDispatchTakesNoLonger) {
    const auto idle = [](double perGroup, double fixed) {
        DispatchSize size({.unit = 1, .targetNanoseconds = 3e6});
        while (!size.done()) size.observe(fixed + perGroup * static_cast<double>(size.size()));
        return size.idle();
    };
    EXPECT_TRUE(idle(0, 5000));
    EXPECT_FALSE(idle(0.01, 5000));
    EXPECT_FALSE(idle(100, 0));
    EXPECT_FALSE(idle(0, 0)); // the timer stands still
}

TEST(DispatchSize, ForgivesAFixedCostAndAClockThatRampsUp) {
    const Probes probes = probe({.unit = 1, .targetNanoseconds = 3e6}, 10, 0.5e6);
    EXPECT_GE(probes.nanoseconds, 0.8 * 3e6);
    EXPECT_LE(probes.nanoseconds, 3e6);
    // The first probes run at a tenth of the speed.
    DispatchSize size({.unit = 1, .targetNanoseconds = 3e6});
    for (int i = 0; i < 100 && !size.done(); ++i)
        size.observe(static_cast<double>(size.size()) * (i < 3 ? 1000 : 100));
    EXPECT_TRUE(size.done());
    EXPECT_EQ(size.size(), 30000u);
}

TEST(DispatchTarget, IsThreeMillisecondsForFineTimersAndLessOnACpu) {
    for (const double tick : {1.0, 52.083, 1000.0}) {
        EXPECT_EQ(dispatchTarget({.tickNanoseconds = tick}, 3).value(), 3e6) << tick;
        const Result<double> onCpu = dispatchTarget({.method = &kSoftwareMethod, .tickNanoseconds = tick}, 3);
        EXPECT_EQ(onCpu.value(), std::max(0.85e6, 2000 * tick)) << tick;
    }
    // Of coarser ones, the shortest dispatch takes a thousand ticks.
    EXPECT_NEAR(0.5 * dispatchTarget({.tickNanoseconds = 10e3}, 2).value(), 1000 * 10e3, 1e-3);
}

TEST(DispatchTarget, KeepsSubmissionsShort) {
    for (const double dispatches : {1.0, 2.0, 3.0, 8.0}) {
        bool refused = false;
        for (double tick = 1; tick < 1e6; tick *= 1.1) {
            const Result<double> target = dispatchTarget({.tickNanoseconds = tick}, dispatches);
            if (target.ok()) {
                EXPECT_LE(1.4 * target.value() * dispatches, kSubmissionNanoseconds);
                EXPECT_FALSE(refused);
            }
            refused = !target.ok();
        }
        EXPECT_TRUE(refused);
    }
}

const std::string kLinear = "cbuffer{float4} load linear";

// A software driver whose row takes 1000 times as long in its first samples, or in one of them.
RunResult measured(const std::function<bool(std::size_t sample)>& disturbed) {
    RecordingExecutor executor;
    executor.properties = {.method = &kSoftwareMethod, .groupUnit = 16};
    std::size_t samples = 0;
    executor.loadTime = [&](const BoundRow& bound) {
        return 0.1 * (caseName(bound.row) == kLinear && disturbed(++samples) ? 1000 : 1);
    };
    return vkperftest::measured(executor, planUnderSet({kLinear}, kQuickEffort));
}

TEST(Probing, OneDisturbedProbeFailsNoRow) {
    for (std::size_t one = 1; one < 10; ++one) {
        const RunResult run = measured([&](std::size_t sample) { return sample == one; });
        EXPECT_EQ(analyse(run).counts.failed, 0u) << one;
        EXPECT_EQ(analyse(run).counts.measured, 1u) << one;
    }
    const RunResult run = measured([](std::size_t) { return true; });
    const StrategyResult& failed = run.rows[0].strategies[0];
    EXPECT_EQ(failed.status, Status::Failed);
    for (const char* part : {"16 workgroups, takes 105 ms", "of 6 probes", "below 200 ms"})
        EXPECT_THAT(failed.reason.detail, HasSubstr(part));
}

TEST(Probing, ARowOfWhichTheDeviceExecutesNothingFails) {
    RecordingExecutor executor;
    executor.loadTime = [](const BoundRow& bound) { return caseName(bound.row) == kLinear ? 1e-12 : 0.1; };
    const RunResult run = vkperftest::measured(executor, planUnderSet({kLinear}, kQuickEffort));
    EXPECT_EQ(run.rows[0].strategies[0].status, Status::Failed);
    EXPECT_THAT(run.rows[0].strategies[0].reason.detail, HasSubstr("execute nothing"));
}

// A results file may say anything, and --continue goes on with its sizes. `slow`: so many of the row's samples from the
// third on take 1000 times as long.
RunResult resumed(std::uint64_t baselineLoads, std::uint64_t rowLoads, std::uint64_t& mostGroups,
                  std::size_t slow = 0) {
    RecordingExecutor executor;
    executor.properties = {.method = &kSoftwareMethod, .groupUnit = 16};
    std::size_t samples = 0;
    executor.loadTime = [&](const BoundRow& bound) {
        return caseName(bound.row) == kLinear && ++samples > 2 && samples <= 2 + slow ? 100 : 0.1;
    };
    RunPlan plan = planUnderSet({kLinear}, kQuickEffort);
    plan.sizes = {.baselineLoads = baselineLoads, .rowLoads = {{kLinear, rowLoads}}};
    const Result<RunResult> run = measure(executor, plan, {});
    for (const std::vector<Dispatch>& submission : executor.submissions) {
        for (const Dispatch& dispatch : submission) mostGroups = std::max(mostGroups, dispatch.groups);
    }
    if (!run.ok()) return {.aborted = run.error().sentence()};
    return run.value();
}

TEST(Probing, AFilesSizeIsKeptIfTheDeviceCanTakeIt) {
    std::uint64_t mostGroups = 0;
    const RunResult run = resumed(160 * kLoadsPerGroup, 320 * kLoadsPerGroup, mostGroups);
    EXPECT_EQ(run.rows[0].baselineLoads, 160 * kLoadsPerGroup);
    EXPECT_EQ(run.rows[0].strategies[0].status, Status::Measured);
    EXPECT_EQ(run.rows[0].strategies[0].loads, 320 * kLoadsPerGroup);
    for (const std::size_t slow : {4u, 5u}) // of the third size; the fifth probe counts
        EXPECT_EQ(resumed(160 * kLoadsPerGroup, 320 * kLoadsPerGroup, mostGroups, slow)
                      .rows[0]
                      .strategies[0]
                      .status,
                  slow == 4 ? Status::Measured : Status::Failed);
    const RunResult small = resumed(160 * kLoadsPerGroup, kLoadsPerGroup - 1, mostGroups);
    EXPECT_EQ(small.rows[0].strategies[0].status, Status::Failed);
    EXPECT_THAT(small.rows[0].strategies[0].reason.detail, HasSubstr("smaller than a workgroup"));
}

TEST(Probing, AFilesSizeThatWouldHangTheDeviceIsNotDispatched) {
    constexpr std::uint64_t kHuge = 6'400'000, kFew = 10'000;
    std::uint64_t mostGroups = 0;
    const RunResult run = resumed(160 * kLoadsPerGroup, kHuge * kLoadsPerGroup, mostGroups);
    const StrategyResult& failed = run.rows[0].strategies[0];
    EXPECT_EQ(failed.status, Status::Failed);
    EXPECT_THAT(failed.reason.detail, HasSubstr("6400000 workgroups would take 41943 ms"));
    const RunResult none = resumed(kHuge * kLoadsPerGroup, 320 * kLoadsPerGroup, mostGroups);
    EXPECT_THAT(none.aborted, HasSubstr("6400000 workgroups"));
    EXPECT_LT(mostGroups, kFew);
}

} // namespace vkperftest::dispatch_size_test
