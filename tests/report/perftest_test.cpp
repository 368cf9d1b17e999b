#include <gmock/gmock.h>

#include "report/formats.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

TEST(PerftestReport, IsPerfTestsText) {
    const std::vector<std::string> lines = linesOf(perftestReport(sampleRun(), {}));
    ASSERT_EQ(lines.size(), 2 * (2 + 5) + 1u);
    EXPECT_EQ(lines[0], "Performance compared to Buffer<RGBA8>.Load random");
    EXPECT_EQ(lines[1], "");
    EXPECT_EQ(lines[2], "Buffer<R8>.Load uniform: 8.963ms 3.911x");
    EXPECT_EQ(lines[3], "Buffer<RGBA8>.Load random: 35.054ms 1.000x");
    EXPECT_EQ(lines[6], "Texture2D<R8>.Sample(nearest) linear: 20.000ms 1.753x");
}

TEST(PerftestReport, HasABlockForEachStrategy) {
    const std::vector<std::string> lines = linesOf(perftestReport(sampleRun(), {}));
    ASSERT_EQ(lines.size(), 15u);
    EXPECT_EQ(lines[7], "");
    EXPECT_EQ(lines[8], "Performance compared to Buffer<RGBA8>.Load random (push)");
    EXPECT_EQ(lines[9], "");
    EXPECT_EQ(lines[10], "Buffer<R8>.Load uniform: 17.926ms 1.955x");
}

TEST(PerftestReport, GivesReasonsInsteadOfFigures) {
    const std::vector<std::string> lines = linesOf(perftestReport(sampleRun(), {}));
    ASSERT_EQ(lines.size(), 15u);
    EXPECT_EQ(lines[5], "cbuffer{float4} load uniform: failed (wrong values)");
    EXPECT_EQ(lines[12], "ByteAddressBuffer.Load2 unaligned linear: unsupported (no \"push\", none)");
    EXPECT_EQ(lines[13], "cbuffer{float4} load uniform: not measured (no time was left for it)");
}

// What a tool would match PerfTest's lines with.
TEST(PerftestReport, MeasuredLinesParse) {
    const std::regex form(R"(.+ (uniform|linear|random): \d+\.\d{3}ms \d+\.\d{3}x)");
    int matching = 0;
    for (const std::string& line : linesOf(perftestReport(sampleRun(), {})))
        matching += std::regex_match(line, form) ? 1 : 0;
    EXPECT_EQ(matching, 4 + 3);
}

TEST(PerftestReport, BaselineIsOneByDefinition) {
    RunResult run = sampleRun();
    run.rows[1].strategies[0] = measuredStrategy("set", 35.1, 0.001); // measured against itself a little off
    EXPECT_EQ(linesOf(perftestReport(run, {}))[3], "Buffer<RGBA8>.Load random: 35.100ms 1.000x");
}

} // namespace
} // namespace vkperftest
