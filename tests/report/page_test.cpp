// The page: what it holds, and that nothing from a file can be more than data in it.
#include "report/page.h"

#include <nlohmann/json.hpp>

#include "regular_expressions.h"
#include "report/compact_run.h"
#include "sample_run.h"

namespace vkperftest {
namespace page_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string kHostile =
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> {{data}} \xff";

// What stands in the script element of that id.
json dataIn(const std::string& page, const std::string& id) {
    const std::string begin = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t from = page.find(begin) + begin.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::string pageOf(const RunResult& run, const std::string& name,
                   const std::vector<std::string>& outcome = {}) {
    const std::vector<PageFile> files(2, pageFile(name, analyse(run), outcome));
    return page(files);
}

class Page : public testing::Test {
protected:
    void SetUp() override {
        if (!checkPage().ok()) GTEST_SKIP() << "built without Chart.js";
    }
};

TEST_F(Page, HoldsEveryFigureOfTheRun) {
    const RunResult run = sampleRunWithTwins();
    const RunFigures figures = analyse(run);
    const json data = dataIn(pageOf(run, "a.json", {"Nothing differs."}), "data");
    EXPECT_EQ(data["title"], "Loads of " + run.device.name);
    ASSERT_EQ(data["files"].size(), 2u);
    EXPECT_EQ(data["rows"].size(), 1u) << "the two files have the same rows";
    const json& file = data["files"][1];
    EXPECT_EQ(file["rows"], 0);
    EXPECT_EQ(file["name"], "a.json");
    EXPECT_EQ(file["outcome"], json({"Nothing differs."}));
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const json& columns = file["strategies"][s];
        EXPECT_EQ(columns["strategy"], run.settings.strategies[s]);
        for (std::size_t r = 0; r < run.rows.size(); ++r) {
            SCOPED_TRACE(run.rows[r].name);
            EXPECT_EQ(data["rows"][0][r][0], run.rows[r].name);
            const std::optional<StrategyFigures>& known = figures.rows[r].strategies[s];
            const json& ratio = columns["ratio"]["median"][r];
            if (!known) {
                EXPECT_EQ(ratio, nullptr);
                EXPECT_NE(columns["status"].get<std::string>()[r], 'm');
                continue;
            }
            EXPECT_EQ(ratio, known->isBaseline ? 1 : known->ratio.median);
            EXPECT_EQ(columns["loads"][r], *known->loadsPerNanosecond);
            EXPECT_EQ(columns["milliseconds"][r], *known->milliseconds);
            if (known->isBaseline) continue;
            EXPECT_EQ(columns["ratio"]["low"][r], known->ratio.interval->low);
            EXPECT_EQ(columns["ratio"]["high"][r], known->ratio.interval->high);
        }
    }
}

TEST_F(Page, NamesSignsAndTheirMeanings) {
    const json signs = dataIn(pageOf(sampleRunWithTwins(), "a.json"), "data")["signs"];
    EXPECT_EQ(signs.size(), signMeanings().size());
    EXPECT_EQ(signs[0]["sign"], "+");
    EXPECT_EQ(signs[0]["meaning"], signMeanings()[0].meaning);
}

TEST_F(Page, SaysWhyThereIsNoFigure) {
    const RunResult run = sampleRunWithTwins();
    const json file = dataIn(pageOf(run, "a.json"), "data")["files"][0];
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        for (std::size_t r = 0; r < run.rows.size(); ++r) {
            const StrategyResult& result = run.rows[r].strategies[s];
            if (result.reason.empty()) continue;
            EXPECT_EQ(file["texts"][file["strategies"][s]["reason"][r].get<std::size_t>()],
                      reasonText(result.reason));
        }
    }
}

TEST_F(Page, KeepsTextFromFilesFromBecomingMarkup) {
    RunResult run = sampleRunWithTwins();
    const std::string before = pageOf(run, "a.json");
    for (std::string* text :
         {&run.device.name,    &run.device.driverName, &run.device.driverInfo, &run.device.apiVersion,
          &run.settings.suite, &run.settings.effort,   &run.settings.baseline, &run.settings.strategies[0],
          &run.host.os,        &run.host.kernel,       &run.host.cpu,          &run.host.cpuGovernor,
          &run.host.power,     &run.tool.version,      &run.tool.commit,       &run.tool.kernelCompiler,
          &run.started,        &run.aborted,           &run.codesMissing,      &run.conditionsMissing})
        *text = kHostile;
    run.host.deviceState = {kHostile};
    for (RowResult& row : run.rows) {
        row.name += kHostile;
        row.operation = row.pattern = row.id = kHostile;
        for (StrategyResult& strategy : row.strategies)
            strategy.reason = {ReasonKind::OtherSentence, kHostile};
    }
    const std::string page = pageOf(run, kHostile, {kHostile});
    const auto count = [](const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    };
    for (const char* markup : {"<script", "</script", "<!--", "<img"})
        EXPECT_EQ(count(page, markup), count(before, markup)) << markup;
    EXPECT_EQ(dataIn(page, "data")["files"][0]["name"].get<std::string>().substr(0, 9), "</script>");
}

TEST_F(Page, ForbidsEveryConnection) {
    const std::string page = pageOf(sampleRunWithTwins(), "a.json");
    EXPECT_THAT(
        page, ContainsRegex("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
                            "'sha256-[A-Za-z0-9+/]{43}=' 'sha256-[A-Za-z0-9+/]{43}='; style-src "
                            "'sha256-[A-Za-z0-9+/]{43}='; "));
    EXPECT_THAT(page, Not(HasSubstr("unsafe")));
    EXPECT_LT(page.size(), 1'500'000u);
}

TEST_F(Page, KnowsTheLimitOfL1WhereItIsKnown) {
    RunResult run = sampleRunWithTwins();
    EXPECT_EQ(dataIn(pageOf(run, "a.json"), "data")["files"][0]["limit"], nullptr);
    run.device.vendorId = 0x10de;
    run.device.name = "NVIDIA H100";
    run.device.computeUnits = 10;
    run.conditions = {{.clock = 1000}};
    const json file = dataIn(pageOf(run, "a.json"), "data")["files"][0];
    EXPECT_EQ(file["limit"], 1280);
    const json& figures = file["strategies"][0];
    ASSERT_FALSE(figures["loads"].empty());
    for (std::size_t i = 0; i < figures["loads"].size(); ++i) {
        if (figures["loads"][i].is_null())
            EXPECT_TRUE(figures["per_clock"][i].is_null());
        else
            EXPECT_NEAR(figures["per_clock"][i].get<double>(), figures["loads"][i].get<double>() / 10, 1e-6);
    }
}

TEST_F(Page, KeepsSamplesApart) {
    const RunResult run = sampleRunWithTwins();
    const json samples = dataIn(pageOf(run, "a.json"), "samples-1");
    ASSERT_EQ(samples.size(), run.rows.size());
    const json& row = samples[0];
    ASSERT_EQ(row.size(), 2 + run.rows[0].strategies.size());
    EXPECT_EQ(row[2][2].get<std::string>().size(), 2 * run.rows[0].strategies[0].nanoseconds.size());
}

TEST_F(Page, CountsDevicesInItsTitleWhereTheyAreMany) {
    std::vector<PageFile> files;
    for (const char* device : {"a", "b", "b", "c", "<d>"}) files.push_back({device, "[]", "{}", "[]"});
    EXPECT_THAT(page(files), HasSubstr("<title>Loads of 4 devices</title>"));
    EXPECT_THAT(page(std::span(files).last(2)), HasSubstr("<title>Loads of c, &lt;d&gt;</title>"));
}

} // namespace page_test
} // namespace vkperftest
