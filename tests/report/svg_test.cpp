// Pictures of runs: every figure is in them, and nothing from a file can be more than text.
#include "report/charts.h"

#include "base/text.h"
#include "regular_expressions.h"
#include "report/document.h"
#include "report/phrases.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string drawn(const RunResult& run) {
    return svgFile(pictureOf(analyse(run)));
}

TEST(SvgPicture, HoldsEveryFigureOfTheFirstStrategy) {
    const RunResult run = sampleRunWithControls();
    const RunFigures figures = analyse(run);
    const std::string picture = svgFile(pictureOf(figures));
    std::ptrdiff_t measured = 0;
    for (const RowFigures& row : figures.rows) {
        EXPECT_THAT(picture, HasSubstr(">" + htmlText(row.row->operation) + "<"));
        if (!row.strategies[0]) continue;
        EXPECT_THAT(picture, HasSubstr(">" + ratioText(*row.strategies[0]) + "<"));
        ++measured;
    }
    const std::vector<std::string> lines = split(picture, '\n');
    EXPECT_EQ(
        std::count_if(lines.begin(), lines.end(), [](auto& line) { return line.starts_with("<rect x="); }),
        measured);
}

// A run of rows that are so many times as fast as the baseline.
RunResult runOf(const std::vector<double>& ratios) {
    RunResult run = sampleRun();
    run.rows.resize(1);
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        const double milliseconds = 3.911 * 8.963 / ratios[i];
        RowResult row = sampleRow(
            "Buffer<R8>.Load", std::to_string(i), "",
            {measuredStrategy("set", milliseconds, 0.001), measuredStrategy("push", milliseconds, 0.001)});
        row.sequence = run.rows[0].sequence;
        row.restarts = run.rows[0].restarts;
        run.rows.push_back(row);
    }
    run.rows.erase(run.rows.begin());
    return run;
}

// Pixels of each bar, in the order of the rows.
std::vector<double> barsOf(const std::string& picture) {
    std::vector<double> widths;
    for (const std::string& line : split(picture, '\n'))
        if (const std::size_t at = line.find(" width=\"") + 8; line.starts_with("<rect x="))
            widths.push_back(*parseNumber(line.substr(at, line.find('"', at) - at)));
    return widths;
}

TEST(SvgPicture, HasADotForEachFigureAndTheLongestAtItsEnd) {
    const DotChart chart{
        .title = "linear",
        .series = {"A", "B"},
        .lines = {{"4 B raw", "4", {{0, 1, "1.0", "A<b>"}, {1, 4, "4.0", "B"}, {1, 1, "1.0+", "C"}}},
                  {"8 B raw", "8", {{0, 16, "16", "A"}}}}};
    const std::string picture = svgOf(chart);
    EXPECT_EQ(countMatches(picture, "<circle [^>]*><title>"), 4u);
    EXPECT_EQ(countMatches(picture, "<circle "), 4u + 2u) << "with the legend's";
    EXPECT_EQ(countMatches(picture, "cx=\"128.0\" cy=\"57.8\""), 1u) << "beside the other";
    EXPECT_EQ(countMatches(picture, "class=\"s1 open\""), 1u) << "what is unclear";
    EXPECT_THAT(picture, ContainsRegex("cx=\"128.0\"[^>]*class=\"s0\"><title>A&lt;b&gt;<"));
    EXPECT_THAT(picture, HasSubstr("cx=\"209.0\""));
    EXPECT_THAT(picture, HasSubstr("cx=\"290.0\""));
}

TEST(SvgPicture, FitsItsAxisToTheDataAndCutsTheFewBarsThatAreFarLonger) {
    EXPECT_GT(barsOf(drawn(runOf({1.5, 0.75}))).at(0), 50); // of 140 pixels that reach from 0.75x to 1.5x
    std::vector<double> ratios(40, 1.5);
    const double alone = barsOf(drawn(runOf(ratios))).back();
    ratios.front() = 0.01;
    const std::string picture = drawn(runOf(ratios));
    EXPECT_NEAR(barsOf(picture).back(), alone, alone / 3);
    EXPECT_THAT(picture, HasSubstr("ends in a point"));
    EXPECT_THAT(picture, HasSubstr(">0.010x<"));
    std::fill(ratios.begin(), ratios.begin() + 10, 0.01);
    EXPECT_THAT(drawn(runOf(ratios)), Not(HasSubstr("ends in a point"))) << "they are no exception";
}

TEST(SvgPicture, HasSignsReasonsAndAnAlternativeInText) {
    const std::string picture = drawn(sampleRunWithControls());
    for (const char* part :
         {">failed<", ">+<", "+ limited by instructions", "role=\"img\" aria-label=\"Some GPU (discrete"})
        EXPECT_THAT(picture, HasSubstr(part));
}

TEST(SvgPicture, KeepsTextFromFilesFromBecomingMarkup) {
    RunResult run = sampleRun();
    const std::string hostile = "</text><script>alert(1)</script>\"&\xef\xbf\xbe" + std::string(10'000, 'x');
    run.device.name = run.settings.baseline = run.settings.strategies[0] = hostile;
    for (RowResult& row : run.rows) row.operation = row.pattern = hostile;
    const std::string picture = drawn(run);
    EXPECT_THAT(picture, Not(HasSubstr("<script")));
    EXPECT_THAT(picture, Not(HasSubstr("\xef\xbf\xbe"))) << "XML forbids it";
    EXPECT_THAT(picture, Not(ContainsRegex("&[^aglq]")));
    run.rows.clear();
    EXPECT_THAT(drawn(run), testing::EndsWith("</svg>\n"));
}

} // namespace
} // namespace vkperftest
