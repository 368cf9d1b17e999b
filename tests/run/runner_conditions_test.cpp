// When the runner has the device's clocks, heat and counter read.
#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "cases/families/families.h"
#include "cases/load_facts.h"
#include "made_up_runs.h"
#include "support/simulated_profiles.h"

namespace vkperftest::runner_conditions_test {

constexpr const char* kLoad4 = "ByteAddressBuffer.Load4 linear";

// A reading keeps the device busy once.
RunHooks readingHooks() {
    return {.conditions = [](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions();
    }};
}

// The rows that were dispatched for readings.
std::vector<std::string> rowsOfReadings(const RecordingExecutor& executor) {
    std::vector<std::string> rows;
    for (const std::vector<Dispatch>& each : executor.submissions)
        if (std::string row = executor.rowOfReading(each); !row.empty()) rows.push_back(std::move(row));
    return rows;
}

TEST(RunnerConditions, AreReadAtTheStartInEachRestartAndAtTheEnd) {
    RecordingExecutor executor;
    double clock = 2000;
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        EXPECT_TRUE(keepBusy());
        return Conditions{.clock = ++clock};
    }};
    const RunResult run = measured(executor, planUnderSet({"raw-load4"}), hooks);
    const std::vector<Conditions>& readings = run.conditions;
    ASSERT_GT(executor.renewals, 0u);
    ASSERT_EQ(readings.size(), 2 * (executor.renewals + 1) + 1);
    for (std::size_t i = 0; i + 1 < readings.size(); ++i) {
        EXPECT_EQ(readings[i].restart, i / 2);
        EXPECT_EQ(readings[i].clock, 2001 + static_cast<double>(i));
        EXPECT_EQ(readings[i].row.empty(), i % 2 == 0); // one of the baseline, one of a row
    }
    EXPECT_EQ(readings.back().restart, executor.renewals);
}

TEST(RunnerConditions, AreReadWhileTheBaselineOrTheHeaviestRowRuns) {
    RecordingExecutor executor;
    std::vector<std::vector<Dispatch>> meanwhile;
    std::vector<double> heated; // nanoseconds of the row alone before each reading
    // Of 16, 8 and 4 bytes a load: 1,600, 4,000 and 400 bytes a nanosecond.
    executor.loadTime = [](const BoundRow& bound) { return factsOf(bound.row).bytes == 8 ? 0.002 : 0.01; };
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        heated.push_back(0);
        for (auto each = executor.submissions.rbegin(); !executor.rowOfReading(*each).empty(); ++each)
            heated.back() += executor.timeOf(*each) - executor.timeOf(each->front());
        const std::size_t before = executor.submissions.size();
        EXPECT_TRUE(keepBusy());
        EXPECT_EQ(executor.submissions.size(), before + 1);
        meanwhile.push_back(executor.submissions.back());
        return Conditions();
    }};
    const RunPlan plan = planUnderSet({"raw-load4-linear", "raw-load2-linear", "raw-load-linear"});
    const double busy = measured(executor, plan, hooks).busyNanoseconds;
    RecordingExecutor another;
    another.loadTime = executor.loadTime;
    EXPECT_GT(busy, measured(another, plan).busyNanoseconds);
    std::size_t ofRow = 0;
    for (std::size_t i = 0; i < meanwhile.size(); ++i) {
        const std::vector<Dispatch>& submission = meanwhile[i];
        ASSERT_EQ(submission.size(), 3u);
        EXPECT_EQ(executor.rowOf(submission[0]), "baseline");
        EXPECT_EQ(submission[1].program, submission[2].program);
        if (!RecordingExecutor::ofARow(submission[1])) continue;
        ++ofRow;
        EXPECT_EQ(executor.rowOf(submission[1]), "ByteAddressBuffer.Load2 linear");
        EXPECT_GE(heated[i], 100e6);
    }
    EXPECT_EQ(ofRow, executor.renewals + 1); // once a restart
}

TEST(RunnerConditions, ChooseALinearRowWhoseLoadsBringWhatTheyAskFor) {
    RecordingExecutor executor;
    // All others are faster, by bytes a nanosecond.
    executor.loadTime = [](const BoundRow& bound) {
        return bound.row.pattern == Pattern::Linear ? 0.01 : 0.001;
    };
    RunPlan plan = planUnderSet(
        {"raw-load4-linear", "raw-load4-uniform", "raw-load4-random", "texture-bilinear-rgba32f-linear"});
    plan.rows.push_back({rawLoad(4), Pattern::Linear, Technique::NoLoads});
    measured(executor, plan, readingHooks());
    EXPECT_THAT(rowsOfReadings(executor), testing::Each(kLoad4));
    EXPECT_FALSE(rowsOfReadings(executor).empty());
}

TEST(RunnerConditions, ChooseARowByItsMedian) {
    RecordingExecutor executor(kSoftwareMethod); // a sample is one dispatch
    // Each third submission of the slower row is much too fast.
    std::size_t number = 0;
    executor.loadTime = [&](const BoundRow& bound) {
        return factsOf(bound.row).bytes != 8 ? 0.01 : ++number % 3 == 0 ? 0.001 : 0.02;
    };
    const RunResult run =
        measured(executor, planUnderSet({"raw-load4-linear", "raw-load2-linear"}), readingHooks());
    std::size_t later = 0;
    for (const Conditions& reading : run.conditions) {
        if (reading.row.empty() || reading.restart == 0)
            continue; // after one restart there are three samples
        ++later;
        EXPECT_EQ(reading.row, kLoad4);
    }
    EXPECT_GT(later, 1u);
}

TEST(RunnerConditions, ARowThatBreaksAReadingKeepsItsSamplesAndIsNotChosenAgain) {
    for (const bool whileRead : {false, true}) { // or while it heats the device
        RecordingExecutor executor;
        std::size_t losses = 0;
        bool reading = false;
        executor.loadTime = [](const BoundRow& bound) {
            return factsOf(bound.row).bytes == 16 ? 0.01 : 0.02;
        };
        executor.trouble = [&](std::size_t) -> std::optional<Error> {
            if (executor.rowOfReading(executor.submissions.back()) != kLoad4 || reading != whileRead)
                return std::nullopt;
            ++losses;
            return kLost;
        };
        const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
            reading = true;
            static_cast<void>(keepBusy());
            reading = false;
            return Conditions{.clock = 1000};
        }};
        const RunResult run =
            measured(executor, planUnderSet({"raw-load4-linear", "raw-load2-linear"}), hooks);
        EXPECT_EQ(run.aborted, "");
        EXPECT_EQ(losses, 1u);
        std::size_t ofOther = 0;
        for (const Conditions& each : run.conditions) {
            EXPECT_NE(each.row, kLoad4); // what was read while it broke is dropped
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
        if (executor.rowOfReading(executor.submissions.back()).empty()) return std::nullopt;
        ++losses;
        return kLost;
    };
    const RunResult run = measured(executor, planUnderSet({"raw-load*-linear"}), readingHooks());
    EXPECT_EQ(run.aborted, "");
    EXPECT_EQ(losses, 2u);
    for (const RowResult& row : run.rows) EXPECT_EQ(row.strategies[0].status, Status::Measured);
}

TEST(RunnerConditions, ADeviceThatIsGoneEndsTheReadings) {
    RecordingExecutor executor;
    bool gone = false;
    executor.trouble = [&](std::size_t) { return gone ? std::optional(kGone) : std::nullopt; };
    std::size_t readings = 0;
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        ++readings;
        gone = true;
        EXPECT_FALSE(keepBusy());
        return Conditions();
    }};
    const RunResult run = measured(executor, planUnderSet({"raw-load4"}), hooks);
    EXPECT_EQ(run.aborted, kGone.cause);
    EXPECT_EQ(readings, 1u);
    EXPECT_TRUE(run.conditions.empty()); // what was read meanwhile is not a clock under load
}

// The device's own counter.

Result<CounterSample> eightAStep(std::size_t) {
    return CounterSample{8.0 * kMoreSteps, 4.0 * kMoreSteps};
}

TEST(CounterReading, IsTheMedianOfSamplesWithATime) {
    const CounterSample samples[] = {{4.0 * kMoreSteps, 2.0 * kMoreSteps},
                                     {4.0 * kMoreSteps, 4.0 * kMoreSteps},
                                     {400.0 * kMoreSteps, 2.0 * kMoreSteps}};
    EXPECT_DOUBLE_EQ(readingOf(samples)->ticksPerNanosecond, 2);
    EXPECT_DOUBLE_EQ(readingOf(samples)->ticksPerStep, 4);
    const CounterSample timeless[] = {{100, 0}, {100, -5}, {3.0 * kMoreSteps, 1.0 * kMoreSteps}};
    EXPECT_DOUBLE_EQ(readingOf(timeless)->ticksPerNanosecond, 3);
    EXPECT_DOUBLE_EQ(readingOf(timeless)->ticksPerStep, 3);
    EXPECT_FALSE(readingOf({}));
}

TEST(Counter, IsReadWithEachReadingRightAfterItsDispatch) {
    for (const bool beside : {false, true}) { // a system that reports clocks, too
        RecordingExecutor executor;
        executor.counter = eightAStep;
        RunHooks hooks;
        if (beside) hooks.conditions = [](const std::function<bool()>&) { return Conditions{.clock = 1900}; };
        const RunResult run = measured(executor, planUnderSet({"raw-load4-linear"}), hooks);
        ASSERT_THAT(run.conditions, SizeIs(2 * (executor.renewals + 1) + 1));
        EXPECT_THAT(executor.counted, SizeIs(3 * run.conditions.size()));
        for (const Conditions& reading : run.conditions) {
            ASSERT_TRUE(reading.counter);
            EXPECT_DOUBLE_EQ(reading.counter->ticksPerNanosecond, 2);
            EXPECT_DOUBLE_EQ(reading.counter->ticksPerStep, 8);
            EXPECT_EQ(reading.clock.has_value(), beside);
        }
        EXPECT_EQ(executor.rowOf(*executor.counted[0]), "baseline");
        EXPECT_EQ(executor.rowOf(*executor.counted[3]), kLoad4);
        EXPECT_THAT(run.counterMissing, IsEmpty());
    }
}

TEST(Counter, OfASoftwareDriverIsReadAlone) {
    RecordingExecutor executor(kSoftwareMethod);
    executor.counter = eightAStep;
    const RunResult run = measured(executor, planUnderSet({"raw-load4-linear"}));
    EXPECT_THAT(run.conditions, SizeIs(2 * (executor.renewals + 1) + 1));
    for (const std::optional<Dispatch>& after : executor.counted) EXPECT_FALSE(after.has_value());
}

// One that the device lacks, or that loses the device at once, is asked for once; one that loses it later costs no row.
TEST(Counter, ThatFailsCostsNoRow) {
    for (const std::optional<std::size_t>& lostFrom : {std::optional<std::size_t>(), {1}, {5}}) {
        RecordingExecutor executor;
        if (lostFrom)
            executor.counter = [&](std::size_t number) -> Result<CounterSample> {
                if (*lostFrom == 1 || number == *lostFrom) return kLost;
                return eightAStep(number);
            };
        const RunResult run = measured(executor, planUnderSet({"raw-load4-linear"}));
        EXPECT_EQ(run.aborted, "");
        EXPECT_EQ(run.rows[0].strategies[0].status, Status::Measured);
        EXPECT_GT(executor.renewals, 0u);
        if (lostFrom == 5) continue; // beside the row
        EXPECT_EQ(executor.counted.size(), 1u);
        EXPECT_THAT(run.conditions, IsEmpty());
        EXPECT_EQ(run.counterMissing, lostFrom ? kLost.cause : "it has none");
    }
}

RunResult simulated(const std::string& script, std::uint64_t seed, const std::vector<std::string>& filters) {
    const std::unique_ptr<ScriptedExecutor> executor = scripted(script, seed);
    RunPlan plan = planUnderSet(filters);
    plan.seed = seed;
    plan.provenance.device = executor->device();
    return measured(*executor, plan);
}

// The clock differs from the product's, and ramps up, wanders a little and is throttled, as on a GPU.
TEST(Counter, FindsTheInjectedClockAndRatesOfSimulatedGpus) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const double injected : {0.7 * profile.properties.boostGhz, 1.2 * profile.properties.boostGhz}) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                SCOPED_TRACE(testing::Message() << profile.name << ", " << injected << " GHz, seed " << seed);
                const RunResult run = simulated(
                    fmt::format(
                        "simulate | {}\ncounter | core\nproperty | boost-ghz | {}\nthrottle | 0 | 10\n"
                        "property | wander | 0.01\nproperty | machine | 0\n",
                        profile.name, injected),
                    seed, {"raw-load4-linear", "raw-load-linear"});
                const std::optional<CoreClock> clock = coreClock(run);
                ASSERT_TRUE(clock);
                EXPECT_EQ(clock->source, ClockSource::Counter);
                EXPECT_NEAR(clock->gigahertz / (0.9 * injected), 1, 0.03);
                GpuProperties gpu = profile.properties;
                for (const RowFigures& row : analyse(run).rows) {
                    const Case description = findRow(matrixRows(), row.row->id).value();
                    const double load =
                        steadyNanosecondsPerLoad(gpu, injectedCost(profile, {description, Strategy::Set}));
                    const double perClock = 1 / (load * gpu.units * gpu.boostGhz);
                    EXPECT_NEAR(*row.under(0)->loadsPerClock / perClock, 1, 0.03) << row.row->name;
                }
            }
        }
    }
}

TEST(Counter, OfAConstantFrequencyIsNotTakenForAClock) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const char* frequency : {"0.0192", "0.1", "1", "2.3"}) {
            SCOPED_TRACE(testing::Message() << profile.name << ", " << frequency << " GHz");
            const RunResult run = simulated(
                fmt::format("simulate | {}\ncounter | {}\nthrottle | 3 | 30\n", profile.name, frequency), 1,
                {"raw-load4-linear", "raw-load-linear"});
            EXPECT_FALSE(coreClock(run));
            EXPECT_FALSE(analyse(run).rows[0].under(0)->loadsPerClock);
        }
    }
}

} // namespace vkperftest::runner_conditions_test
