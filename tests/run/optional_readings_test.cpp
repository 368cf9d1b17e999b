// What a run measures beside its rows: code, recording, windows.
#include "run/optional_readings.h"

#include <algorithm>
#include <set>

#include "analysis/window_figures.h"
#include "made_up_runs.h"
#include "matchers.h"
#include "suite_rows.h"

namespace vkperftest::optional_readings_test {

const auto kNever = [] { return false; };
const auto kUntold = [](std::size_t, std::size_t) {};

RunPlan codePlan(const std::vector<std::string>& filters) {
    return withControls(planOf(filters, kSetAndPush, kQuickEffort));
}

// Its hash names the bound row.
Result<CodeDigest> codeOfBoundRow(const BoundRow& bound) {
    CodeDigest code;
    code.hash = kernelKey(bound) + " " + std::string(strategyName(bound.strategy));
    return code;
}

RunResult withCodes(RecordingExecutor& executor, const RunPlan& plan) {
    RunResult result = initialResult(plan);
    addCodes(executor, plan, result);
    return result;
}

TEST(Codes, EveryKernelIsAskedForOnceUnderEachStrategy) {
    RecordingExecutor executor;
    executor.code = codeOfBoundRow;
    const RunPlan plan = codePlan({"Buffer<R*"}); // formats share kernels
    const RunResult run = withCodes(executor, plan);
    std::set<std::string> asked;
    for (const BoundRow& bound : executor.asked) asked.insert(codeOfBoundRow(bound).value().hash);
    EXPECT_EQ(asked.size(), executor.asked.size());
    EXPECT_LT(asked.size(), plan.rows.size() + plan.controls.size());
    EXPECT_EQ(run.codes.size(), asked.size());
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        for (std::size_t s = 0; s < plan.strategies.size(); ++s) {
            const CodeDigest* code = codeOf(run, run.rows[i].strategies[s]);
            ASSERT_NE(code, nullptr) << run.rows[i].name;
            EXPECT_EQ(code->hash, codeOfBoundRow({plan.rows[i], plan.strategies[s]}).value().hash);
        }
    }
    for (const RowResult& noLoads : run.controls) EXPECT_NE(codeOf(run, noLoads.strategies[0]), nullptr);
    EXPECT_NE(codeOf(run, run.aaControl.strategies[0]), nullptr);
    EXPECT_EQ(run.codesMissing, "");
}

TEST(Codes, DemandedSubgroupSizesAreKernelsOfTheirOwn) {
    RecordingExecutor executor;
    executor.code = codeOfBoundRow;
    RunPlan plan = codePlan({"cbuffer*linear"});
    plan.rows.push_back(plan.rows[0]);
    plan.rows[1].subgroupSize = 32;
    const RunResult run = withCodes(executor, plan);
    EXPECT_NE(run.rows[0].strategies[0].code, run.rows[1].strategies[0].code);
}

TEST(Codes, ARefusedKernelCostsItsCodeAlone) {
    RecordingExecutor executor;
    executor.code = [](const BoundRow& bound) -> Result<CodeDigest> {
        if (bound.strategy == Strategy::Push) return Error{ErrorKind::Unsupported, "no push", ""};
        if (bound.row.pattern == Pattern::Linear) return Error{ErrorKind::RowFailed, "out of registers", ""};
        return codeOfBoundRow(bound);
    };
    const RunResult run = withCodes(executor, codePlan({"cbuffer"}));
    ASSERT_EQ(run.rows[1].pattern, "linear");
    EXPECT_EQ(codeOf(run, run.rows[1].strategies[0])->loads(), "unknown: out of registers");
    EXPECT_EQ(codeOf(run, run.rows[0].strategies[0])->trouble, "");
    EXPECT_EQ(run.rows[0].strategies[1].code, ""); // what cannot run has none
    EXPECT_EQ(run.codesMissing, "");
}

// A driver that tells nothing, one that has a reason for each, and a plan that does not ask.
TEST(Codes, IfNoneComesTheFirstReasonIsKept) {
    RecordingExecutor silent, refusing, notAsked;
    refusing.code = [](const BoundRow&) -> Result<CodeDigest> {
        return Error{ErrorKind::Unsupported, "no code today", ""};
    };
    notAsked.code = codeOfBoundRow;
    RunPlan plan = codePlan({"cbuffer"});
    for (auto& [executor, reason] : {std::pair(&silent, "it tells nothing"),
                                     {&refusing, "no code today"},
                                     {&notAsked, "not requested"}}) {
        plan.code = executor != &notAsked;
        const RunResult run = withCodes(*executor, plan);
        EXPECT_THAT(run.codes, IsEmpty());
        EXPECT_EQ(run.rows[0].strategies[0].code, "");
        EXPECT_EQ(run.codesMissing, reason);
    }
    EXPECT_THAT(notAsked.asked, IsEmpty());
}

TEST(Codes, ThoseOfAnEarlierRunAreKept) {
    RecordingExecutor executor, silent;
    executor.code = codeOfBoundRow;
    RunPlan plan = codePlan({"cbuffer"});
    RunResult earlier = withCodes(executor, plan);
    plan.earlier = earlier;
    const std::size_t before = executor.asked.size();
    EXPECT_EQ(withCodes(executor, plan).codes.size(), earlier.codes.size());
    EXPECT_THAT(executor.asked, SizeIs(before));

    earlier.rows[0].strategies[0].code.clear();
    plan.earlier = earlier;
    const RunResult kept = withCodes(silent, plan);
    EXPECT_EQ(kept.codes.size(), earlier.codes.size());
    EXPECT_EQ(kept.codesMissing, "");

    earlier.codes.clear();
    for (RowResult& row : earlier.rows)
        for (StrategyResult& strategy : row.strategies) strategy.code.clear();
    earlier.codesMissing = kCodeNotRequested;
    plan.earlier = earlier;
    const RunResult added = withCodes(executor, plan);
    EXPECT_NE(codeOf(added, added.rows[0].strategies[0]), nullptr);
    EXPECT_EQ(added.codesMissing, "");
}

std::vector<RecordingResult> recorded(RecordingExecutor& executor) {
    return valueOf(measureRecording(executor, 1, kNever));
}

// Each is executed once before the times count.
TEST(Recording, MeasuresEveryWayAtEveryLengthInRoundsOfOtherOrders) {
    RecordingExecutor executor;
    const std::vector<RecordingResult> results = recorded(executor);
    ASSERT_EQ(results.size(), recordingWays().size());
    for (std::size_t way = 0; way < results.size(); ++way) {
        EXPECT_EQ(results[way].way, recordingWays()[way]);
        EXPECT_EQ(results[way].status, Status::Measured);
        ASSERT_EQ(results[way].lengths.size(), kRecordedLengths.size());
        for (std::size_t i = 0; i < kRecordedLengths.size(); ++i) {
            EXPECT_EQ(results[way].lengths[i].dispatches, kRecordedLengths[i]);
            EXPECT_EQ(results[way].lengths[i].nanoseconds,
                      std::vector(kRecordingRounds, 100 + static_cast<double>(results[way].way.size())));
        }
    }
    const std::size_t once = recordingWays().size() * kRecordedLengths.size();
    ASSERT_EQ(executor.recorded.size(), once * (kRecordingRounds + 1));
    using Order = std::vector<std::pair<std::string, std::uint64_t>>;
    std::set<Order> orders;
    Order order;
    for (std::size_t i = 0; i < executor.recorded.size(); ++i) {
        const auto& [way, dispatches, executed] = executor.recorded[i];
        EXPECT_EQ(executed, i < once && dispatches <= kLongestExecuted);
        order.emplace_back(way, dispatches);
        if (order.size() < once) continue;
        orders.insert(order);
        EXPECT_EQ(std::set(order.begin(), order.end()).size(), once); // none twice in a round
        order.clear();
    }
    EXPECT_EQ(orders.size(), kRecordingRounds + 1);
}

TEST(Recording, TroubleIsTheWaysOwn) {
    RecordingExecutor executor;
    executor.recordTime = [](std::string_view way) -> Result<double> {
        if (way == "push descriptors") return Error{ErrorKind::Unsupported, "no push", ""};
        if (way == "write + bind") return Error{ErrorKind::RowFailed, "wrong values", ""};
        return 1.0;
    };
    for (const RecordingResult& result : recorded(executor)) {
        const bool unsupported = result.way == "push descriptors";
        const bool failed = result.way == "write + bind";
        EXPECT_EQ(result.status, unsupported ? Status::Unsupported
                                 : failed    ? Status::Failed
                                             : Status::Measured);
        EXPECT_EQ(reasonText(result.reason), unsupported ? "no push" : failed ? "wrong values" : "");
        EXPECT_EQ(result.lengths.empty(), unsupported || failed);
    }
    executor.recorded.clear();
    executor.recordTime = [](std::string_view) -> Result<double> { return kGone; };
    EXPECT_EQ(measureRecording(executor, 1, kNever).error().kind, ErrorKind::NoDevice);
    EXPECT_THAT(executor.recorded, SizeIs(1));
}

TEST(Recording, AnInterruptionLeavesNoHalfMeasuredWay) {
    RecordingExecutor executor;
    const Result<std::vector<RecordingResult>> results =
        measureRecording(executor, 1, [&] { return executor.recorded.size() > 100; });
    ASSERT_TRUE(results.ok());
    for (const RecordingResult& result : results.value()) {
        EXPECT_EQ(result.status, Status::NotMeasured);
        EXPECT_FALSE(result.reason.empty());
        EXPECT_THAT(result.lengths, SizeIs(0));
    }
}

TEST(Recording, BelongsToSuitesThatAskForItAndIsKept) {
    RunPlan plan = planUnderSet({"typed-rgba8-random"}, kQuickEffort);
    plan.recording = true;
    const auto recordedIn = [](const RunPlan& wanted) {
        RecordingExecutor executor;
        measured(executor, wanted);
        return executor.recorded.size();
    };
    EXPECT_GT(recordedIn(plan), 0u);
    plan.blockRounds = 1; // a part of a longer measurement
    EXPECT_EQ(recordedIn(plan), 0u);
    plan.blockRounds = 0;
    plan.earlier.emplace().recording = {{.way = "bind only", .status = Status::Unsupported}};
    EXPECT_EQ(recordedIn(plan), 0u);
    RecordingExecutor executor;
    EXPECT_EQ(measured(executor, plan).recording.at(0).way, "bind only");
    plan.earlier.reset();
    plan.recording = false;
    EXPECT_EQ(recordedIn(plan), 0u);
}

std::size_t windowsOfAllWalks() {
    return walks().size() * windowsUpTo(kWindowMemory).size();
}

std::vector<WindowResult> walked(Executor& executor, const WindowEffort& effort = {.rounds = 6}) {
    return valueOf(measureWindows(executor, effort, 1, kNever, kUntold)).results;
}

RunPlan cachePlan() {
    return {.suite = "cache",
            .rows = suiteRows("cache"),
            .strategies = {Strategy::Set},
            .baseline = defaultBaseline(),
            .effort = kQuickEffort,
            .windows = true};
}

// Each is verified once before its times count, and loaded just before each timed dispatch: caches hold what was loaded
// last, and the difference of both times would have loads from further away in it.
TEST(Windows, MeasureEveryWalkAtEverySizeInEveryRound) {
    RecordingExecutor executor;
    const std::vector<WindowResult> results = walked(executor);
    ASSERT_THAT(results, SizeIs(windowsOfAllWalks()));
    for (const WindowResult& result : results) {
        EXPECT_EQ(result.status, Status::Measured);
        EXPECT_THAT(result.nanoseconds, SizeIs(6));
        EXPECT_THAT(result.twice, SizeIs(6));
    }
    RunResult run;
    run.windows = results;
    for (const WalkCurve& curve : walkCurves(run)) {
        EXPECT_THAT(curve.unusable, SizeIs(0));
        // What a dispatch costs besides its loads is not in the time.
        for (const WindowPoint& window : curve.windows) EXPECT_NEAR(window.point.time, 10, 1e-6);
    }
    EXPECT_EQ(std::ranges::count(executor.walked, true, &RecordingExecutor::Walked::verified),
              static_cast<std::ptrdiff_t>(results.size()));
    EXPECT_TRUE(executor.walked.front().verified);
}

// Their own time alone, not that of the load of the whole window before them.
TEST(Windows, CountAsWorkOfTheDevice) {
    RecordingExecutor executor;
    const WalkedWindows windows =
        measureWindows(executor, windowEffort(kQuickEffort, kGpuMethod), 1, kNever, kUntold).value();
    double inSamples = 0;
    for (const WindowResult& result : windows.results) {
        for (const double time : result.nanoseconds) inSamples += time;
        for (const double time : result.twice) inSamples += time;
    }
    EXPECT_NEAR(windows.timedNanoseconds / inSamples, 1, 1e-9);
    EXPECT_GT(windows.busyNanoseconds, windows.timedNanoseconds); // sizes were probed
    RunPlan plan = cachePlan();
    const RunResult run = measured(executor, plan);
    EXPECT_THAT(run.windows, SizeIs(windowsOfAllWalks()));
    plan.windows = false;
    const RunResult rowsAlone = measured(executor, plan);
    EXPECT_THAT(rowsAlone.windows, SizeIs(0));
    EXPECT_NEAR((run.timedNanoseconds - rowsAlone.timedNanoseconds) / inSamples, 1, 1e-6);
    EXPECT_GT(run.busyNanoseconds, rowsAlone.busyNanoseconds + inSamples);
}

// llvmpipe leaves loops after 65,535 iterations, of four steps each.
TEST(Windows, LoadForLongEnough) {
    for (const Method* method : {&kGpuMethod, &kSoftwareMethod}) {
        RecordingExecutor executor(*method);
        std::uint32_t most = 0;
        executor.walkTime = [&](const WalkDispatch& dispatch) {
            most = std::max(most, 2 * dispatch.steps); // of the longer one
            return 0.01;
        };
        for (const WindowResult& result : walked(executor)) {
            if (method == &kSoftwareMethod) continue;
            const double longest = 0.01 * static_cast<double>(result.loads);
            EXPECT_TRUE(longest > 0.2e6 || result.loads >= 1 << 21) << result.walk << result.bytes;
        }
        EXPECT_GT(most, 60'000u);
        EXPECT_EQ(most <= 4 * 65'535, method == &kSoftwareMethod);
    }
}

TEST(Windows, TroubleIsTheirOwn) {
    RecordingExecutor executor;
    executor.walkTime = [](const WalkDispatch& dispatch) -> Result<double> {
        if (dispatch.window > 32 << 20) return Error{ErrorKind::Unsupported, "too large", ""};
        if (dispatch.window == 2048) return kLost;
        return 10.0;
    };
    for (const WindowResult& result : walked(executor)) {
        const Status expected = result.bytes > 32 << 20 ? Status::Unsupported
                                : result.bytes == 2048  ? Status::Failed
                                                        : Status::Measured;
        EXPECT_EQ(result.status, expected);
        EXPECT_EQ(result.nanoseconds.empty(), expected != Status::Measured);
    }
    EXPECT_EQ(executor.renewals, walks().size());
    executor.walkTime = [](const WalkDispatch&) -> Result<double> { return kGone; };
    EXPECT_FALSE(measureWindows(executor, {}, 1, kNever, kUntold).ok());
}

TEST(Windows, LeaveNothingHalfMeasured) {
    RecordingExecutor executor;
    const RunHooks hooks{.interrupted = [&] { return executor.walked.size() > 1000; }};
    EXPECT_THAT(measureWindows(executor, {}, 1, hooks.interrupted, kUntold).value().results, SizeIs(0));
    executor.walked.clear();
    const RunResult run = measured(executor, cachePlan(), hooks);
    EXPECT_TRUE(run.interrupted); // so that a resumed run measures them
    EXPECT_THAT(run.windows, SizeIs(0));
}

TEST(Windows, ThatARunHasAreKept) {
    RecordingExecutor executor;
    RunPlan plan = cachePlan();
    plan.earlier.emplace().windows = {{.walk = "raw loads", .bytes = 256}};
    EXPECT_THAT(measured(executor, plan).windows, SizeIs(1));
    EXPECT_THAT(executor.walked, SizeIs(0));
}

// What is injected in simulated GPUs is found, with clocks that wander, noise and outliers.
TEST(Windows, FindTheInjectedLevelsOfSimulatedGpus) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(testing::Message() << profile.name << ", seed " << seed);
            const auto executor = scripted("simulate | " + std::string(profile.name) + "\n", seed);
            RunResult run;
            run.windows = walked(*executor, {.rounds = 15});
            const GpuProperties& gpu = profile.properties;
            // The clock differs from the boost clock, too: by run, by wandering, and until it is warm.
            const double off = 0.03 + 2 * gpu.machine + gpu.wander;
            std::vector<CacheLevel> injected(profile.levels.begin(),
                                             std::ranges::find(profile.levels, 0, &CacheLevel::bytes) + 1);
            for (const WalkCurve& curve : walkCurves(run)) {
                SCOPED_TRACE(curve.walk);
                const Walk& walk = *findWalk(curve.walk);
                EXPECT_THAT(curve.unusable, SizeIs(0));
                for (const WindowPoint& window : curve.windows) {
                    const CacheLevel truth = injectedLevel(profile, {&walk, window.bytes, kWindowMemory});
                    const double expected = walk.chain ? truth.latency : 1 / (truth.lanes * gpu.units);
                    EXPECT_NEAR(window.point.time * gpu.boostGhz / expected, 1, off) << window.bytes;
                }
                if (!walk.chain) continue;
                ASSERT_NE(curve.memory(), nullptr);
                EXPECT_NEAR(curve.memory()->point.time * gpu.boostGhz / injected.back().latency, 1, off);
                ASSERT_GE(curve.levels.size() + 1, injected.size()); // two sizes of memory are no level
                for (std::size_t i = 0; i < curve.levels.size(); ++i) {
                    const CurveLevel& level = curve.levels[i];
                    EXPECT_NEAR(level.time * gpu.boostGhz / injected.at(i).latency, 1, off);
                    ASSERT_EQ(level.ends, injected[i].bytes > 0);
                    if (!level.ends) continue;
                    EXPECT_LE(static_cast<double>(curve.windows[level.last].bytes), injected[i].bytes);
                    EXPECT_GT(static_cast<double>(*curve.beyond(level)), injected[i].bytes);
                }
            }
        }
    }
}

} // namespace vkperftest::optional_readings_test
