// Pictures of runs: every figure is in them, and nothing from a file can be more than text.
#include "report/page.h"

#include "base/text.h"
#include "regular_expressions.h"
#include "report/document.h"
#include "report/phrases.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string pictureOf(const RunResult& run) {
    return svgPicture(analyse(run));
}

TEST(SvgPicture, HoldsEveryFigureOfTheFirstStrategy) {
    const RunResult run = sampleRunWithTwins();
    const RunFigures figures = analyse(run);
    const std::string picture = svgPicture(figures);
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

TEST(SvgPicture, SaysWhyThereIsNoBar) {
    EXPECT_THAT(pictureOf(sampleRun()), HasSubstr(">failed<"));
}

TEST(SvgPicture, ExplainsTheSignsThatItUses) {
    const std::string picture = pictureOf(sampleRunWithTwins());
    EXPECT_THAT(picture, HasSubstr(">+<"));
    EXPECT_THAT(picture, HasSubstr("+ limited by instructions"));
}

TEST(SvgPicture, HasAlternativesInText) {
    const std::string picture = pictureOf(sampleRun());
    EXPECT_THAT(picture, HasSubstr("role=\"img\" aria-labelledby=\"title what\""));
    EXPECT_THAT(picture, HasSubstr("<title id=\"title\">Some GPU (discrete GPU), radv Mesa 22.3.6"));
    EXPECT_THAT(picture, HasSubstr("<desc id=\"what\">Times as fast as Buffer&lt;RGBA8&gt;.Load random"));
}

TEST(SvgPicture, KeepsTextFromFilesFromBecomingMarkup) {
    RunResult run = sampleRun();
    const std::string hostile = "</text><script>alert(1)</script>\"&\xef\xbf\xbe" + std::string(10'000, 'x');
    run.device.name = run.settings.baseline = run.settings.strategies[0] = hostile;
    for (RowResult& row : run.rows) row.operation = row.pattern = hostile;
    const std::string picture = pictureOf(run);
    EXPECT_THAT(picture, Not(HasSubstr("<script")));
    EXPECT_THAT(picture, Not(HasSubstr("\xef\xbf\xbe"))) << "XML forbids it";
    EXPECT_THAT(picture, Not(ContainsRegex("&[^aglq]")));
}

TEST(SvgPicture, IsWholeWithoutRows) {
    RunResult run = sampleRun();
    run.rows.clear();
    EXPECT_THAT(pictureOf(run), testing::EndsWith("</svg>\n"));
}

} // namespace
} // namespace vkperftest
