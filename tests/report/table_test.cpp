#include <gmock/gmock.h>

#include "base/text.h"
#include "regular_expressions.h"
#include "report/phrases.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The table's lines, titles first: from the line that begins with "row" to the next empty one.
std::vector<std::string> tableLines(const std::string& report) {
    std::vector<std::string> table;
    for (const std::string& line : linesOf(report)) {
        if (table.empty() && !line.starts_with("row ")) continue;
        if (line.empty()) break;
        table.push_back(line);
    }
    return table;
}

// Cells stand between runs of two spaces or more.
std::vector<std::string> cellsOf(const std::string& line) {
    return splitAtMatches(line, " {2,}");
}

std::string writtenRemarks(const std::vector<std::string>& remarks) {
    return written("markdown", {.sections = {{.remarks = remarks}}});
}

// The terminal column after the first occurrence of `part` in the line.
std::size_t endOf(const std::string& line, const std::string& part, std::size_t from = 0) {
    const std::size_t at = line.find(part, from);
    return at == std::string::npos ? at : columns(line.substr(0, at + part.size()));
}

TEST(TableReport, BeginsWithQualityDeviceAndBaseline) {
    const std::vector<std::string> lines = linesOf(writtenRun("table", sampleRun()));
    EXPECT_EQ(lines[0], "Run quality: good.");
    EXPECT_EQ(lines[1], "Some GPU (discrete GPU), radv Mesa 22.3.6, Vulkan 1.3.230");
    EXPECT_EQ(lines[2], "Performance compared to Buffer<RGBA8>.Load random; bigger is faster");
    EXPECT_EQ(lines[3], "");
    EXPECT_THAT(lines[4], StartsWith("row "));
}

TEST(TableReport, ShowsEveryRowWithItsFigures) {
    const std::vector<std::string> table = tableLines(writtenRun("table", sampleRun()));
    ASSERT_EQ(table.size(), 1 + 5u);
    EXPECT_THAT(cellsOf(table[0]),
                testing::ElementsAre("row", "set ms", "ratio", "95 %", "loads/ns", "bound", "push ms",
                                     "ratio", "95 %", "loads/ns", "bound", "push/set"));
    EXPECT_THAT(cellsOf(table[1]),
                testing::ElementsAre("Buffer<R8>.Load uniform", "8.963", "3.911x", "±0.1 %", "29.9", "?",
                                     "17.926", "1.955x", "±0.1 %", "15.0", "?", "0.500x [0.500, 0.500]"));
    EXPECT_THAT(cellsOf(table[2]),
                testing::ElementsAre("Buffer<RGBA8>.Load random", "35.054", "1.000x", "baseline", "7.66", "?",
                                     "35.054", "1.000x", "±0.1 %", "7.66", "?", "1.000x [1.000, 1.000]"));
    EXPECT_THAT(cellsOf(table[4]),
                testing::ElementsAre("cbuffer{float4} load uniform", "failed", "not measured"));
}

TEST(TableReport, MarksImpreciseRowsAndOddMinima) {
    const std::vector<std::string> table = tableLines(writtenRun("table", sampleRun()));
    ASSERT_EQ(table.size(), 6u);
    EXPECT_THAT(table[1], Not(HasSubstr("%*")));
    EXPECT_THAT(table[3], HasSubstr("±5.0 %*"));
    EXPECT_THAT(table[3], HasSubstr("unsupported"));
    EXPECT_THAT(cellsOf(table[5])[3], testing::EndsWith("%!"));
    EXPECT_THAT(cellsOf(table[5])[8], testing::EndsWith("%"));
}

TEST(TableReport, TellsWhatBoundsARow) {
    RunResult run = sampleRunWithTwins();
    std::vector<std::string> table = tableLines(writtenRun("table", run));
    ASSERT_EQ(table.size(), 6u) << "floors are no rows";
    const auto bounds = [&](std::size_t line) {
        return cellsOf(table[line])[5] + ", " + cellsOf(table[line])[10];
    };
    EXPECT_EQ(bounds(1), "adds, ?");
    EXPECT_EQ(bounds(2), "loads, loads");
    run.rows[1].floor = run.rows[1].name; // that it takes as long as
    table = tableLines(writtenRun("table", run));
    EXPECT_EQ(bounds(2), "adds, adds") << "the baseline too";
    EXPECT_THAT(writtenRun("markdown", sampleRunWithTwins()), HasSubstr("| 3.911x | ±0.1 % | 29.9 | adds |"));
    EXPECT_THAT(writtenRun("html", sampleRunWithTwins()), HasSubstr(">adds<"));
}

TEST(TableReport, ColumnsAreAligned) {
    const std::vector<std::string> table = tableLines(writtenRun("table", sampleRun()));
    ASSERT_EQ(table.size(), 6u);
    const std::size_t milliseconds = endOf(table[0], "set ms");
    const std::size_t loads = endOf(table[0], "loads/ns");
    const std::size_t second = table[0].find("push ms");
    EXPECT_EQ(endOf(table[1], "8.963"), milliseconds);
    EXPECT_EQ(endOf(table[2], "35.054"), milliseconds);
    EXPECT_EQ(endOf(table[3], "10.000"), milliseconds);
    EXPECT_EQ(endOf(table[4], "failed"), milliseconds);
    EXPECT_EQ(endOf(table[1], "29.9"), loads);
    EXPECT_EQ(endOf(table[2], "7.66"), loads);
    EXPECT_EQ(endOf(table[1], "17.926"), second + 7);
    EXPECT_EQ(endOf(table[3], "unsupported"), endOf(table[4], "not measured"));
    EXPECT_EQ(endOf(table[1], "0.500x ["),
              endOf(table[2], "1.000x [")); // the second ends with a bracket only here
}

TEST(TableReport, ShowsPrintedFigures) {
    const std::string text = writtenRun("table", printedRun());
    EXPECT_EQ(linesOf(text)[0], "Some GPU, somebody's text");
    const std::vector<std::string> table = tableLines(text);
    ASSERT_EQ(table.size(), 1 + 4u);
    EXPECT_THAT(cellsOf(table[1]), testing::ElementsAre("Buffer<R8>.Load uniform", "8.963", "3.911x", "±?",
                                                        "17.926", "1.955x", "±?", "0.500x"));
    EXPECT_THAT(cellsOf(table[2]), testing::ElementsAre("Buffer<RGBA8>.Load random", "35.054", "1.000x",
                                                        "baseline", "1.250x", "±?", "1.250x"));
    EXPECT_THAT(cellsOf(table[3]), testing::ElementsAre("ByteAddressBuffer.Load4 linear", "70.108", "0.500x",
                                                        "±?~", "70.108", "0.500x", "±?~", "1.000x"));
    EXPECT_EQ(endOf(table[1], "8.963"), endOf(table[0], "set ms")); // empty cells keep their columns
    EXPECT_EQ(endOf(table[1], "17.926"), endOf(table[0], "push ms"));
    EXPECT_FALSE(holdsNoNumber(text)) << text;
}

TEST(TableReport, ColourOnlyWhenAsked) {
    EXPECT_THAT(writtenRun("table", sampleRun()), Not(HasSubstr("\x1b")));
    const std::string colored = writtenRun("table", sampleRun(), true);
    EXPECT_THAT(colored, HasSubstr("\x1b[1mrow "));
    EXPECT_THAT(colored, HasSubstr("\x1b[0m\n"));
    EXPECT_EQ(replaceMatches(colored, "\x1b\\[[0-9]+m", ""), writtenRun("table", sampleRun()));
}

TEST(TableReport, OneStrategyHasNoComparison) {
    RunResult run = sampleRun();
    run.settings.strategies = {"set"};
    for (RowResult& row : run.rows) row.strategies.pop_back();
    const std::vector<std::string> table = tableLines(writtenRun("table", run));
    EXPECT_THAT(cellsOf(table[0]),
                testing::ElementsAre("row", "set ms", "ratio", "95 %", "loads/ns", "bound"));
}

TEST(TableReport, EndsWithTheRemarks) {
    const std::string text = writtenRun("table", sampleRun());
    for (const std::string& remark : remarks(analyse(sampleRun())))
        EXPECT_THAT(text, HasSubstr("\n" + remark + "\n"));
}

TEST(AlignedGrid, PadsToTheWidestCell) {
    const Grid grid{{{"name"}, {"ms", Kind::Number}, {"±"}, {"last"}},
                    {{"a", "10.5", "±0.1 %", "x"}, {"longer", "9", "", ""}, {"short"}}};
    EXPECT_EQ(writtenGrid("table", grid), "name      ms  ±       last\n"
                                          "a       10.5  ±0.1 %  x\n"
                                          "longer     9\n"
                                          "short\n");
}

TEST(MarkdownReport, RowsHaveTheCellsOfTheTitles) {
    std::vector<std::string> table;
    for (const std::string& line : linesOf(writtenRun("markdown", sampleRun()))) {
        if (line.starts_with("|")) table.push_back(line);
    }
    ASSERT_EQ(table.size(), 2 + 5u);
    for (const std::string& line : table) {
        EXPECT_EQ(countMatches(line, R"((^|[^\\])\|)"), 12 + 1u) << line;
        EXPECT_THAT(line, testing::EndsWith("|"));
    }
    EXPECT_TRUE(isMatch(table[1], R"(\|(---:?\|)+)"));
    EXPECT_THAT(table[2], StartsWith("| Buffer\\<R8>.Load uniform | 8.963 | 3.911x | ±0.1 % |"));
}

TEST(MarkdownReport, ShowsPrintedFigures) {
    const std::string text = writtenRun("markdown", printedRun());
    EXPECT_THAT(text, StartsWith("Some GPU, somebody's text\n"));
    EXPECT_THAT(
        text,
        HasSubstr("\n| Buffer\\<R8>.Load uniform | 8.963 | 3.911x | ±? |  |  | 17.926 | 1.955x | ±? |  |  "
                  "| 0.500x |\n"));
    EXPECT_THAT(text, HasSubstr("\n- ~ not comparable: 2 rows: it reads no memory.\n"));
}

TEST(MarkdownReport, RemarksAreAList) {
    const std::string text = writtenRun("markdown", sampleRun());
    for (const std::string& remark : remarks(analyse(sampleRun())))
        EXPECT_THAT(text, HasSubstr(writtenRemarks({remark})));
    EXPECT_THAT(text, HasSubstr("\nPerformance compared to Buffer\\<RGBA8>.Load random; bigger"));
    EXPECT_THAT(text, HasSubstr("\n- null row (Buffer\\<RGBA8>.Load random against itself)"));
}

TEST(MarkdownText, ShowsWhatMarkdownWouldTake) {
    const auto title = [](const std::string& text) { return writtenGrid("markdown", {{{text}}, {}}); };
    EXPECT_EQ(title(""), "|  |\n|---|\n");
    EXPECT_EQ(title("two\nlines"), "| two lines |\n|---|\n");
    EXPECT_EQ(title("Buffer<R8>.Load uniform: -1.5x"), "| Buffer\\<R8>.Load uniform: -1.5x |\n|---|\n");
    EXPECT_EQ(title(R"(C:\<x>|*)"), "| "
                                    R"(C:\\\<x>\|\*)"
                                    " |\n|---|\n");
}

TEST(MarkdownList, ShowsMarksAtTheBeginning) {
    EXPECT_EQ(writtenRemarks({"* wide", "# floor: C#", "- not", "+1 %", "> that", "plain - # >"}),
              "\n- \\* wide\n- \\# floor: C#\n- \\- not\n- \\+1 %\n- \\> that\n- plain - # >\n");
    EXPECT_EQ(writtenRemarks({}), "");
}

TEST(MarkdownGrid, EscapesWhatMarkdownWouldTake) {
    EXPECT_EQ(writtenGrid("markdown", {{{"a|b"}, {"n", Kind::Number}}, {{"<x>", "1*"}}}),
              "| a\\|b | n |\n|---|---:|\n| \\<x> | 1\\* |\n");
}

} // namespace
} // namespace vkperftest
