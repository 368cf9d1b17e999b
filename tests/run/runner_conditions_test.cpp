// When the runner has the device's clocks and heat read.
#include <gmock/gmock.h>

#include "cases/suite.h"
#include "run/recording_executor.h"
#include "run/runner.h"

namespace vkperftest {
namespace runner_conditions_test {

using testing::Each;

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
    ASSERT_EQ(readings.size(), executor.renewals + 2);
    for (std::size_t i = 0; i + 1 < readings.size(); ++i) {
        EXPECT_EQ(readings[i].epoch, i);
        EXPECT_EQ(readings[i].clock, 2001 + static_cast<double>(i)) << "in the order they were read";
    }
    EXPECT_EQ(readings.back().epoch, executor.renewals);
}

TEST(RunnerConditions, AreReadWhileTheBaselineRuns) {
    RecordingExecutor executor;
    std::vector<std::vector<Dispatch>> meanwhile;
    double busyBefore = 0, busy = 0;
    RunHooks hooks;
    const RunResult without = measure(executor, planOf({"raw-load4"}), hooks).value();
    busyBefore = without.busyNanoseconds;
    executor = {};
    hooks.conditions = [&](const std::function<bool()>& keepBusy) {
        const std::size_t before = executor.submissions.size();
        EXPECT_TRUE(keepBusy());
        EXPECT_EQ(executor.submissions.size(), before + 1);
        meanwhile.push_back(executor.submissions.back());
        return Conditions();
    };
    busy = measure(executor, planOf({"raw-load4"}), hooks).value().busyNanoseconds;
    EXPECT_GT(busy, busyBefore);
    for (const std::vector<Dispatch>& submission : meanwhile) {
        ASSERT_FALSE(submission.empty());
        for (const Dispatch& dispatch : submission) EXPECT_EQ(dispatch.program, 0u) << "the baseline";
    }
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
