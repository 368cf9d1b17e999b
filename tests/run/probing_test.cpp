#include "run/dispatch_size.h"

#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "cases/suite.h"
#include "run/recording_executor.h"
#include "run/runner.h"

namespace vkperftest {
namespace probing_test {

using testing::HasSubstr;

const std::string kLinear = "cbuffer{float4} load linear";

// A software driver whose row takes 1000 times as long in its first samples, or in one of them.
RunResult measured(const std::function<bool(std::size_t sample)>& disturbed) {
    RecordingExecutor executor;
    executor.properties = {.method = &kSoftwareMethod, .groupUnit = 16};
    std::size_t samples = 0;
    executor.loadTime = [&](const BoundRow& bound) {
        return 0.1 * (caseName(bound.row) == kLinear && disturbed(++samples) ? 1000 : 1);
    };
    const std::vector<std::string> filters = {kLinear};
    const Result<RunResult> run = measure(executor,
                                          {.rows = selectRows(matrixRows(), filters).value(),
                                           .strategies = {Strategy::Set},
                                           .baseline = defaultBaseline(),
                                           .effort = kQuickEffort,
                                           .seed = 1},
                                          {});
    EXPECT_TRUE(run.ok()) << run.error().sentence();
    return run.value();
}

TEST(Probing, OneDisturbedProbeFailsNoRow) {
    for (std::size_t one = 1; one < 10; ++one) {
        const RunResult run = measured([&](std::size_t sample) { return sample == one; });
        EXPECT_EQ(analyse(run).counts.failed, 0u) << one;
        EXPECT_EQ(analyse(run).counts.measured, 1u) << one;
    }
}

TEST(Probing, ARowThatIsAlwaysTooSlowFailsByTheRule) {
    const RunResult run = measured([](std::size_t) { return true; });
    const StrategyResult& failed = run.rows[0].strategies[0];
    EXPECT_EQ(failed.status, Status::Failed);
    EXPECT_THAT(failed.reason.detail,
                HasSubstr("of 16 workgroups, takes 105 ms (the fastest of 6 probes); the limit is "));
    EXPECT_THAT(failed.reason.detail, HasSubstr("to keep a submission below 200 ms"));
}

// A results file may say anything, and --continue goes on with its sizes.
RunResult resumed(std::uint64_t baselineLoads, std::uint64_t rowLoads, std::uint64_t& mostGroups) {
    RecordingExecutor executor;
    executor.properties = {.method = &kSoftwareMethod, .groupUnit = 16};
    executor.loadTime = [](const BoundRow&) { return 0.1; };
    const std::vector<std::string> filters = {kLinear};
    RunPlan plan{.rows = selectRows(matrixRows(), filters).value(),
                 .strategies = {Strategy::Set},
                 .baseline = defaultBaseline(),
                 .effort = kQuickEffort,
                 .seed = 1};
    plan.earlier = EarlierRun{.sizes = {.baselineLoads = baselineLoads, .rowLoads = {{kLinear, rowLoads}}}};
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
}

TEST(Probing, AFilesSizeBelowAWorkgroupIsRefused) {
    std::uint64_t mostGroups = 0;
    const RunResult run = resumed(160 * kLoadsPerGroup, kLoadsPerGroup - 1, mostGroups);
    EXPECT_EQ(run.rows[0].strategies[0].status, Status::Failed);
    EXPECT_EQ(run.rows[0].strategies[0].reason.detail, "the file's dispatch is smaller than a workgroup");
}

TEST(Probing, AFilesSizeThatWouldHangTheDeviceIsNotDispatched) {
    constexpr std::uint64_t kHuge = 6'400'000, kFew = 10'000;
    std::uint64_t mostGroups = 0;
    const RunResult run = resumed(160 * kLoadsPerGroup, kHuge * kLoadsPerGroup, mostGroups);
    const StrategyResult& failed = run.rows[0].strategies[0];
    EXPECT_EQ(failed.status, Status::Failed);
    EXPECT_THAT(failed.reason.detail,
                HasSubstr("the file's dispatch of 6400000 workgroups would take 41943 ms here"));
    EXPECT_LT(mostGroups, kFew);
    const RunResult none = resumed(kHuge * kLoadsPerGroup, 320 * kLoadsPerGroup, mostGroups);
    EXPECT_THAT(none.aborted, HasSubstr("cannot be measured: the file's dispatch of 6400000 workgroups"));
    EXPECT_THAT(none.aborted, HasSubstr("start a new file with --output"));
    EXPECT_LT(mostGroups, kFew);
}

} // namespace probing_test
} // namespace vkperftest
