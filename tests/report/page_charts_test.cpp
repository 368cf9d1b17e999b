#include "report/page_charts.h"

#include <gmock/gmock.h>

#include "sample_run.h"

namespace vkperftest {
namespace page_charts_test {

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

Json chartsOf(const RunResult& run) {
    return experimentCharts(analyse(run));
}

TEST(ExperimentCharts, ThereAreNoneOfTheMatrix) {
    EXPECT_EQ(chartsOf(sampleRunWithTwins()), Json::array());
}

TEST(ExperimentCharts, StridesAreAlongX) {
    const std::string four = "StructuredBuffer<4 bytes>.Load", twelve = "StructuredBuffer<12 bytes>.Load";
    const Json charts = chartsOf(runOf("stride", {{four, "linear", ""},
                                                  {four, "linear", "own window"},
                                                  {four, "linear", "floor"},
                                                  {twelve, "linear", ""},
                                                  {"StructuredBuffer<float3>+<float2>.Load", "linear", ""}}));
    ASSERT_EQ(charts.size(), 1u);
    const Json& series = charts[0]["series"];
    ASSERT_EQ(series.size(), 2u);
    EXPECT_EQ(charts[0]["ratio"], true);
    EXPECT_EQ(series[0]["name"], "float, in L1");
    ASSERT_EQ(series[0]["points"].size(), 2u);
    EXPECT_EQ(series[0]["points"][0][0], 4);
    EXPECT_EQ(series[0]["points"][1][0], 12);
    EXPECT_EQ(series[1]["name"], "float, own windows");
    const Json& point = series[1]["points"][0];
    EXPECT_LE(point[2], point[1]);
    EXPECT_LE(point[1], point[3]);
}

TEST(ExperimentCharts, OffsetsAreAlongX) {
    const std::string load = "ByteAddressBuffer.Load<float2>";
    const Json charts = chartsOf(
        runOf("vector", {{load, "linear", ""}, {load, "linear", "offset 4"}, {load, "linear", "floor"}}));
    ASSERT_EQ(charts.size(), 1u);
    EXPECT_EQ(charts[0]["series"][0]["name"], load);
    EXPECT_EQ(charts[0]["series"][0]["points"].size(), 2u);
    EXPECT_EQ(charts[0]["series"][0]["points"][1][0], 4);
}

TEST(ExperimentCharts, SharingIsSetAgainstThePlainLoop) {
    const std::string load = "ByteAddressBuffer.Load4";
    const Json charts = chartsOf(runOf("uniform", {{load, "uniform", ""},
                                                   {load, "uniform", "shuffle"},
                                                   {load, "uniform", "floor"},
                                                   {load, "linear", ""}}));
    ASSERT_EQ(charts.size(), 1u);
    EXPECT_EQ(charts[0]["labels"], Json({load}));
    ASSERT_EQ(charts[0]["series"].size(), 1u);
    EXPECT_EQ(charts[0]["series"][0]["name"], "shuffle");
    EXPECT_NEAR(charts[0]["series"][0]["points"][0][1].get<double>(), 1, 0.02);
}

TEST(ExperimentCharts, RecordingIsByTheLengthOfTheCommandBuffer) {
    RunResult run = runOf("binding", {});
    run.recording = {{"bind only", Status::Measured, {}, {{1, {5, 5}}, {10, {2, 2}}}},
                     {"push template", Status::Unsupported, {ReasonKind::DeviceLacks, "no extension"}, {}}};
    const Json charts = chartsOf(run);
    ASSERT_EQ(charts.size(), 1u);
    EXPECT_EQ(charts[0]["logarithmic"], true);
    EXPECT_FALSE(charts[0].contains("ratio")) << "it is nanoseconds";
    ASSERT_EQ(charts[0]["series"].size(), 1u);
    EXPECT_EQ(charts[0]["series"][0]["points"], Json::parse("[[1, 5, null, null], [10, 2, null, null]]"));
}

TEST(ExperimentCharts, LatencyAndThroughputAreByTheSizeOfTheWindow) {
    RunResult run = runOf("cache", {});
    for (const char* walk : {"raw, shared window", "chain, one lane"})
        for (const std::uint64_t bytes : {256u, 512u})
            run.windows.push_back({.walk = walk,
                                   .bytes = bytes,
                                   .status = Status::Measured,
                                   .loads = 100,
                                   .nanoseconds = {2000, 2000},
                                   .twice = {4000, 4000}});
    const Json charts = experimentCharts(analyse(run));
    ASSERT_EQ(charts.size(), 2u);
    EXPECT_EQ(charts[0]["series"][0]["name"], "chain, one lane");
    EXPECT_EQ(charts[0]["series"][0]["points"][1][0], 512);
    EXPECT_EQ(charts[0]["series"][0]["points"][1][1], 20);
    EXPECT_EQ(charts[1]["series"][0]["name"], "raw, shared window");
    EXPECT_EQ(charts[1]["series"][0]["points"][1][1], 0.05) << "loads per nanosecond, as in the tables";
}

TEST(StrategySentence, CountsRowsAndNamesThoseThatDiffer) {
    const RunResult run = runOf("uniform", {{"ByteAddressBuffer.Load4", "linear", ""},
                                            {"ByteAddressBuffer.Load4", "uniform", "floor"}});
    const std::string sentence = strategySentence(analyse(run), 1);
    EXPECT_THAT(sentence, testing::StartsWith("push against set: within 1 % in "));
    EXPECT_THAT(sentence, testing::HasSubstr("ByteAddressBuffer.Load4 linear 0.500x"));
    EXPECT_THAT(sentence, testing::Not(testing::HasSubstr("floor")));
    EXPECT_EQ(strategySentence(analyse(emptyRun()), 0), "");
}

} // namespace page_charts_test
} // namespace vkperftest
