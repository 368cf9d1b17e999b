#include "report/phrases.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Conditions reading(double clock, double temperature, std::vector<std::string> throttling = {}) {
    return {.clock = clock,
            .clockLimit = 2805,
            .memoryClock = 10501,
            .temperature = temperature,
            .power = 301.5,
            .powerState = "P2",
            .throttling = std::move(throttling)};
}

std::vector<std::string> remarksOf(std::vector<Conditions> readings, std::string missing = {}) {
    RunResult run;
    run.conditions = std::move(readings);
    run.conditionsMissing = std::move(missing);
    return conditionRemarks(run);
}

TEST(ConditionRemarks, SayWhatWasRead) {
    EXPECT_THAT(
        remarksOf({reading(2505, 61), reading(2550, 68)}),
        ElementsAre("under load, 2 readings: clock 2505 to 2550 MHz (limit 2805 MHz), memory 10501 MHz, "
                    "temperature 61 to 68 °C, power 302 W, power state P2, throttling not reported."));
}

TEST(ConditionRemarks, CountReadingsWhileARowRan) {
    std::vector<Conditions> readings = {reading(2505, 61), reading(2505, 61)};
    readings[1].row = "StructuredBuffer<float4>.Load linear";
    EXPECT_THAT(
        remarksOf(readings)[0],
        testing::StartsWith(
            "under load, 2 readings (1 while the linear row with the most bytes/ns ran): clock 2505 MHz"));
}

TEST(ConditionRemarks, WarnOfAClockThatMovedByMoreThanFivePercent) {
    EXPECT_EQ(remarksOf({reading(2000, 61), reading(2100, 61)}).size(), 1u);
    EXPECT_THAT(remarksOf({reading(2000, 61), reading(2101, 61), reading(2050, 61)})[1],
                "the clock moved by 5 %: milliseconds and loads/ns depend on when a row was measured; ratios "
                "hardly do, because each compares samples of one submission.");
}

TEST(ConditionRemarks, WarnOfACountersClockIfTheSystemsIsUnknown) {
    EXPECT_THAT(remarksOf({{.temperature = 61, .counter = CounterReading{2, 4}},
                           {.temperature = 61, .counter = CounterReading{2.4, 4}}})[1],
                testing::StartsWith("the clock moved by 20 %: "));
    EXPECT_THAT(remarksOf({{.counter = CounterReading{2, 4}}}), IsEmpty())
        << "nothing but the counter was read";
}

TEST(ConditionRemarks, WarnOfThrottling) {
    EXPECT_THAT(
        remarksOf({reading(2000, 61), reading(1500, 83, {"temperature", "power cap"}),
                   reading(1500, 84, {"temperature"})})[1],
        "the clock moved by 33 %, and throttling was reported in 2 of 3 readings (power cap, temperature): "
        "milliseconds and loads/ns depend on when a row was measured; ratios hardly do, because each "
        "compares samples of one submission.");
}

TEST(ConditionRemarks, SayWhatIsUnknown) {
    EXPECT_THAT(
        remarksOf({Conditions{.clock = 2050}, Conditions()}),
        ElementsAre("under load, 2 readings: clock 2050 MHz (limit unknown), memory unknown, temperature "
                    "unknown, power unknown, power state unknown, throttling unknown."));
    EXPECT_THAT(remarksOf({}, "GPUs of this vendor are not supported"),
                ElementsAre("clocks and temperature unknown: GPUs of this vendor are not supported."));
    EXPECT_THAT(remarksOf({}), IsEmpty()) << "nobody asked";
}

} // namespace
} // namespace vkperftest
