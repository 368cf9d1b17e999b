// The page: what it shows of files, and that nothing from a file can be more than text on it.
#include "report/page.h"

#include <deque>

#include <fmt/format.h>

#include "../model/made_up_run.h"
#include "regular_expressions.h"
#include "report/phrases.h"
#include "report/writers.h"
#include "sample_run.h"

namespace vkperftest::page_test {

// The runs must outlive the document.
struct Page {
    std::deque<RunFigures> figures;
    Document document;

    explicit Page(const std::deque<RunResult>& runs) {
        std::vector<NamedFigures> named;
        for (const RunResult& run : runs)
            named.push_back({fmt::format("{}.json", named.size()), &figures.emplace_back(analyse(run))});
        document = pageOf(sortedByDevice(named));
    }
    // The first whose title begins so; null: none.
    const Section* find(const std::string& title) const {
        const auto found = std::ranges::find_if(
            document.sections, [&](const Section& each) { return each.title.starts_with(title); });
        return found != document.sections.end() ? &*found : nullptr;
    }
    const Grid& grid(const std::string& title) const {
        static const Grid kNone;
        EXPECT_NE(find(title), nullptr) << title;
        return find(title) != nullptr ? find(title)->grid : kNone;
    }
};

RunResult deviceRun(const std::string& device, std::uint32_t id, std::uint64_t seed = 1) {
    RunResult run = madeUpRun({.rows = 12, .seed = seed});
    run.device.name = device;
    run.device.deviceId = id;
    return run;
}

// A user's shader: what was measured of it stands with its source, which is text alone.
TEST(Page, ShowsAShadersTimesLoadsAndSource) {
    RunResult run = sampleRunWithControls();
    run.rows.assign(4, run.rows[0]); // equal, which a terminal's first screen leaves out
    run.rows[0].name = "as written";
    for (const std::size_t equal : {1U, 2U, 3U}) run.rows[equal].name = fmt::format("variant {}", equal);
    run.settings.shader = TriedShader{
        .file = "copy.hlsl",
        .entryPoint = "main",
        .setting = "4 workgroups of 64",
        .source = "if (a < b)\n    <script>copy();</script>\nend\nold\nwait();\nwait();\nfirst\nsecond\n",
        .variants = {{.name = "variant 1", .reason = ""}, {.name = "wide", .reason = "it loads no words"}}};
    const Page page({run});
    EXPECT_EQ(page.find("How fast"), nullptr);
    const Section* const shader = page.find("Your shader: copy.hlsl");
    ASSERT_NE(shader, nullptr);
    EXPECT_THAT(shader->grid.rows, SizeIs(4));
    EXPECT_EQ(shader->grid.rows[1][0], "variant 1");
    const std::string html = htmlPage(page.document);
    EXPECT_THAT(html, HasSubstr("<pre>if (a &lt; b)\n    &lt;script&gt;copy();&lt;/script&gt;\nend\nold"));
    EXPECT_THAT(html, Not(HasSubstr("<script>copy")));
    run.settings.shader->variants = {
        {.name = "variant 1", .source = "if (a < b)\n    paste();\nend\nnew\nwait();\nsecond\nfirst\n"}};
    const Page both({run});
    EXPECT_THAT(htmlPage(both.document), HasSubstr("    paste();\nend\nnew\nwait();\nsecond\nfirst\n</pre>"));
}

TEST(Page, HoldsEveryFigureOfARun) {
    const RunResult run = sampleRunWithControls();
    const Page page({run});
    const Grid& grid = page.grid("How fast");
    ASSERT_THAT(grid.rows, SizeIs(run.rows.size()));
    ASSERT_THAT(grid.columns, SizeIs(1 + run.settings.strategies.size()));
    for (std::size_t r = 0; r < run.rows.size(); ++r) {
        EXPECT_EQ(grid.rows[r][0], run.rows[r].name);
        for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
            EXPECT_EQ(grid.columns[1 + s].title, run.settings.strategies[s]);
            const std::optional<StrategyFigures>& known = page.figures[0].rows[r].strategies[s];
            const StrategyResult& result = run.rows[r].strategies[s];
            const std::string &cell = grid.rows[r][1 + s], &details = grid.details[r][1 + s];
            if (known) {
                EXPECT_TRUE(cell.starts_with(ratioText(*known))) << cell;
                EXPECT_THAT(details,
                            HasSubstr(known->isBaseline ? "the baseline" : ratioWithInterval(known->ratio)));
                EXPECT_THAT(details, HasSubstr(loadsText(*known->loadsPerNanosecond) + " loads/ns"));
            } else {
                EXPECT_EQ(cell, statusName(result.status));
                EXPECT_EQ(details, reasonText(result.reason));
            }
        }
    }
}

TEST(Page, SetsFilesOfOneSuiteSideBySide) {
    const Page page({deviceRun("A", 1), deviceRun("B", 2), deviceRun("A", 1, 2)});
    EXPECT_EQ(page.document.heading, "Loads of A, B");
    const Grid& grid = page.grid("How fast");
    ASSERT_THAT(grid.columns, SizeIs(4));
    EXPECT_EQ(grid.columns[1].title, "A (0.json)");
    EXPECT_EQ(grid.columns[2].title, "B");
    EXPECT_EQ(grid.columns[3].title, "A (2.json)");
    EXPECT_THAT(grid.rows, SizeIs(12));
    std::deque<RunResult> runs(3, deviceRun("A", 1));
    runs[0].settings.suite = "x";
    runs[1].settings.suite = "y";
    const Page ofSuites(runs);
    std::vector<std::string> suites; // the matrix first
    for (const Section& each : ofSuites.document.sections)
        if (each.title.starts_with("How fast"))
            suites.push_back(each.title.substr(each.title.rfind(' ') + 1));
    EXPECT_THAT(suites, ElementsAre("matrix?", "x?", "y?"));
}

TEST(Page, CountsADeviceOnceHoweverManyFilesItHas) {
    std::deque<RunResult> runs;
    for (const std::uint32_t id : {1u, 2u, 2u, 3u, 4u, 4u})
        runs.push_back(deviceRun(fmt::format("GPU {}", id), id, 1 + runs.size()));
    const Page page(runs);
    EXPECT_EQ(page.document.heading, "Loads of 4 devices");
    EXPECT_THAT(page.grid("Which load is fastest?").rows, SizeIs(4));
    EXPECT_THAT(page.grid("Files").rows, SizeIs(6));
    for (const Section& each : page.document.sections) EXPECT_THAT(each.pictures, SizeIs(0)) << each.title;
}

TEST(Page, KeepsTextFromFilesFromBecomingMarkup) {
    const std::string hostile = "</script><script>alert(1)</script><!-- <img src=x> {{content}} \" \xff\x1b";
    RunResult run = deviceRun("A", 1);
    run.rows[5].strategies[0] = {.strategy = "set", .status = Status::Unsupported};
    const std::string before = htmlPage(Page({run, run}).document);
    for (std::string* text :
         {&run.device.name, &run.device.driverName, &run.device.driverInfo, &run.device.apiVersion,
          &run.settings.effort, &run.settings.baseline, &run.settings.strategies[0], &run.host.os,
          &run.host.kernel, &run.host.cpu, &run.host.cpuGovernor, &run.tool.version, &run.tool.kernelCompiler,
          &run.started, &run.codesMissing, &run.conditionsMissing})
        *text = hostile;
    for (RowResult& row : run.rows) {
        row.name += hostile;
        row.operation = row.pattern = row.id = hostile;
        for (StrategyResult& strategy : row.strategies) strategy.reason = {ReasonKind::Broke, hostile};
    }
    const std::string page = htmlPage(Page({run, run}).document);
    for (const char* markup : {"<script", "</script", "<!--", "<img", "<main"})
        EXPECT_EQ(countMatches(page, markup), countMatches(before, markup)) << markup;
    EXPECT_THAT(page, Not(HasSubstr("\x1b")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
}

TEST(Page, ForbidsEveryConnectionAndOtherScripts) {
    const std::string page = htmlPage(Page({sampleRun()}).document);
    EXPECT_THAT(page, ContainsRegex("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                                    "script-src 'sha256-[A-Za-z0-9+/]{43}='; style-src 'unsafe-inline'; "));
    EXPECT_EQ(countMatches(page, "\\{\\{"), 0u); // all parts were filled in
    EXPECT_LT(page.size(), 200'000u);
}

TEST(Page, ColoursRatiosAndShowsWhatStandsBehindThem) {
    Document document{.heading = "A"};
    Grid grid{.columns = {{"load"}, {"x", Kind::Ratio}}};
    grid.rows = {{"a", "16.000x+"}, {"b", "1.000x"}, {"c", "0.125x"}, {}, {"d", "failed"}, {"e", "9.000x~"}};
    grid.details = {{"", "a \"reason\""}};
    document.sections = {{.title = "B", .grid = grid, .remarks = {"`a<b` and `c"}, .folded = true}};
    const std::string page = htmlPage(document);
    for (const char* cell : {"heat12\" title=\"a &quot;reason&quot;\">16.000x+", "heat6\">1.000x",
                             "heat0\">0.125x", "none\">failed", "none\">9.000x~"})
        EXPECT_THAT(page, HasSubstr(fmt::format("<td class=\"heat {}</td>", cell)));
    EXPECT_THAT(page, HasSubstr("<details><summary>B</summary>"));
    EXPECT_THAT(page, HasSubstr("<code>a&lt;b</code> and "));
    EXPECT_EQ(countMatches(page, "<tr>"), 6u); // a row without cells is a gap for terminals only
}

} // namespace vkperftest::page_test
