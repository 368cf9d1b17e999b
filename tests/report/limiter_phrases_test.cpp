#include "report/limiter_phrases.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/documents.h"
#include "report/phrases.h"
#include "report/results_json.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace limit_phrases_test {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

RunResult runOnH100() {
    RunResult run = sampleRun();
    run.settings.cpu = false;
    run.device.vendorId = kVendorNvidia;
    run.device.name = "NVIDIA H100";
    run.device.computeUnits = 10;
    return run;
}

// Ticks a nanosecond, and in a step.
RunResult counted(double rate, double step) {
    RunResult run = runOnH100();
    run.device.timestampPeriod = 10;
    run.conditions = {{.counter = CounterReading{rate, step}}, {.counter = CounterReading{rate, step}}};
    return run;
}

TEST(LimitPhrases, MostBytesStandBesideTheLimitOfL1) {
    RunResult run = runOnH100();
    const auto said = [&] { return remarks(analyse(run)); };
    EXPECT_THAT(said(),
                Contains(AllOf(StartsWith("most bytes: "),
                               HasSubstr(" bytes/ns, the limit of L1 is unknown: the clock is unknown."))));
    run.conditions = {{.clock = 2000}};
    EXPECT_THAT(said(),
                Contains(AllOf(StartsWith("most bytes: "),
                               HasSubstr(" % of L1's limit of 2560 (128 bytes per clock and "
                                         "multiprocessor, 10 multiprocessors, 2.000 GHz by the driver; "
                                         "source: 126 of 128 measured on an H100)."))));
    run.device.computeUnits = 0;
    EXPECT_THAT(said(), Contains(HasSubstr(
                            "the limit of L1 is unknown: the driver does not report the number of units.")));
    run.device.name = "NVIDIA GeForce RTX 4090";
    EXPECT_THAT(said(),
                Contains(HasSubstr("the limit of L1 is unknown: no reliable source gives the bytes per "
                                   "clock of this GPU.")));
    run.timerRate = {1.99, 2.01, 5};
    EXPECT_THAT(said(), Not(Contains(StartsWith("most bytes: ")))) << "its nanoseconds are none";
    run.timerRate.reset();
    run.settings.cpu = true;
    EXPECT_THAT(said(), Not(Contains(StartsWith("most bytes: "))));
}

TEST(LimitPhrases, TheCountersClockComesFirst) {
    RunResult run = counted(1.75, 4);
    EXPECT_THAT(remarks(analyse(run)), Contains(HasSubstr("1.750 GHz by the device's counter; source: ")));
    EXPECT_EQ(limitName(run), "L1, Hopper (9.0): 126 of 128 measured on an H100");
    EXPECT_EQ(limitName(runOnH100()), "");
}

TEST(LimitPhrases, SayWhatTheCounterCounts) {
    EXPECT_THAT(counterRemarks(counted(1.75, 4)),
                ElementsAre("the device's counter (VK_KHR_shader_clock) counts clocks of the cores: 1.75 "
                            "ticks/ns and 4 ticks in a step of two dependent operations, by 2 readings."));
    const std::pair<CounterReading, const char*> kOthers[] = {
        {{0.1, 0.5}, "it counts the ticks of the device's timer"},
        {{1, 4}, "its ticks cannot be told from nanoseconds"},
        {{0, 0}, "it stands still"},
        {{0.025, 0.3}, "it counts less than once in a step"},
        {{1.75, 4.4}, "a step takes no whole number of its ticks"}};
    for (const auto& [reading, why] : kOthers) {
        EXPECT_THAT(
            counterRemarks(counted(reading.ticksPerNanosecond, reading.ticksPerStep)),
            ElementsAre(AllOf(StartsWith(fmt::format("the device's counter (VK_KHR_shader_clock) does not "
                                                     "show the clock of the cores: {}; it counts ",
                                                     why)),
                              HasSubstr(" ticks in a step of two dependent operations, by 2 readings."))));
    }
    RunResult run = counted(1.5, 8);
    run.conditions.push_back({.counter = CounterReading{1.5, 9}});
    EXPECT_THAT(counterRemarks(run), ElementsAre(HasSubstr("so the counter has a frequency of its own; it")));
    run = counted(2.1, 3);
    run.device.kind = DeviceKind::Cpu;
    EXPECT_THAT(counterRemarks(run), ElementsAre(HasSubstr("the driver runs on the CPU")));
}

TEST(LimitPhrases, SayWhyTheCounterIsMissingIfNothingElseGivesTheClock) {
    RunResult run = runOnH100();
    EXPECT_THAT(counterRemarks(run), IsEmpty()) << "nobody asked";
    run.counterMissing = "no feature shaderSubgroupClock of VK_KHR_shader_clock";
    EXPECT_THAT(counterRemarks(run), ElementsAre("the device's counter cannot be read: no feature "
                                                 "shaderSubgroupClock of VK_KHR_shader_clock."));
    run.conditions = {{.clock = 2000}};
    EXPECT_THAT(counterRemarks(run), IsEmpty());
}

std::string writtenAs(std::string_view format, const RunResult& run) {
    const RunFigures figures = analyse(run);
    return written(format, runDocument(figures));
}

TEST(LimitPhrases, TheWideTableHasTheColumnsThatAreKnown) {
    constexpr const char* kLegend =
        "loads/clock, bytes/clock: what one multiprocessor loads in one clock of the cores";
    const std::string ofL1 = std::string(kLegend) + "; of L1: bytes/clock as a share of L1's limit.";
    for (const char* format : {"table", "markdown"})
        EXPECT_THAT(
            writtenAs(format, counted(1.75, 4)),
            AllOf(HasSubstr("loads/clock"), HasSubstr("bytes/clock"), HasSubstr("of L1"), HasSubstr(ofL1)));
    RunResult unknownL1 = counted(1.75, 4);
    unknownL1.device.name = "NVIDIA GeForce RTX 4090";
    EXPECT_THAT(writtenAs("markdown", unknownL1), HasSubstr(std::string(kLegend) + "."));
    EXPECT_THAT(
        writtenAs("markdown", runOnH100()),
        AllOf(Not(HasSubstr("loads/clock")), Not(HasSubstr("bytes/clock")), Not(HasSubstr("of L1 |"))));
}

TEST(LimitPhrases, ProgramsGetLoadsAClockAndTheLimit) {
    const RunResult run = counted(2, 4);
    const RunFigures figures = analyse(run);
    const StrategyFigures& first = *figures.rows[0].under(0);
    ASSERT_TRUE(first.loadsPerClock && first.loadsPerNanosecond);
    EXPECT_DOUBLE_EQ(*first.loadsPerClock, *first.loadsPerNanosecond / 20);
    EXPECT_THAT(writtenAs("csv", run),
                AllOf(HasSubstr(",loads_per_clock,bytes_per_clock,share_of_limit,limit"),
                      HasSubstr("L1, Hopper (9.0): 126 of 128 measured on an H100")));
    EXPECT_THAT(runToJson(run, true),
                AllOf(HasSubstr("\"gigahertz\": 2,"), HasSubstr("\"source\": \"counter\""),
                      HasSubstr("\"architecture\": \"Hopper (9.0)\""), HasSubstr("\"loads_per_clock\": ")));
    EXPECT_THAT(runToJson(runOnH100(), true),
                AllOf(Not(HasSubstr("core_clock")), Not(HasSubstr("\"limit\": {")),
                      HasSubstr("\"loads_per_clock\": null")));
}

} // namespace limit_phrases_test
} // namespace vkperftest
