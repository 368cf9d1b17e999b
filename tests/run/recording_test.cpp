#include "run/optional_readings.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "recording_executor.h"
#include "run/runner.h"

namespace vkperftest {
namespace recording_test {

using testing::Each;
using testing::SizeIs;

std::vector<RecordingResult> measured(RecordingExecutor& executor, std::uint64_t seed = 1) {
    Result<std::vector<RecordingResult>> results = measureRecording(executor, seed, {});
    EXPECT_TRUE(results.ok()) << results.error().sentence();
    return results.ok() ? results.value() : std::vector<RecordingResult>();
}

TEST(Recording, MeasuresEveryWayAtEveryLength) {
    RecordingExecutor executor;
    const std::vector<RecordingResult> results = measured(executor);
    ASSERT_EQ(results.size(), recordingWays().size());
    for (std::size_t way = 0; way < results.size(); ++way) {
        EXPECT_EQ(results[way].way, recordingWays()[way]);
        EXPECT_EQ(results[way].status, Status::Measured);
        ASSERT_EQ(results[way].lengths.size(), kRecordedLengths.size());
        for (std::size_t i = 0; i < kRecordedLengths.size(); ++i) {
            EXPECT_EQ(results[way].lengths[i].dispatches, kRecordedLengths[i]);
            EXPECT_THAT(results[way].lengths[i].nanoseconds, SizeIs(kRecordingRounds));
            EXPECT_THAT(results[way].lengths[i].nanoseconds,
                        Each(100 + static_cast<double>(results[way].way.size())));
        }
    }
}

TEST(Recording, ExecutesEachOnceBeforeTheTimesCount) {
    RecordingExecutor executor;
    measured(executor);
    const std::size_t once = recordingWays().size() * kRecordedLengths.size();
    ASSERT_EQ(executor.recorded.size(), once * (kRecordingRounds + 1));
    for (std::size_t i = 0; i < executor.recorded.size(); ++i) {
        const bool executed = i < once && executor.recorded[i].dispatches <= kLongestExecuted;
        EXPECT_EQ(executor.recorded[i].executed, executed);
    }
}

TEST(Recording, RoundsAreInOtherOrders) {
    RecordingExecutor executor;
    measured(executor);
    const std::size_t once = recordingWays().size() * kRecordedLengths.size();
    std::set<std::vector<std::pair<std::string, std::uint64_t>>> orders;
    for (std::size_t round = 0; round <= kRecordingRounds; ++round) {
        std::vector<std::pair<std::string, std::uint64_t>> order;
        for (std::size_t i = 0; i < once; ++i) {
            const auto& call = executor.recorded[round * once + i];
            order.emplace_back(call.way, call.dispatches);
        }
        orders.insert(order);
        std::sort(order.begin(), order.end());
        EXPECT_EQ(std::adjacent_find(order.begin(), order.end()), order.end())
            << "something twice in a round";
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
    for (const RecordingResult& result : measured(executor)) {
        const bool unsupported = result.way == "push descriptors";
        const bool failed = result.way == "write + bind";
        EXPECT_EQ(result.status, unsupported ? Status::Unsupported
                                 : failed    ? Status::Failed
                                             : Status::Measured);
        EXPECT_EQ(reasonText(result.reason), unsupported ? "no push" : failed ? "wrong values" : "");
        EXPECT_EQ(result.lengths.empty(), unsupported || failed);
    }
}

TEST(Recording, ADeviceThatIsGoneEndsIt) {
    RecordingExecutor executor;
    executor.recordTime = [](std::string_view) -> Result<double> {
        return Error{ErrorKind::NoDevice, "gone", ""};
    };
    const Result<std::vector<RecordingResult>> results = measureRecording(executor, 1, {});
    ASSERT_FALSE(results.ok());
    EXPECT_EQ(results.error().kind, ErrorKind::NoDevice);
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

RunPlan planWithRecording() {
    return {.rows = {defaultBaseline()},
            .strategies = {Strategy::Set},
            .baseline = defaultBaseline(),
            .effort = kQuickEffort,
            .recording = true};
}

TEST(Recording, BelongsToSuitesThatAskForIt) {
    RunPlan plan = planWithRecording();
    const auto recordedIn = [](const RunPlan& wanted) {
        RecordingExecutor executor;
        const Result<RunResult> run = measure(executor, wanted, {});
        EXPECT_TRUE(run.ok());
        EXPECT_EQ(run.value().recording.empty(), executor.recorded.empty());
        return run.value().recording.size();
    };
    EXPECT_EQ(recordedIn(plan), recordingWays().size());
    plan.block = AbBlock{.rounds = 1}; // a part of a longer measurement
    EXPECT_EQ(recordedIn(plan), 0u);
    plan.block.reset();
    plan.recording = false;
    EXPECT_EQ(recordedIn(plan), 0u);
}

TEST(Recording, AResumedRunKeepsWhatItHas) {
    RecordingExecutor executor;
    RunPlan plan = planWithRecording();
    plan.earlier.emplace().measurements.recording = {
        {.way = "bind only", .status = Status::Unsupported, .reason = {ReasonKind::DeviceLacks, "earlier"}}};
    const Result<RunResult> run = measure(executor, plan, {});
    ASSERT_TRUE(run.ok());
    ASSERT_THAT(run.value().recording, SizeIs(1));
    EXPECT_EQ(reasonText(run.value().recording[0].reason), "earlier");
}

} // namespace recording_test
} // namespace vkperftest
