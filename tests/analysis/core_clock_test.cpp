#include "analysis/core_clock.h"

#include <gmock/gmock.h>

namespace vkperftest::core_clock_test {

// Readings of a counter on a GPU of 10 units whose timer ticks at 100 MHz: ticks a nanosecond, and in a step.
RunResult counted(std::vector<CounterReading> readings) {
    RunResult run;
    run.device = {.kind = DeviceKind::Discrete, .timestampPeriod = 10, .computeUnits = 10};
    for (const CounterReading& reading : readings) run.conditions.push_back({.counter = reading});
    return run;
}

TEST(Counter, CountsClocksIfStepsTakeAWholeNumberOfThem) {
    const std::pair<std::vector<CounterReading>, bool> kRead[] = {
        {{{1.7, 8}, {1.71, 8.001}, {1.69, 7.99}}, true},
        {{{1.7, 1}}, true},
        {{{1.7, 8.4}, {1.72, 8.41}, {1.71, 8.39}}, false},
        // A frequency of 1.5 GHz beside cores of 1.5 to 1.2 GHz, whose steps take 8 clocks.
        {{{1.5, 8}, {1.5, 8.6}, {1.5, 10}}, false},
        // One reading in four may be disturbed.
        {{{1.7, 8}, {1.7, 8}, {1.7, 8}, {1.7, 8}, {0.3, 3}}, true},
        {{{1.7, 8}, {1.7, 8}, {0.4, 4}, {0.3, 3}, {0.3, 3}}, false},
        {{{0.1, 0.4}}, false},
        {{{1.003, 4}}, false},
        {{{1.02, 4}}, true},
        {{{0.0192, 0.1}}, false},
        {{{0, 0}, {0, 0}}, false}};
    for (const auto& [readings, counts] : kRead)
        EXPECT_EQ(countsClocks(counted(readings)), counts) << readings[0].ticksPerNanosecond;
}

TEST(Counter, ShowsNothingOfGpusOnTheCpu) {
    RunResult run = counted({{2.1, 2}});
    run.device.kind = DeviceKind::Cpu;
    EXPECT_FALSE(countsClocks(run));
    EXPECT_FALSE(countsClocks(RunResult()));
    EXPECT_FALSE(coreClock(RunResult()));
}

TEST(CoreClock, IsTheCountersBeforeTheSystems) {
    RunResult run = counted({{1.5, 8}, {1.7, 8}});
    run.conditions[0].clock = 2100;
    ASSERT_TRUE(coreClock(run));
    EXPECT_DOUBLE_EQ(coreClock(run)->gigahertz, 1.6);
    EXPECT_EQ(coreClock(run)->source, ClockSource::Counter);
    run.conditions[1].row = "raw";
    EXPECT_DOUBLE_EQ(coreClock(run)->gigahertz, 1.7) << "while a row ran";
    run.conditions[0].counter = run.conditions[1].counter = CounterReading{0.1, 0.5};
    EXPECT_DOUBLE_EQ(coreClock(run)->gigahertz, 2.1);
    EXPECT_EQ(coreClock(run)->source, ClockSource::System);
    run.conditions[0].clock.reset();
    EXPECT_FALSE(coreClock(run));
}

TEST(CoreClock, AndItsDoubtsDisregardDisturbedReadings) {
    const CounterReading disturbed{0.3, 3};
    const std::vector<CounterReading> clock = {{1.7, 8}, {1.7, 8}, {1.7, 8}, disturbed};
    EXPECT_DOUBLE_EQ(coreClock(counted(clock)).value().gigahertz, 1.7);
    EXPECT_FALSE(countsClocks(counted({{2.3, 8.42}, {2.3, 8.42}, {2.3, 8.42}, disturbed})))
        << "the others have not moved";
}

TEST(CoreClock, TimesUnitsAreTheClocksOfANanosecond) {
    RunResult run = counted({{1.5, 8}});
    EXPECT_DOUBLE_EQ(unitClocksPerNanosecond(run).value_or(0), 15);
    run.device.computeUnits = 0;
    EXPECT_FALSE(unitClocksPerNanosecond(run));
    run = counted({{1.5, 8}});
    run.settings.cpu = true;
    EXPECT_FALSE(unitClocksPerNanosecond(run));
}

} // namespace vkperftest::core_clock_test
