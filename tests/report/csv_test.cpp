#include <map>

#include <gmock/gmock.h>

#include "base/text.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace {

using Line = std::map<std::string, std::string>;

// Every line after the titles, by title.
std::vector<Line> sampleLines(const RunResult& run) {
    const auto records = parsedCsv(writtenRun("csv", run));
    std::vector<Line> lines;
    for (std::size_t i = 1; i < records.size(); ++i) {
        EXPECT_EQ(records[i].size(), records[0].size()) << "line " << i;
        Line& line = lines.emplace_back();
        for (std::size_t k = 0; k < std::min(records[i].size(), records[0].size()); ++k) {
            EXPECT_TRUE(line.emplace(records[0][k], records[i][k]).second) << records[0][k] << " twice";
        }
    }
    return lines;
}

TEST(CsvReport, HasALineForEachStrategyOfEachRowAndOneForTheNullRow) {
    const std::vector<Line> lines = sampleLines(sampleRun());
    ASSERT_EQ(lines.size(), 5 * 2 + 1u);
    EXPECT_EQ(lines[0].at("id"), "typed-r8-uniform");
    EXPECT_EQ(lines[0].at("strategy"), "set");
    EXPECT_EQ(lines[1].at("id"), "typed-r8-uniform");
    EXPECT_EQ(lines[1].at("strategy"), "push");
    EXPECT_EQ(lines[10].at("id"), "null-row");
    EXPECT_EQ(lines[10].at("name"), "null row") << "not the baseline's key again";
}

TEST(CsvReport, HoldsTheFigures) {
    const std::vector<Line> lines = sampleLines(sampleRun());
    const Line& line = lines[1];
    EXPECT_EQ(line.at("name"), "Buffer<R8>.Load uniform");
    EXPECT_EQ(line.at("operation"), "Buffer<R8>.Load");
    EXPECT_EQ(line.at("pattern"), "uniform");
    EXPECT_EQ(line.at("status"), "measured");
    EXPECT_EQ(line.at("reason"), "");
    const auto number = [&](const std::string& title) { return parseNumber(line.at(title)).value_or(-1); };
    EXPECT_NEAR(number("milliseconds"), 17.926, 1e-3);
    EXPECT_NEAR(number("ratio"), 3.911 / 2, 1e-4);
    EXPECT_NEAR(number("ratio_low"), 3.911 / 2 / 1.001, 1e-4);
    EXPECT_NEAR(number("ratio_high"), 3.911 / 2 / 0.999, 1e-4);
    EXPECT_NEAR(number("ratio_of_minima"), 3.911 / 2, 1e-4) << "no other story";
    EXPECT_NEAR(number("loads_per_ns"), (1 << 28) / 17.926e6, 1e-3);
    EXPECT_NEAR(number("against_first"), 0.5, 1e-4);
    EXPECT_NEAR(number("against_first_low"), 0.5, 1e-4);
    EXPECT_EQ(line.at("samples"), "12");
    EXPECT_EQ(line.at("stopped"), "precision reached");
    EXPECT_EQ(line.at("imprecise"), "no");
    EXPECT_EQ(line.at("minima_disagree"), "no");
    EXPECT_EQ(lines[0].at("against_first"), "");
}

TEST(CsvReport, ShowsTheMarks) {
    const std::vector<Line> lines = sampleLines(sampleRun());
    EXPECT_EQ(lines[4].at("imprecise"), "yes");
    EXPECT_EQ(lines[4].at("stopped"), "time is up");
    EXPECT_EQ(lines[8].at("minima_disagree"), "yes");
    EXPECT_EQ(lines[9].at("minima_disagree"), "no");
}

TEST(CsvReport, LeavesFiguresEmptyAndGivesReasons) {
    const std::vector<Line> lines = sampleLines(sampleRun());
    const struct {
        std::size_t line;
        const char* status;
        const char* reason;
    } kUnmeasured[] = {{5, "unsupported", "no \"push\", none"},
                       {6, "failed", "wrong values"},
                       {7, "not measured", "time ran out"}};
    for (const auto& [index, status, reason] : kUnmeasured) {
        const Line& line = lines[index];
        EXPECT_EQ(line.at("status"), status);
        EXPECT_EQ(line.at("reason"), reason);
        for (const char* title : {"milliseconds", "ratio", "ratio_low", "ratio_high", "ratio_of_minima",
                                  "loads_per_ns", "against_first", "stopped", "imprecise"}) {
            EXPECT_EQ(line.at(title), "") << title;
        }
        EXPECT_EQ(line.at("samples"), "0");
    }
}

TEST(CsvReport, FewSamplesHaveNoInterval) {
    RunResult run = sampleRun();
    run.rows[0].baselineNanoseconds.resize(5);
    for (StrategyResult& strategy : run.rows[0].strategies) strategy.nanoseconds.resize(5);
    const Line line = sampleLines(run)[0];
    EXPECT_NE(line.at("ratio"), "");
    EXPECT_EQ(line.at("ratio_low"), "");
    EXPECT_EQ(line.at("ratio_high"), "");
    EXPECT_EQ(line.at("imprecise"), "yes");
}

TEST(CsvReport, HoldsPrintedFiguresAndTheirCaveats) {
    const std::vector<Line> lines = sampleLines(printedRun());
    ASSERT_EQ(lines.size(), 4 * 2u); // no null row
    EXPECT_EQ(lines[1].at("milliseconds"), "17.926");
    EXPECT_EQ(lines[1].at("ratio"), "1.955");
    EXPECT_EQ(lines[1].at("against_first"), "0.5");
    for (const char* title : {"id", "ratio_low", "ratio_high", "ratio_of_minima", "loads_per_ns",
                              "against_first_low", "caveat"}) {
        EXPECT_EQ(lines[1].at(title), "") << title;
    }
    EXPECT_EQ(lines[1].at("samples"), "0");
    EXPECT_EQ(lines[1].at("imprecise"), "no");
    EXPECT_EQ(lines[3].at("milliseconds"), "");
    EXPECT_EQ(lines[3].at("ratio"), "1.25");
    EXPECT_EQ(lines[4].at("caveat"), "it reads no memory");
    EXPECT_EQ(sampleLines(sampleRun())[0].at("caveat"), "");
}

TEST(CsvReport, TellsWhatBoundsARowAndWhatItGainsOverItsSerialTwin) {
    const std::vector<Line> lines = sampleLines(sampleRunWithTwins());
    ASSERT_EQ(lines.size(), 5 * 2 + 1u) << "floors are no rows";
    EXPECT_EQ(lines[0].at("over_floor").substr(0, 3), "1.1");
    EXPECT_EQ(lines[0].at("bound"), "adds");
    EXPECT_EQ(lines[0].at("serial_gain"), "2");
    EXPECT_EQ(lines[0].at("serial_gain_low").substr(0, 4), "1.99");
    EXPECT_EQ(lines[0].at("serial_gain_high").substr(0, 4), "2.00");
    EXPECT_EQ(lines[1].at("over_floor").substr(0, 3), "2.2");
    EXPECT_EQ(lines[1].at("bound"), "?");
    EXPECT_EQ(lines[2].at("bound"), "loads");
    EXPECT_EQ(lines[1].at("serial_gain"), "")
        << "the row is slower under push, the twin was measured under set";
    EXPECT_EQ(lines[4].at("over_floor"), "");
    EXPECT_EQ(lines[4].at("bound"), "?");
    EXPECT_EQ(lines[4].at("serial_gain"), "");
    EXPECT_EQ(lines[5].at("bound"), "") << "not measured";
    EXPECT_EQ(sampleLines(printedRun())[0].at("bound"), "");
}

TEST(CsvReport, HasTheSameColumnsWhateverTheStrategies) {
    RunResult run = sampleRun();
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows) std::swap(row.strategies[0], row.strategies[1]);
    EXPECT_TRUE(sampleLines(run)[0].contains("against_first"));
}

TEST(CsvGrid, QuotesWhatNeedsIt) {
    const Grid grid{
        {{"a"}, {"b,c"}},
        {{"plain text", "comma, quote \" and\nline"}, {"", "\""}, {"\r", " "}, {"two\nlines", "|"}}};
    const std::string text = writtenGrid("csv", grid);
    EXPECT_EQ(
        text,
        "a,\"b,c\"\nplain text,\"comma, quote \"\" and\nline\"\n,\"\"\"\"\n\"\r\", \n\"two\nlines\",|\n");
    EXPECT_EQ(parsedCsv(text)[1], grid.rows[0]);
}

} // namespace
} // namespace vkperftest
