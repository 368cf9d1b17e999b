// When the runner has the device's clocks, heat and counter read.
#include <map>
#include <set>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "cases/families/families.h"
#include "cases/load_facts.h"
#include "made_up_runs.h"
#include "model/perftest_text.h"
#include "run/timing.h"
#include "support/simulated_profiles.h"

namespace vkperftest::runner_conditions_test {

// How many of the readings came after a row, by restart.
std::map<std::size_t, std::size_t> ofRows(const RunResult& run) {
    std::map<std::size_t, std::size_t> counts;
    for (const Conditions& reading : run.conditions) counts[reading.restart] += reading.row.empty() ? 0u : 1u;
    return counts;
}

TEST(RunnerConditions, AreReadAtTheStartOfEachRestartAfterAFewRowsOfEachRoundAndAtTheEnd) {
    RecordingExecutor executor;
    std::vector<std::vector<Dispatch>> meanwhile;
    double clock = 2000;
    const RunHooks hooks{.conditions = [&](const std::function<bool()>& keepBusy) {
        const std::size_t before = executor.submissions.size();
        EXPECT_TRUE(keepBusy());
        EXPECT_EQ(executor.submissions.size(), before + 1);
        meanwhile.push_back(executor.submissions.back());
        return Conditions{.clock = ++clock};
    }};
    const RunPlan plan = planUnderSet({"raw-load*"});
    const RunResult run = measured(executor, plan, hooks);
    RecordingExecutor another;
    EXPECT_GT(run.busyNanoseconds, measured(another, plan).busyNanoseconds);
    const std::vector<Conditions>& readings = run.conditions;
    ASSERT_GT(executor.renewals, 0u);
    std::set<std::string> rows;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const bool starts = i == 0 || readings[i].restart != readings[i - 1].restart;
        EXPECT_EQ(readings[i].row.empty(), starts || i + 1 == readings.size());
        EXPECT_EQ(readings[i].clock, 2001 + static_cast<double>(i));
        rows.insert(readings[i].row);
        ASSERT_EQ(meanwhile[i].size(), 3u);
        for (const Dispatch& each : meanwhile[i]) EXPECT_EQ(executor.rowOf(each), "baseline");
    }
    EXPECT_THAT(ofRows(run), SizeIs(executor.renewals + 1));
    for (const auto& [restart, count] : ofRows(run)) EXPECT_GE(count, 3 * 3u) << restart; // 3 rounds or more
    EXPECT_GT(rows.size(), 5u); // not the same rows again and again
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
        ASSERT_GT(run.conditions.size(), 2 * (executor.renewals + 1));
        EXPECT_THAT(executor.counted, SizeIs(3 * run.conditions.size()));
        for (const Conditions& reading : run.conditions) {
            ASSERT_TRUE(reading.counter);
            EXPECT_DOUBLE_EQ(reading.counter->ticksPerNanosecond, 2);
            EXPECT_DOUBLE_EQ(reading.counter->ticksPerStep, 8);
            EXPECT_EQ(reading.clock.has_value(), beside);
        }
        for (const std::optional<Dispatch>& after : executor.counted)
            EXPECT_EQ(executor.rowOf(after.value()), "baseline");
        EXPECT_THAT(run.counterMissing, IsEmpty());
    }
}

TEST(Counter, OfASoftwareDriverIsReadAlone) {
    RecordingExecutor executor(kSoftwareMethod);
    executor.counter = eightAStep;
    const RunResult run = measured(executor, planUnderSet({"raw-load4-linear"}));
    EXPECT_THAT(executor.counted, SizeIs(3 * run.conditions.size()));
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
        if (lostFrom == 5) continue;
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
                    const Case description = *perfTestRow(row.row->name);
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
