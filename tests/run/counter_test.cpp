#include "run/timer_check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/core_clock.h"
#include "analysis/figures.h"
#include "cases/suite.h"
#include "recording_executor.h"
#include "run/runner.h"
#include "support/scripted_executor.h"
#include "support/simulated_profiles.h"

namespace vkperftest {
namespace counter_test {

using testing::IsEmpty;
using testing::SizeIs;

Result<CounterSample> eightAStep(std::size_t) {
    return CounterSample{8.0 * kMoreSteps, 4.0 * kMoreSteps};
}

TEST(CounterReading, IsTheMedianOfItsSamples) {
    const CounterSample samples[] = {{4.0 * kMoreSteps, 2.0 * kMoreSteps},
                                     {4.0 * kMoreSteps, 4.0 * kMoreSteps},
                                     {400.0 * kMoreSteps, 2.0 * kMoreSteps}};
    const CounterReading reading = readingOf(samples).value();
    EXPECT_DOUBLE_EQ(reading.ticksPerNanosecond, 2);
    EXPECT_DOUBLE_EQ(reading.ticksPerStep, 4);
}

TEST(CounterReading, LeavesOutTimesThatAreNone) {
    const CounterSample samples[] = {{100, 0}, {100, -5}, {3.0 * kMoreSteps, 1.0 * kMoreSteps}};
    EXPECT_DOUBLE_EQ(readingOf(samples)->ticksPerNanosecond, 3);
    EXPECT_DOUBLE_EQ(readingOf(samples)->ticksPerStep, 3);
    EXPECT_FALSE(readingOf({}));
}

TEST(Counter, IsReadWithEachReadingRightAfterItsDispatch) {
    for (const bool beside : {false, true}) { // a system that reports clocks, too
        RecordingExecutor executor;
        executor.counter = eightAStep;
        RunHooks hooks;
        if (beside) hooks.conditions = [](const std::function<bool()>&) { return Conditions{.clock = 1900}; };
        const RunResult run = measure(executor, planUnderSet({"raw-load4-linear"}), hooks).value();
        ASSERT_THAT(run.conditions, SizeIs(2 * (executor.renewals + 1) + 1));
        EXPECT_THAT(executor.counted, SizeIs(3 * run.conditions.size()));
        for (const Conditions& reading : run.conditions) {
            ASSERT_TRUE(reading.counter);
            EXPECT_DOUBLE_EQ(reading.counter->ticksPerNanosecond, 2);
            EXPECT_DOUBLE_EQ(reading.counter->ticksPerStep, 8);
            EXPECT_EQ(reading.clock.has_value(), beside);
        }
        EXPECT_EQ(executor.counted[0]->program, 0u) << "the baseline";
        EXPECT_EQ(caseName(executor.boundRows[executor.counted[3]->program].row),
                  "ByteAddressBuffer.Load4 linear");
        EXPECT_THAT(run.counterMissing, IsEmpty());
    }
}

TEST(Counter, ThatTheDeviceLacksIsAskedForOnce) {
    RecordingExecutor executor;
    const RunResult run = measure(executor, planUnderSet({"raw-load4-linear"}), {}).value();
    EXPECT_THAT(executor.counted, SizeIs(1));
    EXPECT_THAT(run.conditions, IsEmpty());
    EXPECT_EQ(run.counterMissing, "it has none");
}

TEST(Counter, OfASoftwareDriverIsReadOnceAndAlone) {
    RecordingExecutor executor;
    executor.properties.method = &kSoftwareMethod;
    executor.counter = eightAStep;
    const RunResult run = measure(executor, planUnderSet({"raw-load4-linear"}), {}).value();
    EXPECT_THAT(run.conditions, SizeIs(1));
    for (const std::optional<Dispatch>& after : executor.counted) EXPECT_FALSE(after.has_value());
}

TEST(Counter, ThatLosesTheDeviceCostsNoRow) {
    RecordingExecutor executor;
    executor.counter = [](std::size_t number) -> Result<CounterSample> {
        if (number == 5) return Error{ErrorKind::DeviceLost, "lost", ""}; // beside the row
        return eightAStep(number);
    };
    const RunResult run = measure(executor, planUnderSet({"raw-load4-linear"}), {}).value();
    EXPECT_EQ(run.rows[0].strategies[0].status, Status::Measured);
    EXPECT_GT(executor.renewals, 0u);
}

TEST(Counter, ThatLosesTheDeviceEveryTimeIsReadOnce) {
    RecordingExecutor executor;
    executor.counter = [](std::size_t) -> Result<CounterSample> {
        return Error{ErrorKind::DeviceLost, "the chain hangs", ""};
    };
    const RunResult run = measure(executor, planUnderSet({"raw-load4-linear"}), {}).value();
    EXPECT_EQ(run.aborted, "");
    EXPECT_EQ(run.rows[0].strategies[0].status, Status::Measured);
    EXPECT_EQ(run.counterMissing, "the chain hangs");
    EXPECT_EQ(executor.counted.size(), 1u);
}

RunResult simulated(const std::string& script, std::uint64_t seed, const std::vector<std::string>& filters) {
    Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(script, seed);
    EXPECT_TRUE(executor.ok()) << executor.error().sentence();
    RunPlan plan = planUnderSet(filters);
    plan.seed = seed;
    plan.provenance.device = executor.value()->device();
    return measure(*executor.value(), plan, {}).value();
}

// The clock differs from the product's, and ramps up, wanders a little and is throttled, as on a GPU.
TEST(Counter, FindsThePlantedClockAndRatesOfSimulatedGpus) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const double planted : {0.7 * profile.properties.boostGhz, 1.2 * profile.properties.boostGhz}) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                SCOPED_TRACE(testing::Message() << profile.name << ", " << planted << " GHz, seed " << seed);
                const RunResult run = simulated(
                    fmt::format(
                        "simulate | {}\ncounter | core\nproperty | boost-ghz | {}\nthrottle | 0 | 10\n"
                        "property | wander | 0.01\nproperty | machine | 0\n",
                        profile.name, planted),
                    seed, {"raw-load4-linear", "raw-load-linear"});
                const std::optional<CoreClock> clock = coreClock(run);
                ASSERT_TRUE(clock);
                EXPECT_EQ(clock->source, ClockSource::Counter);
                EXPECT_NEAR(clock->gigahertz / (0.9 * planted), 1, 0.03);
                GpuProperties gpu = profile.properties;
                for (const RowFigures& row : analyse(run).rows) {
                    const std::vector<std::string> id = {row.row->id};
                    const Case description = selectRows(matrixRows(), id).value().front();
                    const double load =
                        steadyNanosecondsPerLoad(gpu, plantedCost(profile, {description, Strategy::Set}));
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

} // namespace counter_test
} // namespace vkperftest
