// Pictures of runs: every figure is in them, and nothing from a file can be more than text.
#include "report/page.h"

#include "model/published.h"
#include "regular_expressions.h"
#include "report/document.h"

namespace vkperftest::svg_test {

std::string drawn(const RunResult& run) {
    const RunFigures figures = analyse(run);
    const NamedFigures file{"a.json", &figures};
    return pictureOf(sortedByDevice(std::span(&file, 1)));
}

TEST(SvgPicture, HasADotForEachFigureAndTheLongestAtItsEnd) {
    const DotChart chart{
        .title = "linear",
        .series = {"A", "B"},
        .lines = {{"4 B raw",
                   "4",
                   {{0, 1, false, "1.0", "A<b>"}, {1, 4, false, "4.0", "B"}, {1, 1, true, "≤1.0", "C"}}},
                  {"8 B raw", "8", {{0, 16, true, "16?", "A"}}}}};
    const std::string picture = svgOf(chart);
    EXPECT_EQ(countMatches(picture, "<circle [^>]*><title>"), 4u);
    EXPECT_EQ(countMatches(picture, "<circle "), 4u + 2u) << "with the legend's";
    EXPECT_EQ(countMatches(picture, "cx=\"128.0\" cy=\"57.8\""), 1u) << "beside the other";
    EXPECT_EQ(countMatches(picture, "class=\"s[01] open\""), 2u) << "what is unclear";
    EXPECT_THAT(picture, ContainsRegex("cx=\"128.0\"[^>]*class=\"s0\"><title>A&lt;b&gt;<"));
    EXPECT_THAT(picture, HasSubstr("cx=\"209.0\""));
    EXPECT_THAT(picture, HasSubstr("cx=\"290.0\""));
    EXPECT_THAT(svgFile("A", "B", std::span(&chart, 1)), HasSubstr("Pale, ≤ and ?: "));
}

TEST(SvgPicture, LeavesRoomForTheLabelsOfItsAxisAndOfItsDots) {
    for (const auto& [most, labels] : {std::pair(2.0, 2u), {40.0, 6u}, {5000.0, 4u}}) {
        const std::string picture =
            svgOf(DotChart{.series = {"A"}, .lines = {{"a", "", {{0, most, true, "40.1?"}}}}});
        EXPECT_THAT(picture, HasSubstr(" width=\"342\"")) << "five characters beside x = 290";
        EXPECT_EQ(countMatches(picture, ">[0-9]+x<"), labels) << most;
    }
}

TEST(SvgPicture, OfAFileHasTheDeviceAndAChartForEachPattern) {
    const std::string picture = drawn(*findReference("RTX 3090").value());
    for (const char* part : {"aria-label=\"RTX 3090. ", ">uniform: times", ">linear: times", ">4 B raw<"})
        EXPECT_THAT(picture, HasSubstr(part));
    EXPECT_THAT(picture, Not(HasSubstr("Buffer<R32f>.Load uniform"))) << "it cannot be compared";
}

TEST(SvgPicture, KeepsTextFromFilesFromBecomingMarkup) {
    RunResult run = *findReference("RTX 3090").value();
    const std::string hostile = "</text><script>alert(1)</script>\"&\xef\xbf\xbe" + std::string(10'000, 'x');
    run.device.name = run.source = hostile;
    const std::string picture = drawn(run);
    EXPECT_THAT(picture, Not(HasSubstr("<script")));
    EXPECT_THAT(picture, Not(HasSubstr("\xef\xbf\xbe"))) << "XML forbids it";
    EXPECT_THAT(picture, Not(ContainsRegex("&[^aglq]")));
    EXPECT_THAT(picture, EndsWith("</svg>\n"));
    run.rows.resize(1);
    EXPECT_EQ(drawn(run), "") << "nothing to compare with";
}

} // namespace vkperftest::svg_test
