#include <gmock/gmock.h>

#include "model/perftest_text.h"
#include "model/published.h"
#include "regular_expressions.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace {

TEST(PerftestReport, IsPerfTestsText) {
    const std::vector<std::string> lines = linesOf(writtenRun("perftest", sampleRun()));
    ASSERT_EQ(lines.size(), 2 * (2 + 5) + 1u);
    EXPECT_EQ(lines[0], "Performance compared to Buffer<RGBA8>.Load random");
    EXPECT_EQ(lines[1], "");
    EXPECT_EQ(lines[2], "Buffer<R8>.Load uniform: 8.963ms 3.911x");
    EXPECT_EQ(lines[3], "Buffer<RGBA8>.Load random: 35.054ms 1.000x");
    EXPECT_EQ(lines[6], "Texture2D<R8>.Sample(nearest) linear: 20.000ms 1.753x");
}

TEST(PerftestReport, HasABlockForEachStrategy) {
    const std::vector<std::string> lines = linesOf(writtenRun("perftest", sampleRun()));
    ASSERT_EQ(lines.size(), 15u);
    EXPECT_EQ(lines[7], "");
    EXPECT_EQ(lines[8], "Performance compared to Buffer<RGBA8>.Load random (push)");
    EXPECT_EQ(lines[9], "");
    EXPECT_EQ(lines[10], "Buffer<R8>.Load uniform: 17.926ms 1.955x");
}

TEST(PerftestReport, GivesReasonsInsteadOfFigures) {
    const std::vector<std::string> lines = linesOf(writtenRun("perftest", sampleRun()));
    ASSERT_EQ(lines.size(), 15u);
    EXPECT_EQ(lines[5], "cbuffer{float4} load uniform: failed (wrong values)");
    EXPECT_EQ(lines[12], "ByteAddressBuffer.Load2 unaligned linear: unsupported (no \"push\", none)");
    EXPECT_EQ(lines[13], "cbuffer{float4} load uniform: not measured (time ran out)");
}

// What a tool would match PerfTest's lines with.
TEST(PerftestReport, MeasuredLinesParse) {
    const std::string form = R"(.+ (uniform|linear|random): \d+\.\d{3}ms \d+\.\d{3}x)";
    int matching = 0;
    for (const std::string& line : linesOf(writtenRun("perftest", sampleRun())))
        matching += isMatch(line, form) ? 1 : 0;
    EXPECT_EQ(matching, 4 + 3);
}

TEST(PerftestReport, BaselineIsOneByDefinition) {
    RunResult run = sampleRun();
    run.rows[1].strategies[0] = measuredStrategy("set", 35.1, 0.001); // measured against itself a little off
    EXPECT_EQ(linesOf(writtenRun("perftest", run))[3], "Buffer<RGBA8>.Load random: 35.100ms 1.000x");
}

TEST(PerftestReport, PrintsPrintedFigures) {
    const std::vector<std::string> lines = linesOf(writtenRun("perftest", printedRun()));
    ASSERT_EQ(lines.size(), 2 * (2 + 4) + 1u);
    EXPECT_EQ(lines[2], "Buffer<R8>.Load uniform: 8.963ms 3.911x");
    EXPECT_EQ(lines[3], "Buffer<RGBA8>.Load random: 35.054ms 1.000x");
    EXPECT_EQ(lines[4], "ByteAddressBuffer.Load4 linear: 70.108ms 0.500x");
    EXPECT_EQ(lines[10], "Buffer<RGBA8>.Load random: 1.250x"); // its time is not known
    EXPECT_EQ(lines[12], "ByteAddressBuffer.Load3 linear: unsupported (no such thing)");
}

// What is printed is read again as it was.
TEST(PerftestReport, OfPublishedTablesIsImported) {
    for (const ReferenceTable& table : referenceTables()) {
        SCOPED_TRACE(table.gpu);
        const Result<ImportedText> text = parsePerfTestText(writtenRun("perftest", table.run));
        ASSERT_TRUE(text.ok()) << text.error().sentence();
        EXPECT_TRUE(text.value().ignoredLines.empty());
        const RunResult& run = text.value().run;
        EXPECT_EQ(run.settings.baseline, table.run.settings.baseline);
        EXPECT_EQ(run.settings.strategies, table.run.settings.strategies);
        EXPECT_EQ(writtenRun("perftest", run), writtenRun("perftest", table.run));
        ASSERT_EQ(run.rows.size(), table.run.rows.size());
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            EXPECT_EQ(run.rows[i].name, table.run.rows[i].name);
            const PrintedFigures& read = *run.rows[i].strategies[0].printed;
            const PrintedFigures& published = *table.run.rows[i].strategies[0].printed;
            // One may be formed anew from the other, which has more digits.
            EXPECT_NEAR(read.milliseconds.value(), published.milliseconds.value(), 0.0005);
            EXPECT_NEAR(read.ratio, published.ratio, 0.0005);
            // The text does not tell how old the figures are.
            const PerfTestRow row{table.run.rows[i].operation, table.run.rows[i].pattern};
            EXPECT_EQ(read.caveat, perfTestCaveat(row));
        }
    }
}

TEST(PerftestReport, OfThisProgramIsImported) {
    const RunResult run = sampleRun();
    const Result<ImportedText> text = parsePerfTestText(writtenRun("perftest", run));
    ASSERT_TRUE(text.ok()) << text.error().sentence();
    const RunResult& read = text.value().run;
    EXPECT_EQ(read.settings.strategies, run.settings.strategies);
    ASSERT_EQ(read.rows.size(), run.rows.size());
    for (std::size_t i = 0; i < read.rows.size(); ++i) {
        SCOPED_TRACE(run.rows[i].name);
        EXPECT_EQ(read.rows[i].name, run.rows[i].name);
        for (std::size_t s = 0; s < 2; ++s) {
            const StrategyResult &is = read.rows[i].strategies[s], &was = run.rows[i].strategies[s];
            EXPECT_EQ(statusName(is.status), statusName(was.status));
            EXPECT_EQ(reasonText(is.reason), reasonText(was.reason));
        }
    }
    EXPECT_EQ(writtenRun("perftest", read), writtenRun("perftest", run));
}

} // namespace
} // namespace vkperftest
