// Runs in every format: word for word in tests/golden/report.txt, and what holds for all.
#include <set>

#include "base/named.h"
#include "golden.h"
#include "matchers.h"
#include "model/perftest_text.h"
#include "model/published.h"
#include "regular_expressions.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest::formats_test {

TEST(Formats, OfRunsAreThese) {
    for (const RunResult& run : {sampleRun(), printedRun()})
        for (const char* format : {"table", "markdown", "csv", "perftest"})
            expectGolden(writtenRun(format, run));
    for (const RunResult& run : {sampleRunWithControls(), emptyRun()})
        for (const char* format : {"table", "csv"}) expectGolden(writtenRun(format, run));
}

TEST(Formats, OfFewSamplesHaveNoInterval) {
    RunResult run = sampleRun();
    run.rows.resize(1);
    run.rows[0].baselineNanoseconds.resize(5);
    for (StrategyResult& strategy : run.rows[0].strategies) strategy.nanoseconds.resize(5);
    expectGolden(writtenRun("csv", run));
}

// As the A/A control is measured against itself, it may be a little off.
TEST(Formats, TheBaselineIsOneByDefinition) {
    RunResult run = sampleRun();
    run.rows[1].strategies[0] = measuredStrategy("set", 35.1, 0.001);
    EXPECT_EQ(linesOf(writtenRun("perftest", run))[3], "Buffer<RGBA8>.Load random: 35.100ms 1.000x");
    run.rows[1].noLoads = run.rows[1].name; // that it takes as long as
    EXPECT_THAT(writtenRun("markdown", run),
                HasSubstr("| 35.100 | 1.000x | baseline | 7.65 | instructions |"));
}

TEST(Formats, OneStrategyHasNoComparison) {
    RunResult run = sampleRun();
    run.settings.strategies = {"set"};
    for (RowResult& row : run.rows) row.strategies.pop_back();
    EXPECT_THAT(writtenRun("markdown", run), HasSubstr(" | loads/ns | limiter |\n"));
}

TEST(Formats, HaveColourOnlyWhenAsked) {
    const std::string colored = writtenRun("table", sampleRun(), true);
    EXPECT_THAT(colored, AllOf(HasSubstr("\x1b[1mrow "), HasSubstr("\x1b[0m\n")));
    EXPECT_EQ(replaceMatches(colored, "\x1b\\[[0-9]+m", ""), writtenRun("table", sampleRun()));
}

TEST(Formats, AlignWhatATableAndEscapeWhatMarkdownAndCsvNeed) {
    expectGolden(writtenGrid("table", {{{"name"}, {"ms", Kind::Number}, {"±"}, {"last"}},
                                       {{"a", "10.5", "±0.1 %", "x"}, {"longer", "9", "", ""}, {"short"}}}));
    const Grid odd{{{"a|b,c"}, {"two\nlines", Kind::Number}},
                   {{R"(C:\<x>|*)", "1*"}, {"comma, quote \" and\nline", "-1.5x"}, {"", "\""}}};
    expectGolden(writtenGrid("markdown", odd));
    EXPECT_EQ(writtenGrid("csv", odd),
              "\"a|b,c\",\"two\nlines\"\nC:\\<x>|*,1*\n\"comma, quote \"\" and\nline\","
              "-1.5x\n,\"\"\"\"\n");
    EXPECT_EQ(writtenGrid("csv", {{{"\r"}}, {}}), "\"\r\"\n");
    EXPECT_EQ(parsedCsv(writtenGrid("csv", odd))[2], odd.rows[1]);
    expectGolden(
        written("markdown",
                {.sections = {{.remarks = {"* wide", "# C#", "- not", "+1 %", "> that", "plain - # >"}}}}));
}

TEST(Formats, HaveNamesOfTheirOwnByWhichTheyAreFound) {
    std::set<std::string_view> names;
    for (const Writer& format : runWriters()) {
        EXPECT_TRUE(names.insert(format.name).second) << format.name;
        EXPECT_EQ(findNamed(runWriters(), format.name, "no format").value(), &format);
    }
}

class EveryFormat : public testing::TestWithParam<std::size_t> {
protected:
    std::string written(const RunResult& run) const { return writtenRun(runWriters()[GetParam()].name, run); }
};

TEST_P(EveryFormat, HasWholeLinesWithoutBlanksAtTheirEndsAndNoNaN) {
    for (const RunResult& run : {sampleRun(), emptyRun()}) {
        const std::string text = written(run);
        EXPECT_THAT(text, EndsWith("\n"));
        EXPECT_FALSE(holdsNoNumber(text)) << text;
        EXPECT_THAT(text, Not(HasSubstr("\x1b")));
        for (const std::string& line : linesOf(text))
            EXPECT_FALSE(line.ends_with(" ") || line.ends_with("\t") || line.ends_with("\r")) << line;
    }
}

TEST_P(EveryFormat, NamesEveryRowAndItsState) {
    const std::string text = written(sampleRun());
    for (const RowResult& row : sampleRun().rows) {
        const std::string markdown = replaceMatches(row.name, "<", "\\<");
        EXPECT_THAT(text, testing::AnyOf(HasSubstr(row.name), HasSubstr(markdown)));
    }
    for (const char* state : {"unsupported", "failed", "not measured", "wrong values", "time ran out"})
        EXPECT_THAT(text, HasSubstr(state));
}

INSTANTIATE_TEST_SUITE_P(Report, EveryFormat, testing::Range(std::size_t{0}, runWriters().size()),
                         [](const auto& index) { return std::string(runWriters()[index.param].name); });

// What is printed is read again as it was.
TEST(PerftestFormat, OfPublishedTablesIsImported) {
    for (const RunResult& table : referenceTables()) {
        SCOPED_TRACE(table.device.name);
        const Result<ImportedText> text = parsePerfTestText(writtenRun("perftest", table));
        ASSERT_TRUE(text.ok()) << text.error().sentence();
        EXPECT_TRUE(text.value().ignoredLines.empty());
        const RunResult& run = text.value().run;
        EXPECT_EQ(run.settings.baseline, table.settings.baseline);
        EXPECT_EQ(run.settings.strategies, table.settings.strategies);
        EXPECT_EQ(writtenRun("perftest", run), writtenRun("perftest", table));
        ASSERT_EQ(run.rows.size(), table.rows.size());
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            EXPECT_EQ(run.rows[i].name, table.rows[i].name);
            const PrintedFigures& read = *run.rows[i].strategies[0].printed;
            const PrintedFigures& published = *table.rows[i].strategies[0].printed;
            EXPECT_NEAR(read.milliseconds.value(), published.milliseconds.value(), 0.0005);
            EXPECT_NEAR(read.ratio, published.ratio, 0.0005);
            // The text does not tell how old the figures are.
            EXPECT_EQ(read.footnote, perfTestFootnote(table.rows[i].name));
        }
    }
}

} // namespace vkperftest::formats_test
