// When the runner has the device's clocks and heat read.
#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/load_facts.h"
#include "cases/suite.h"
#include "run/recording_executor.h"
#include "run/runner.h"

namespace vkperftest {
namespace runner_conditions_test {

TEST(RunnerConditions, AreReadAtTheStartInEachEpochAndAtTheEnd) {
    RecordingExecutor executor;
    double clock = 2000;
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions{.clock = ++clock};
    }};
    const Result<RunResult> run = measure(executor, planUnderSet({"raw-load4"}), hooks);
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
    const RunResult without = measure(executor, planUnderSet({"raw-load4"}), hooks).value();
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
    busy = measure(executor, planUnderSet({"raw-load4-linear", "raw-load2-linear", "raw-load-linear"}), hooks)
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
    ASSERT_TRUE(measure(executor, planUnderSet({"raw-load4-linear"}), hooks).ok());
    for (std::size_t i = 1; i < heated.size(); i += 2) EXPECT_GE(heated[i], 100e6);
}

// The rows that were dispatched alone, twice a submission: for a reading, or to heat the device for one.
std::vector<std::string> rowsOfReadings(const RecordingExecutor& executor) {
    std::vector<std::string> rows;
    for (const std::vector<Dispatch>& each : executor.submissions) {
        if (each.size() != 3 || each[1].program == 0 || each[1].program != each[2].program) continue;
        rows.push_back(caseName(executor.boundRows[each[1].program].row));
    }
    return rows;
}

TEST(RunnerConditions, ChooseALinearRowWhoseLoadsBringWhatTheyAskFor) {
    RecordingExecutor executor;
    // All others are faster, by bytes a nanosecond.
    executor.loadTime = [](const BoundRow& bound) {
        return bound.row.pattern == Pattern::Linear ? 0.01 : 0.001;
    };
    RunPlan plan = planUnderSet(
        {"raw-load4-linear", "raw-load4-uniform", "raw-load4-random", "texture-bilinear-rgba32f-linear"});
    plan.rows.push_back({rawLoad(4), Pattern::Linear, Technique::Floor});
    const RunHooks hooks{.conditions = [](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions();
    }};
    ASSERT_TRUE(measure(executor, plan, hooks).ok());
    EXPECT_THAT(rowsOfReadings(executor), testing::Each("ByteAddressBuffer.Load4 linear"));
    EXPECT_FALSE(rowsOfReadings(executor).empty());
}

TEST(RunnerConditions, ChooseARowByItsMedian) {
    RecordingExecutor executor;
    // Each third submission of the slower row is much too fast.
    std::size_t number = 0;
    executor.loadTime = [&](const BoundRow& bound) {
        return factsOf(bound.row).bytes != 8 ? 0.01 : ++number % 3 == 0 ? 0.001 : 0.02;
    };
    const RunHooks hooks{.conditions = [](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions();
    }};
    executor.properties.method = &kSoftwareMethod; // a sample is one dispatch
    const RunResult run =
        measure(executor, planUnderSet({"raw-load4-linear", "raw-load2-linear"}), hooks).value();
    std::size_t wrong = 0, later = 0;
    for (const Conditions& reading : run.conditions) {
        if (reading.row.empty() || reading.epoch == 0) continue; // after one epoch there are three samples
        ++later;
        if (reading.row != "ByteAddressBuffer.Load4 linear") ++wrong;
    }
    EXPECT_GT(later, 1u);
    EXPECT_EQ(wrong, 0u);
}

TEST(RunnerConditions, ARowThatBreaksAReadingKeepsItsSamplesAndIsNotChosenAgain) {
    for (const std::size_t breaking : {0u, 1u}) { // while it heats the device; while the reading is taken
        RecordingExecutor executor;
        std::size_t losses = 0;
        bool reading = false;
        executor.loadTime = [](const BoundRow& bound) {
            return factsOf(bound.row).bytes == 16 ? 0.01 : 0.02;
        };
        executor.trouble = [&](std::size_t) -> std::optional<Error> {
            const std::vector<Dispatch>& last = executor.submissions.back();
            const bool heats = last.size() == 3 && last[1].program != 0 && last[1].program == last[2].program;
            if (!heats || factsOf(executor.boundRows[last[1].program].row).bytes != 16) return std::nullopt;
            if (reading != (breaking == 1)) return std::nullopt;
            ++losses;
            return Error{ErrorKind::DeviceLost, "the device was lost", ""};
        };
        const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
            reading = true;
            static_cast<void>(keepBusy());
            reading = false;
            return Conditions{.clock = 1000};
        }};
        const RunResult run =
            measure(executor, planUnderSet({"raw-load4-linear", "raw-load2-linear"}), hooks).value();
        EXPECT_EQ(run.aborted, "");
        EXPECT_EQ(losses, 1u);
        std::size_t ofOther = 0;
        for (const Conditions& each : run.conditions) {
            EXPECT_NE(each.row, "ByteAddressBuffer.Load4 linear")
                << "what was read while it broke is dropped";
            if (!each.row.empty()) ++ofOther;
        }
        EXPECT_GT(ofOther, 0u);
        for (const RowResult& row : run.rows) {
            EXPECT_EQ(row.strategies[0].status, Status::Measured);
            EXPECT_EQ(row.strategies[0].nanoseconds.size(), row.baselineNanoseconds.size());
            EXPECT_GE(row.baselineNanoseconds.size(), kDefaultEffort.fewestSamples);
        }
    }
}

TEST(RunnerConditions, OfRowsAreGivenUpAfterTwoBrokeTheDevice) {
    RecordingExecutor executor;
    std::size_t losses = 0;
    executor.trouble = [&](std::size_t) -> std::optional<Error> {
        const std::vector<Dispatch>& last = executor.submissions.back();
        if (last.size() != 3 || last[1].program == 0 || last[1].program != last[2].program)
            return std::nullopt;
        ++losses;
        return Error{ErrorKind::DeviceLost, "the device was lost", ""};
    };
    const RunHooks hooks{.conditions = [](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions();
    }};
    const RunResult run = measure(executor, planUnderSet({"raw-load*-linear"}), hooks).value();
    EXPECT_EQ(run.aborted, "");
    EXPECT_EQ(losses, 2u);
    for (const RowResult& row : run.rows) EXPECT_EQ(row.strategies[0].status, Status::Measured);
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
    const Result<RunResult> run = measure(executor, planUnderSet({"raw-load4"}), hooks);
    ASSERT_TRUE(run.ok());
    EXPECT_EQ(run.value().aborted, "the device was lost");
    EXPECT_EQ(readings, 1u) << "nothing is read of a device that is gone";
    EXPECT_TRUE(run.value().conditions.empty()) << "what was read meanwhile is not a clock under load";
}

} // namespace runner_conditions_test
} // namespace vkperftest
