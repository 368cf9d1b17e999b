#include "report/charts.h"

#include <gmock/gmock.h>

#include "sample_run.h"

namespace vkperftest {
namespace experiment_charts_test {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// A run of that suite with a row of each name, all of two strategies that took 1 and 2 ms.
RunResult runOf(const std::string& suite, const std::vector<std::array<std::string, 3>>& rows) {
    RunResult run = sampleRunWithControls();
    run.settings.suite = suite;
    run.rows.resize(1);
    for (const auto& [operation, pattern, variant] : rows) {
        RowResult row = sampleRow(operation, pattern, "",
                                  {measuredStrategy("set", 1, 0.01), measuredStrategy("push", 2, 0.01)});
        if (!variant.empty()) row.name += ", " + variant;
        row.load = factsOfName(row.name);
        row.sequence = run.rows[0].sequence;
        row.restarts = run.rows[0].restarts;
        run.rows.push_back(row);
    }
    return run;
}

// That it has so many, of which the first shows these texts, but not the other.
void expectCharts(const RunResult& run, std::size_t count, const std::vector<std::string>& texts,
                  const std::string& other = "nothing of the kind") {
    const std::vector<std::string> charts = experimentCharts(analyse(run));
    ASSERT_THAT(charts, SizeIs(count)) << run.settings.suite;
    for (const std::string& text : texts) EXPECT_THAT(charts[0], HasSubstr(">" + text + "<"));
    if (count > 0) {
        EXPECT_THAT(charts[0], Not(HasSubstr(other)));
    }
}

TEST(ExperimentCharts, ThereAreNoneOfTheMatrixAndOfRowsThatWereNotMeasured) {
    RunResult run = sampleRunWithControls();
    for (const char* suite : {"matrix", "stride", "vector", "binding", "cache"}) {
        run.settings.suite = suite;
        expectCharts(run, 0, {});
    }
}

TEST(ExperimentCharts, StridesAndOffsetsAreAlongX) {
    const std::string four = "StructuredBuffer<4 bytes>.Load", twelve = "StructuredBuffer<12 bytes>.Load",
                      vector = "ByteAddressBuffer.Load<float2>";
    expectCharts(runOf("stride", {{four, "linear", ""},
                                  {four, "linear", "own window"},
                                  {four, "linear", "no loads"},
                                  {twelve, "linear", ""},
                                  {"StructuredBuffer<float3>+<float2>.Load", "linear", ""}}),
                 1, {"float, in L1", "float, own windows"}, "look2"); // no no-load controls
    expectCharts(
        runOf("vector",
              {{vector, "linear", ""}, {vector, "linear", "offset 4"}, {vector, "linear", "no loads"}}),
        1, {"ByteAddressBuffer.Load&lt;float2&gt;", "4"});
}

TEST(ExperimentCharts, RecordingIsByTheLengthOfTheCommandBuffer) {
    RunResult run = runOf("binding", {});
    run.recording = {{"bind only", Status::Measured, {}, {{1, {5, 5}}, {10, {2, 2}}}},
                     {"push template", Status::Unsupported, {ReasonKind::DeviceLacks, "no extension"}, {}}};
    expectCharts(run, 1, {"bind only"}, "push template");
}

TEST(ExperimentCharts, LatencyAndThroughputAreByTheSizeOfTheWindow) {
    RunResult run = runOf("cache", {});
    for (const char* walk : {"raw loads", "chain, one lane"})
        for (const std::uint64_t bytes : {1024u, 4096u})
            run.windows.push_back({.walk = walk,
                                   .bytes = bytes,
                                   .status = Status::Measured,
                                   .loads = 100,
                                   .nanoseconds = {2000, 2000},
                                   .twice = {4000, 4000}});
    expectCharts(run, 2, {"chain, one lane", "20"}); // nanoseconds a load
    const std::string throughput = experimentCharts(analyse(run)).at(1);
    for (const char* text : {">raw loads<", ">0.05<", ">4 KB<"}) // loads a nanosecond, as in the tables
        EXPECT_THAT(throughput, HasSubstr(text));
}

} // namespace experiment_charts_test
} // namespace vkperftest
