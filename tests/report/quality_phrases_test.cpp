#include "report/phrases.h"

#include <gmock/gmock.h>

#include "sample_run.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// Its null row ought to be 1.
RunResult noisyRun() {
    RunResult run = sampleRun();
    for (double& sample : run.nullRow.strategies[0].nanoseconds) sample *= 1.05;
    return run;
}

std::string lineOf(const RunResult& run) {
    return qualityLine(analyse(run));
}

TEST(QualityLine, OfAGoodRunSaysNoMore) {
    EXPECT_EQ(lineOf(sampleRun()), "Run quality: good.");
    EXPECT_EQ(qualityRemedy(analyse(sampleRun())), "");
    EXPECT_EQ(lineOf(printedRun()), "");
}

TEST(QualityLine, SaysThatTheTimerIsWrong) {
    RunResult run = sampleRun();
    run.timerRate = {1.99, 2.01, 5};
    EXPECT_EQ(lineOf(run), "Run quality: good. The device's timer is wrong: it counts 2.00 ns for each "
                           "nanosecond of the host's clock. "
                           "Milliseconds and loads/ns are off by that factor; ratios are not.");
    run = noisyRun();
    run.timerRate = {0.49, 0.51, 5};
    EXPECT_THAT(lineOf(run),
                AllOf(StartsWith("Run quality: noisy ("), HasSubstr("it counts 0.50 ns for each")));
    run.timerRate = {1.31, 2.04, 3};
    EXPECT_THAT(lineOf(run), HasSubstr("it counts 1.31 to 2.04 ns for each nanosecond of the host's clock"));
}

TEST(QualityLine, OfAGpuSaysWhatItsClocksDid) {
    RunResult run = noisyRun();
    EXPECT_THAT(lineOf(run),
                AllOf(StartsWith("Run quality: noisy (the null row is off by 4.8 %). Measure again"),
                      EndsWith("its clocks are unknown.")));
    run.conditions = {{.epoch = 0, .clock = 1980}, {.epoch = 1, .clock = 1980}};
    EXPECT_THAT(lineOf(run), EndsWith("its clocks were steady."));
    run.conditions[1].clock = 1600;
    EXPECT_THAT(lineOf(run), HasSubstr("Under load the clock moved by 24 %: let the GPU cool"));
}

TEST(QualityLine, OfASoftwareDriverNamesItsThreads) {
    RunResult run = noisyRun();
    const RunFigures figures = analyse(run);
    run.settings.cpu = true;
    run.host.cpuThreads = 8;
    EXPECT_THAT(qualityLine(figures), HasSubstr("LP_NUM_THREADS below 8, the number of cores"));
    run.host.driverThreads = 7;
    EXPECT_THAT(qualityLine(figures), HasSubstr("or with LP_NUM_THREADS=1."));
    run.host.driverThreads = 1;
    EXPECT_THAT(qualityLine(figures), HasSubstr("--precise"));
}

} // namespace
} // namespace vkperftest
