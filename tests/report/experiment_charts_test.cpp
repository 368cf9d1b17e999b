#include "report/charts.h"

#include <gmock/gmock.h>

#include "sample_run.h"

namespace vkperftest {
namespace experiment_charts_test {

using testing::HasSubstr;
using testing::Not;

// A run of that suite with a row of each name, all of two strategies that took 1 and 2 ms.
RunResult runOf(const std::string& suite, const std::vector<std::array<std::string, 3>>& rows) {
    RunResult run = sampleRunWithTwins();
    run.settings.suite = suite;
    run.rows.resize(1);
    for (const auto& [operation, pattern, variant] : rows) {
        RowResult row = sampleRow(operation, pattern, "",
                                  {measuredStrategy("set", 1, 0.01), measuredStrategy("push", 2, 0.01)});
        if (!variant.empty()) row.name += ", " + variant;
        row.load = factsOfName(row.name);
        row.sequence = run.rows[0].sequence;
        row.epochs = run.rows[0].epochs;
        run.rows.push_back(row);
    }
    return run;
}

std::vector<std::string> chartsOf(const RunResult& run) {
    return experimentCharts(analyse(run));
}

TEST(ExperimentCharts, ThereAreNoneOfTheMatrix) {
    EXPECT_THAT(chartsOf(sampleRunWithTwins()), testing::IsEmpty());
    RunResult without = sampleRunWithTwins();
    for (const char* suite : {"stride", "vector", "uniform", "binding", "cache"}) {
        without.settings.suite = suite;
        EXPECT_THAT(chartsOf(without), testing::IsEmpty()) << suite; // , of whose rows none was measured
    }
}

TEST(ExperimentCharts, StridesAreAlongX) {
    const std::string four = "StructuredBuffer<4 bytes>.Load", twelve = "StructuredBuffer<12 bytes>.Load";
    const auto charts = chartsOf(runOf("stride", {{four, "linear", ""},
                                                  {four, "linear", "own window"},
                                                  {four, "linear", "floor"},
                                                  {twelve, "linear", ""},
                                                  {"StructuredBuffer<float3>+<float2>.Load", "linear", ""}}));
    ASSERT_THAT(charts, testing::SizeIs(1));
    EXPECT_THAT(charts[0], HasSubstr(">float, in L1<"));
    EXPECT_THAT(charts[0], HasSubstr(">float, own windows<"));
    EXPECT_THAT(charts[0], Not(HasSubstr("look2"))) << "no floors";
}

TEST(ExperimentCharts, OffsetsAreAlongX) {
    const std::string load = "ByteAddressBuffer.Load<float2>";
    const auto charts = chartsOf(
        runOf("vector", {{load, "linear", ""}, {load, "linear", "offset 4"}, {load, "linear", "floor"}}));
    ASSERT_THAT(charts, testing::SizeIs(1));
    EXPECT_THAT(charts[0], HasSubstr(">ByteAddressBuffer.Load&lt;float2&gt;<"));
    EXPECT_THAT(charts[0], HasSubstr(">4<"));
}

TEST(ExperimentCharts, SharingIsSetAgainstThePlainLoop) {
    const std::string load = "ByteAddressBuffer.Load4";
    const auto charts = chartsOf(runOf("uniform", {{load, "uniform", ""}, {load, "uniform", "shuffle"}}));
    ASSERT_THAT(charts, testing::SizeIs(1));
    EXPECT_THAT(charts[0], HasSubstr(">1.000x<"));
    EXPECT_THAT(charts[0], HasSubstr(">shuffle<"));
}

TEST(ExperimentCharts, RecordingIsByTheLengthOfTheCommandBuffer) {
    RunResult run = runOf("binding", {});
    run.recording = {{"bind only", Status::Measured, {}, {{1, {5, 5}}, {10, {2, 2}}}},
                     {"push template", Status::Unsupported, {ReasonKind::DeviceLacks, "no extension"}, {}}};
    const auto charts = chartsOf(run);
    ASSERT_THAT(charts, testing::SizeIs(1));
    EXPECT_THAT(charts[0], HasSubstr(">bind only<"));
    EXPECT_THAT(charts[0], Not(HasSubstr("push template")));
}

TEST(ExperimentCharts, LatencyAndThroughputAreByTheSizeOfTheWindow) {
    RunResult run = runOf("cache", {});
    for (const char* walk : {"raw, shared window", "chain, one lane"})
        for (const std::uint64_t bytes : {256u, 4096u})
            run.windows.push_back({.walk = walk,
                                   .bytes = bytes,
                                   .status = Status::Measured,
                                   .loads = 100,
                                   .nanoseconds = {2000, 2000},
                                   .twice = {4000, 4000}});
    const auto charts = chartsOf(run);
    ASSERT_THAT(charts, testing::SizeIs(2));
    EXPECT_THAT(charts[0], HasSubstr(">chain, one lane<"));
    EXPECT_THAT(charts[0], HasSubstr(">20<")) << "nanoseconds a load";
    EXPECT_THAT(charts[1], HasSubstr(">raw, shared window<"));
    EXPECT_THAT(charts[1], HasSubstr(">0.05<")); // loads a nanosecond, as in the tables
    EXPECT_THAT(charts[1], HasSubstr(">4 KB<"));
}

} // namespace experiment_charts_test
} // namespace vkperftest
