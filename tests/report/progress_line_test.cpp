#include "report/progress_line.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

TEST(DurationText, IsMinutesAndSeconds) {
    EXPECT_EQ(durationText(0), "0:00");
    EXPECT_EQ(durationText(43), "0:43");
    EXPECT_EQ(durationText(59.2), "1:00"); // rounded up: "0:00 left" would say that it is over
    EXPECT_EQ(durationText(0.1), "0:01");
    EXPECT_EQ(durationText(600), "10:00");
    EXPECT_EQ(durationText(3599), "59:59");
    EXPECT_EQ(durationText(3599.5), "1:00:00");
    EXPECT_EQ(durationText(3723), "1:02:03");
    EXPECT_EQ(durationText(-5), "0:00");
}

TEST(StageLine, SaysWhatHappensBeforeRowsAreSampled) {
    EXPECT_EQ(stageLine(RunStage::ReadingCode, 0, 0), "reading the driver's compiler output");
    EXPECT_EQ(stageLine(RunStage::BuildingPipelines, 37, 276), "building pipelines: 37 of 276");
    EXPECT_EQ(stageLine(RunStage::WarmingUp, 0, 0), "warming up");
    EXPECT_EQ(stageLine(RunStage::VerifyingRows, 12, 138, 0.389), "38 %, verifying rows: 12 of 138");
}

RowResult sampledRow() {
    constexpr std::uint64_t kLoads = 1000;
    return {.name = "cbuffer{float4} load linear",
            .baselineLoads = kLoads,
            .baselineNanoseconds = std::vector<double>(8, 3911.0),
            .strategies = {{.strategy = "set",
                            .status = Status::Measured,
                            .loads = kLoads,
                            .nanoseconds = {996, 996, 996, 996, 1004, 1004, 1004, 1004}},
                           {.strategy = "push", .status = Status::Unsupported}}};
}

TEST(ProgressLine, ShowsTheShareOfTimeAndTheRowAtWork) {
    const RunResult run;
    const RowResult row = sampledRow();
    EXPECT_EQ(progressLine(0.25, 15, &run, &row),
              "25 %, 0:45 left, cbuffer{float4} load linear  set 3.911x ±0.4 %  push unsupported");
}

TEST(ProgressLine, TellsNoTimeAtTheBeginning) {
    EXPECT_EQ(progressLine(0, 0), "0 %");
    EXPECT_EQ(progressLine(0.01, 1), "1 %");
}

TEST(ProgressLine, EndsWithNoTimeLeft) {
    EXPECT_EQ(progressLine(1, 50), "100 %, 0:00 left");
}

TEST(ProgressLine, ShowsFewSamplesWithoutAnInterval) {
    const RunResult run;
    RowResult row = sampledRow();
    row.baselineNanoseconds.resize(2);
    row.strategies[0].nanoseconds.resize(2);
    row.strategies[1].status = Status::NotMeasured;
    EXPECT_THAT(progressLine(0.5, 3, &run, &row), testing::EndsWith("  set 3.927x ±?  push not measured"));
}

} // namespace
} // namespace vkperftest
