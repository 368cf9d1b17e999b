// When the runner has the device's clocks and heat read.
#include <gmock/gmock.h>

#include <utility>

#include "cases/load_facts.h"
#include "cases/suite.h"
#include "run/recording_executor.h"
#include "run/runner.h"

namespace vkperftest {
namespace runner_conditions_test {

RunPlan planOf(const std::vector<std::string>& filters) {
    return {.rows = selectRows(matrixRows(), filters).value(),
            .strategies = {Strategy::Set},
            .baseline = defaultBaseline(),
            .effort = kDefaultEffort,
            .seed = 1};
}

TEST(RunnerConditions, AreReadAtTheStartInEachEpochAndAtTheEnd) {
    RecordingExecutor executor;
    double clock = 2000;
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions{.clock = ++clock};
    }};
    const Result<RunResult> run = measure(executor, planOf({"raw-load4"}), hooks);
    ASSERT_TRUE(run.ok());
    const std::vector<Conditions>& readings = run.value().conditions;
    ASSERT_GT(executor.renewals, 0u);
    ASSERT_EQ(readings.size(), 2 * (executor.renewals + 1) + 1);
    for (std::size_t i = 0; i + 1 < readings.size(); ++i) {
        EXPECT_EQ(readings[i].epoch, i / 2);
        EXPECT_EQ(readings[i].clock, 2001 + static_cast<double>(i)) << "in the order they were read";
        EXPECT_EQ(readings[i].row.empty(), i % 2 == 0) << "one of the baseline, one of a row";
    }
    EXPECT_EQ(readings.back().epoch, executor.renewals);
}

TEST(RunnerConditions, AreReadWhileTheBaselineOrTheHeaviestRowRuns) {
    RecordingExecutor executor;
    std::vector<std::vector<Dispatch>> meanwhile;
    double busyBefore = 0, busy = 0;
    RunHooks hooks;
    const RunResult without = measure(executor, planOf({"raw-load4"}), hooks).value();
    busyBefore = without.busyNanoseconds;
    executor = {};
    // Of 16, 8 and 4 bytes a load: 1,600, 4,000 and 400 bytes a nanosecond.
    executor.loadTime = [](const BoundRow& bound) { return factsOf(bound.row).bytes == 8 ? 0.002 : 0.01; };
    hooks.conditions = [&](const std::function<bool()>& keepBusy) {
        const std::size_t before = executor.submissions.size();
        EXPECT_TRUE(keepBusy());
        EXPECT_EQ(executor.submissions.size(), before + 1);
        meanwhile.push_back(executor.submissions.back());
        return Conditions();
    };
    busy = measure(executor, planOf({"raw-load4-linear", "raw-load2-linear", "raw-load-linear"}), hooks)
               .value()
               .busyNanoseconds;
    EXPECT_GT(busy, busyBefore);
    std::size_t ofRow = 0;
    for (const std::vector<Dispatch>& submission : meanwhile) {
        ASSERT_EQ(submission.size(), 3u);
        EXPECT_EQ(submission[0].program, 0u) << "the first dispatch is the baseline's";
        EXPECT_EQ(submission[1].program, submission[2].program);
        if (submission[1].program == 0) continue;
        ++ofRow;
        EXPECT_EQ(caseName(executor.boundRows[submission[1].program].row), "ByteAddressBuffer.Load2 linear");
    }
    EXPECT_EQ(ofRow, executor.renewals + 1) << "once an epoch";
}

TEST(RunnerConditions, AHeavyRowRunsForAWhileBeforeTheyAreRead) {
    RecordingExecutor executor;
    std::vector<double>
        heated; // nanoseconds of the row alone before each reading, the baseline's readings between
    const RunHooks hooks{.conditions = [&](const std::function<bool()>&) {
        double sum = 0;
        for (auto each = executor.submissions.rbegin(); each != executor.submissions.rend(); ++each) {
            if (each->size() != 3 || each->at(1).program == 0 || each->at(1).program != each->at(2).program)
                break;
            for (std::size_t i = 1; i < 3; ++i)
                sum += 0.01 * static_cast<double>(each->at(i).groups * kLoadsPerGroup);
        }
        heated.push_back(sum);
        return Conditions();
    }};
    ASSERT_TRUE(measure(executor, planOf({"raw-load4-linear"}), hooks).ok());
    for (std::size_t i = 1; i < heated.size(); i += 2) EXPECT_GE(heated[i], 100e6);
}

TEST(RunnerConditions, AHeavyRowThatLosesTheDeviceIsIsolated) {
    RecordingExecutor executor;
    std::size_t reading = 0;
    bool lost = false;
    executor.trouble = [&](std::size_t) {
        const bool now = std::exchange(lost, false);
        return now ? std::optional(Error{ErrorKind::DeviceLost, "the device was lost", ""}) : std::nullopt;
    };
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        lost = ++reading == 2; // the first of a row
        EXPECT_EQ(keepBusy(), reading != 2);
        return Conditions();
    }};
    const RunResult run = measure(executor, planOf({"raw-load4-linear"}), hooks).value();
    EXPECT_EQ(run.aborted, "");
    EXPECT_EQ(run.rows[0].strategies[0].status, Status::Failed);
}

TEST(RunnerConditions, ALostDeviceEndsTheReading) {
    RecordingExecutor executor;
    bool lost = false;
    executor.trouble = [&](std::size_t) {
        return lost ? std::optional(Error{ErrorKind::NoDevice, "the device was lost", ""}) : std::nullopt;
    };
    std::size_t readings = 0;
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        ++readings;
        lost = true;
        EXPECT_FALSE(keepBusy());
        return Conditions();
    }};
    const Result<RunResult> run = measure(executor, planOf({"raw-load4"}), hooks);
    ASSERT_TRUE(run.ok());
    EXPECT_EQ(run.value().aborted, "the device was lost");
    EXPECT_EQ(readings, 1u) << "nothing is read of a device that is gone";
}

} // namespace runner_conditions_test
} // namespace vkperftest
