#include "run/windows.h"

#include <cmath>

#include <gmock/gmock.h>

#include "analysis/window_figures.h"
#include "cases/suite.h"
#include "recording_executor.h"
#include "run/runner.h"
#include "support/scripted_executor.h"

namespace vkperftest {
namespace windows_test {

using testing::HasSubstr;
using testing::SizeIs;

std::size_t windowsOfAllWalks() {
    std::size_t all = 0;
    for (const Walk& walk : walks()) all += windowsOf(walk, kWindowMemory).size();
    return all;
}

std::vector<WindowResult> walked(Executor& executor, const WindowEffort& effort = {.rounds = 6}) {
    const Result<WalkedWindows> measured = measureWindows(executor, effort, 1, {});
    EXPECT_TRUE(measured.ok()) << measured.error().sentence();
    return measured.ok() ? measured.value().results : std::vector<WindowResult>();
}

RunPlan cachePlan() {
    return {.suite = "cache",
            .rows = cacheRows(),
            .strategies = {Strategy::Set},
            .baseline = defaultBaseline(),
            .effort = kQuickEffort,
            .windows = true};
}

TEST(Windows, MeasureEveryWalkAtEverySizeInEveryRound) {
    RecordingExecutor executor;
    const std::vector<WindowResult> results = walked(executor);
    ASSERT_THAT(results, SizeIs(windowsOfAllWalks()));
    for (const WindowResult& result : results) {
        EXPECT_EQ(result.status, Status::Measured);
        EXPECT_THAT(result.nanoseconds, SizeIs(6));
        EXPECT_THAT(result.twice, SizeIs(6));
        // What a dispatch costs besides its loads is not in the time.
        EXPECT_NEAR(timeOfWindow(result)->time, 10, 1e-6);
    }
}

TEST(Windows, VerifyEachOnceBeforeItsTimesCount) {
    RecordingExecutor executor;
    walked(executor);
    std::size_t verified = 0;
    for (const auto& walk : executor.walked) verified += walk.verified ? 1 : 0;
    EXPECT_EQ(verified, windowsOfAllWalks());
    EXPECT_TRUE(executor.walked.front().verified);
}

// Or the difference of both times has loads from further away in it: caches hold what was loaded last.
TEST(Windows, AreLoadedJustBeforeEachTimedDispatch) {
    RecordingExecutor executor;
    walked(executor);
    for (const auto& [parts, verified] : executor.walked) {
        ASSERT_THAT(parts, SizeIs(4));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            EXPECT_EQ(parts[i].timed, i % 2 == 1);
            EXPECT_EQ(parts[i].dispatch.walk, parts[0].dispatch.walk);
            EXPECT_EQ(parts[i].dispatch.window, parts[0].dispatch.window);
        }
        EXPECT_EQ(parts[3].dispatch.steps, 2 * parts[1].dispatch.steps);
    }
}

// Their own time alone, not that of the load of the whole window before them.
TEST(Windows, CountAsWorkOfTheDevice) {
    RecordingExecutor executor;
    const WalkedWindows measured = measureWindows(executor, windowEffort(kQuickEffort), 1, {}).value();
    double inSamples = 0;
    for (const WindowResult& result : measured.results) {
        for (const double time : result.nanoseconds) inSamples += time;
        for (const double time : result.twice) inSamples += time;
    }
    EXPECT_NEAR(measured.timedNanoseconds / inSamples, 1, 1e-9);
    EXPECT_GT(measured.busyNanoseconds, measured.timedNanoseconds) << "sizes were probed";
    RunPlan plan = cachePlan();
    const RunResult run = measure(executor, plan, {}).value();
    plan.windows = false;
    const RunResult rowsAlone = measure(executor, plan, {}).value();
    EXPECT_NEAR((run.timedNanoseconds - rowsAlone.timedNanoseconds) / inSamples, 1, 1e-6);
    EXPECT_GT(run.busyNanoseconds, rowsAlone.busyNanoseconds + inSamples);
}

TEST(Windows, LoadForLongEnough) {
    RecordingExecutor executor;
    executor.walkTime = [](const WalkDispatch&) { return 0.01; };
    for (const WindowResult& result : walked(executor)) {
        EXPECT_GE(result.loads,
                  loadsOf(shortestDispatch(*findWalk(result.walk), result.bytes, kWindowMemory, 0)));
        const double longest = 0.01 * static_cast<double>(result.loads);
        EXPECT_TRUE(longest > 0.4e6 || result.loads == 1 << 22) << result.walk;
    }
}

// llvmpipe leaves longer loops.
TEST(Windows, OfASoftwareDriverLoopAtMost65535Times) {
    RecordingExecutor executor;
    executor.properties.method = &kSoftwareMethod;
    std::uint32_t most = 0;
    executor.walkTime = [&](const WalkDispatch& dispatch) {
        most = std::max(most, dispatch.steps);
        return 0.01;
    };
    walked(executor);
    EXPECT_GT(most, 60'000u);
    EXPECT_LE(most, 65'535u);
}

TEST(Windows, TroubleIsTheirOwn) {
    RecordingExecutor executor;
    executor.walkTime = [](const WalkDispatch& dispatch) -> Result<double> {
        if (dispatch.window > 32 << 20)
            return Error{ErrorKind::Unsupported, "maxStorageBufferRange is 1", ""};
        if (dispatch.window == 512) return Error{ErrorKind::DeviceLost, "lost", ""};
        return 10.0;
    };
    for (const WindowResult& result : walked(executor)) {
        const Status expected = result.bytes > 32 << 20 ? Status::Unsupported
                                : result.bytes == 512   ? Status::Failed
                                                        : Status::Measured;
        EXPECT_EQ(result.status, expected);
        EXPECT_EQ(result.nanoseconds.empty(), expected != Status::Measured);
    }
    EXPECT_EQ(executor.renewals, walks().size());
    executor.walkTime = [](const WalkDispatch&) -> Result<double> {
        return Error{ErrorKind::NoDevice, "gone", ""};
    };
    EXPECT_FALSE(measureWindows(executor, {}, 1, {}).ok());
}

TEST(Windows, LeaveNothingHalfMeasured) {
    RecordingExecutor executor;
    const Result<WalkedWindows> measured =
        measureWindows(executor, {}, 1, {.interrupted = [&] { return executor.walked.size() > 2000; }});
    ASSERT_TRUE(measured.ok());
    EXPECT_THAT(measured.value().results, SizeIs(0));
}

TEST(Windows, BelongToSuitesThatAskForThem) {
    RecordingExecutor executor;
    RunPlan plan = cachePlan();
    EXPECT_THAT(measure(executor, plan, {}).value().windows, SizeIs(windowsOfAllWalks()));
    plan.windows = false;
    EXPECT_THAT(measure(executor, plan, {}).value().windows, SizeIs(0));
}

TEST(Windows, OfAnInterruptedRunAreMeasuredWhenItIsResumed) {
    RecordingExecutor executor;
    RunPlan plan = cachePlan();
    const Result<RunResult> run =
        measure(executor, plan, {.interrupted = [&] { return executor.walked.size() > 2000; }});
    ASSERT_TRUE(run.ok());
    EXPECT_TRUE(run.value().interrupted);
    EXPECT_THAT(run.value().windows, SizeIs(0));
}

TEST(Windows, ThatARunHasAreKept) {
    RecordingExecutor executor;
    RunPlan plan = cachePlan();
    plan.earlier.emplace().measurements.windows = {{.walk = "raw, shared window", .bytes = 256}};
    EXPECT_THAT(measure(executor, plan, {}).value().windows, SizeIs(1));
    EXPECT_THAT(executor.walked, SizeIs(0));
}

// On a simulated GPU, the level behind serves what was not loaded just before.
TEST(Windows, ThatWereNotLoadedJustBeforeAreSlower) {
    const auto executor = ScriptedExecutor::parse("simulate | hopper\nexact\n");
    ASSERT_TRUE(executor.ok());
    const Walk& chain = *findWalk("chain, one lane");
    const std::array<WalkPart, 4> parts = partsOfSample({&chain, 4096, kWindowMemory, 1, 1024});
    const std::vector<WalkPart> cold = {parts[0], parts[1], parts[3]};
    const std::vector<double> warmed = executor.value()->walk(parts, false).value(),
                              missed = executor.value()->walk(cold, false).value();
    EXPECT_DOUBLE_EQ(warmed[1], 2 * warmed[0]);
    EXPECT_DOUBLE_EQ(missed[0], warmed[0]);
    EXPECT_GT(missed[1], 6 * warmed[1]); // 263 clocks instead of 40
}

// What is planted in simulated GPUs is found, with clocks that wander, noise and outliers.
TEST(Windows, FindThePlantedLevelsOfSimulatedGpus) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(testing::Message() << profile.name << ", seed " << seed);
            auto executor = ScriptedExecutor::parse("simulate | " + std::string(profile.name) + "\n", seed);
            ASSERT_TRUE(executor.ok());
            RunResult run;
            run.windows = walked(*executor.value(), {.rounds = 15, .memory = kPreciseWindowMemory});
            for (const WalkCurve& curve : walkCurves(run)) {
                if (findWalk(curve.walk)->reach == Reach::OwnWindows) continue;
                SCOPED_TRACE(curve.walk);
                std::vector<CacheLevel> planted;
                for (const CacheLevel& level : profile.levels) {
                    planted.push_back(level);
                    if (level.bytes == 0) break;
                }
                ASSERT_THAT(curve.levels, SizeIs(planted.size()));
                for (std::size_t i = 0; i < planted.size(); ++i) {
                    const CurveLevel& level = curve.levels[i];
                    EXPECT_EQ(level.ends, planted[i].bytes > 0);
                    const double found = static_cast<double>(curve.windows[level.last].bytes);
                    if (level.ends) {
                        EXPECT_LE(std::abs(std::log2(found / planted[i].bytes)), 1);
                    }
                    const GpuProperties& gpu = profile.properties;
                    const double truth = findWalk(curve.walk)->chases()
                                             ? planted[i].latency / gpu.boostGhz
                                             : 1 / (planted[i].lanes * gpu.units * gpu.boostGhz);
                    // The clock differs from the boost clock, too: by run, by wandering, and until it is warm.
                    EXPECT_NEAR(level.time / truth, 1, 0.03 + 2 * gpu.machine + gpu.wander);
                }
            }
        }
    }
}

} // namespace windows_test
} // namespace vkperftest
