// Pictures of runs: every figure is in them, and nothing from a file can be more than text.
#include "report/charts.h"

#include "cases/load_facts.h"
#include "model/published.h"
#include "regular_expressions.h"
#include "report/document.h"
#include "sample_run.h"

namespace vkperftest::svg_test {

std::string drawn(const RunResult& run) {
    const RunFigures figures = analyse(run);
    return pictureOf({"a.json", &figures});
}

TEST(SvgPicture, HasADotForEachFigureOfTheFirstStrategyThatLoadsAllElements) {
    RunResult run = sampleRunWithControls();
    for (const Technique less : {Technique::NoLoads, Technique::Reduce}) {
        run.rows.push_back(run.rows[0]);
        run.rows.back().load.emplace(factsOf({typedLoad(Format::R8)})).technique = less;
        run.rows.back().name = "empty";
    }
    const RunFigures figures = analyse(run);
    const std::string picture = svgOf(rowsChart(figures));
    std::size_t measured = 0;
    for (const RowFigures& row : figures.rows) {
        if (row.row->name == "empty") continue;
        EXPECT_TRUE(!row.strategies[0] ||
                    picture.find(">" + htmlText(row.row->operation) + "<") != std::string::npos);
        EXPECT_EQ(picture.find("<title>" + htmlText(row.row->name) + ": ") != std::string::npos,
                  row.strategies[0] && !row.strategies[0]->incomparable);
        measured += row.strategies[0] && !row.strategies[0]->incomparable ? 1u : 0u;
    }
    EXPECT_EQ(countMatches(picture, "<circle [^>]*><title>"), measured);
    EXPECT_THAT(picture, HasSubstr(": 1.00x<")) << "the fastest";
}

TEST(SvgPicture, HasADotForEachFigureAndTheLongestAtItsEnd) {
    const DotChart chart{
        .title = "linear",
        .series = {"A", "B"},
        .lines = {{"4 B raw", "4", {{0, 1, "1.0", "A<b>"}, {1, 4, "4.0", "B"}, {1, 1, "≤1.0", "C"}}},
                  {"8 B raw", "8", {{0, 16, "16?", "A"}}}}};
    const std::string picture = svgOf(chart);
    EXPECT_EQ(countMatches(picture, "<circle [^>]*><title>"), 4u);
    EXPECT_EQ(countMatches(picture, "<circle "), 4u + 2u) << "with the legend's";
    EXPECT_EQ(countMatches(picture, "cx=\"128.0\" cy=\"57.8\""), 1u) << "beside the other";
    EXPECT_EQ(countMatches(picture, "class=\"s[01] open\""), 2u) << "what is unclear";
    EXPECT_THAT(picture, ContainsRegex("cx=\"128.0\"[^>]*class=\"s0\"><title>A&lt;b&gt;<"));
    EXPECT_THAT(picture, HasSubstr("cx=\"209.0\""));
    EXPECT_THAT(picture, HasSubstr("cx=\"290.0\""));
}

TEST(SvgPicture, LeavesRoomForTheLabelsOfItsAxisAndOfItsDots) {
    for (const auto& [most, labels] : {std::pair(2.0, 2u), {40.0, 6u}, {5000.0, 4u}}) {
        const std::string picture =
            svgOf(DotChart{.series = {"A"}, .lines = {{"a", "", {{0, most, "40.1?"}}}}});
        EXPECT_THAT(picture, HasSubstr(" width=\"342\"")) << "five characters beside x = 290";
        EXPECT_EQ(countMatches(picture, ">[0-9]+x<"), labels) << most;
    }
}

TEST(SvgPicture, OfAFileHasTheDeviceAndAChartForEachPattern) {
    const std::string picture = drawn(*findReference("RTX 3090").value());
    for (const char* part : {"aria-label=\"RTX 3090. ", ">uniform: times", ">linear: times", ">4 B raw<"})
        EXPECT_THAT(picture, HasSubstr(part));
    EXPECT_THAT(picture, Not(HasSubstr("Buffer<R32f>.Load uniform"))) << "it cannot be compared";
    EXPECT_THAT(drawn(sampleRunWithControls()), HasSubstr("Pale, ≤ and ?: ")) << "dots of several series";
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
    EXPECT_THAT(picture, EndsWith("</svg>\n"));
    run.rows.resize(1);
    EXPECT_EQ(drawn(run), "") << "nothing to compare with";
}

} // namespace vkperftest::svg_test
