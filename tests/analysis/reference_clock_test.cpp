// Which clock times are compared in.
#include "analysis/core_clock.h"
#include "matchers.h"

#include <cmath>

namespace vkperftest::reference_clock_test {

// A GPU with a reading in each restart: what the system says in MHz, and the counter in ticks a nanosecond.
RunResult readings(const std::vector<std::pair<double, double>>& each) {
    RunResult run;
    run.device.timestampPeriod = 1;
    for (std::size_t restart = 0; restart < each.size(); ++restart) {
        Conditions reading{.restart = restart};
        if (each[restart].first > 0) reading.clock = each[restart].first;
        if (each[restart].second > 0) reading.counter = CounterReading{each[restart].second, 4};
        run.conditions.push_back(reading);
    }
    return run;
}

TEST(ReferenceClock, IsTheCounterUnlessTheSystemsClockStandsStillBesideIt) {
    EXPECT_THAT(referenceClock(readings({{0, 1.9}, {0, 2.0}})).rates,
                ElementsAre(Pair(0, std::log(1.9)), Pair(1, std::log(2.0))));
    EXPECT_THAT(referenceClock(readings({{2000, 1.99}, {2000, 2.01}})).rates,
                ElementsAre(Pair(0, std::log(2.0)), Pair(1, std::log(2.0))));
    EXPECT_THAT(referenceClock(readings({{2000, 1.7}, {2000, 1.72}})).rates,
                ElementsAre(Pair(0, std::log(1.7)), Pair(1, std::log(1.72))))
        << "a nominal clock";
    const ClockReadings alone = referenceClock(readings({{2000, 0}, {1000, 0}}));
    EXPECT_EQ(alone.clock, ReferenceClock::Core);
    EXPECT_THAT(alone.rates, ElementsAre(Pair(0, std::log(2.0)), Pair(1, std::log(1.0))));
}

// Something else may delay a reading, or the device may just have idled.
TEST(ReferenceClock, AFewWildReadingsMoveLittle) {
    RunResult run =
        readings({{0, 0.2}, {0, 0.1}, {0, 1.99}, {0, 2.0}, {0, 2.01}, {0, 2.02}, {0, 1.98}, {0, 2.0}});
    for (Conditions& reading : run.conditions) reading.restart = 0;
    EXPECT_NEAR(std::exp(referenceClock(run).rates.at(0)), 2, 0.02);
}

TEST(ReferenceClock, OfASoftwareDriverIsItsNativeLoopAlone) {
    RunResult run = readings({{0, 0.5}, {0, 0.6}});
    run.settings.cpu = true;
    EXPECT_THAT(referenceClock(run).rates, IsEmpty()) << "a time stamp counter";
    for (Conditions& reading : run.conditions) reading.counter->ticksPerStep = 1;
    EXPECT_EQ(referenceClock(run).clock, ReferenceClock::NativeLoop);
    EXPECT_THAT(referenceClock(run).rates, ElementsAre(Pair(0, std::log(0.5)), Pair(1, std::log(0.6))));
    EXPECT_EQ(referenceClock({}).clock, ReferenceClock::None);
}

} // namespace vkperftest::reference_clock_test
