// The answer of a page of several files.
#include "report/page_overview.h"

#include <gmock/gmock.h>

#include "advice/advice.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

using Fastest = PageAnswer::Fastest;

PageAnswer answerOf(const std::string& device, const std::string& file, std::vector<Fastest> fastest,
                    const std::string& text, std::vector<std::pair<std::string, double>> ratios) {
    return {device, file, std::move(fastest), {"", text, ""}, std::move(ratios)};
}

Fastest fastest(Pattern pattern, std::vector<std::string> kinds) {
    return {8, pattern, std::move(kinds), {"structured", "raw", "typed"}};
}

Json overviewOf(const std::vector<PageAnswer>& answers) {
    std::vector<const PageAnswer*> all;
    for (const PageAnswer& each : answers) all.push_back(&each);
    return overviewJson(all);
}

TEST(PageOverview, NamesWhatIsFastestOnEachDeviceAndOnAll) {
    const Json overview = overviewOf(
        {answerOf("A", "a.json",
                  {fastest(Pattern::Linear, {"structured", "raw"}), fastest(Pattern::Random, {"typed"})},
                  "structured or raw (linear); typed (random)", {}),
         answerOf("B", "b.json",
                  {fastest(Pattern::Linear, {"raw", "typed"}), fastest(Pattern::Random, {"raw"})},
                  "raw or typed (linear); raw (random)", {})});
    EXPECT_EQ(overview["sizes"], Json({4, 8, 16}));
    ASSERT_EQ(overview["devices"].size(), 2u);
    EXPECT_EQ(overview["devices"][1]["files"], Json({1}));
    EXPECT_EQ(overview["devices"][1]["fastest"][1], "raw or typed (linear); raw (random)");
    EXPECT_EQ(overview["common"], Json({"", "raw (linear)", ""}));
    EXPECT_EQ(overview["mostly"], Json({"", "raw: 2 of 2 (linear); raw or typed: 1 of 2 (random)", ""}));
    EXPECT_EQ(overview["difference"], "");
}

TEST(PageOverview, CountsOnlyDevicesThatMeasuredALoad) {
    const auto answer = [](const std::string& device, std::vector<std::string> kinds,
                           std::vector<std::string> compared) {
        return answerOf(device, device + ".json",
                        {{8, Pattern::Linear, std::move(kinds), std::move(compared)}}, "", {});
    };
    const std::vector<PageAnswer> answers = {
        answer("A", {"structured", "raw"}, {"structured", "raw", "typed"}),
        answer("B", {"structured", "raw"}, {"structured", "raw", "typed"}),
        answer("C", {"raw"}, {"raw", "typed"}), // an old table: no structured buffers
        answer("D", {"typed", "rare"}, {"raw", "typed", "rare"}),
    };
    EXPECT_EQ(overviewOf(answers)["mostly"][1], "structured: 2 of 2 (linear)")
        << "not 2 of 4, behind raw's 3; and one device in four is too few for the load it alone measured";
    const std::vector<PageAnswer> alike = {answer("A", {"structured", "typed"}, {"structured", "typed"}),
                                           answer("B", {"typed"}, {"raw", "typed"})};
    EXPECT_EQ(overviewOf(alike)["mostly"][1], "structured: 1 of 1, typed: 2 of 2 (linear)");
}

TEST(PageOverview, NamesTheRowThatDiffersMost) {
    const std::vector<Fastest> any = {fastest(Pattern::Linear, {"raw"})};
    const Json overview = overviewOf({answerOf("A", "a.json", any, "raw", {{"x", 1}, {"y", 2}, {"z", 9}}),
                                      answerOf("A", "b.json", any, "typed", {{"x", 1.5}, {"y", 2}}),
                                      answerOf("B", "c.json", any, "raw", {{"x", 1.2}, {"y", 0.5}})});
    EXPECT_EQ(overview["difference"], "Largest difference: y is 2.000x on A (a.json) and 0.500x on B.");
}

TEST(PageOverview, FilesOfOneDeviceThatAgreeShareALine) {
    const std::vector<Fastest> any = {fastest(Pattern::Linear, {"raw"})};
    const Json overview =
        overviewOf({answerOf("A", "a.json", any, "raw", {}), answerOf("A", "uniform.json", {}, "", {}),
                    answerOf("A", "b.json", any, "raw", {})});
    ASSERT_EQ(overview["devices"].size(), 1u);
    EXPECT_EQ(overview["devices"][0]["files"], Json({0, 2}));
}

TEST(PageOverview, OneFileNeedsNone) {
    const std::vector<Fastest> any = {fastest(Pattern::Linear, {"raw"})};
    EXPECT_EQ(overviewOf({answerOf("A", "a.json", any, "raw", {}), answerOf("A", "b.json", {}, "", {})}),
              nullptr);
}

TEST(PageOverview, ReadsTheRunsAdviceAndRatios) {
    const RunResult run = sampleRunWithTwins();
    const RunFigures figures = analyse(run);
    EXPECT_TRUE(pageAnswer("day/a.json", figures, {}).ratios.empty()) << "it is not in the overview then";
    LoadChoice choice{.bytes = 4, .pattern = Pattern::Linear, .all = {}};
    const PageAnswer answer = pageAnswer("day\\a.json", figures, {choice});
    EXPECT_EQ(answer.file, "a.json");
    EXPECT_EQ(answer.device, run.device.name);
    EXPECT_FALSE(answer.ratios.empty());
}

} // namespace
} // namespace vkperftest
