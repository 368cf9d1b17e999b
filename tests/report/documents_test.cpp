// What holds for every document in every format, whatever devices and files are called.
#include <limits>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cases/families/families.h"
#include "golden.h"
#include "matchers.h"
#include "regular_expressions.h"
#include "report/documents.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest::documents_test {

const std::string kHostile = "<script>alert(\"x\")</script>, a|b & *c*, "
                             "a/name/that/is/longer/than/a/cell/has/columns/to/spare.json";

const RunFigures& hostileRun() {
    static const RunResult run = [] {
        RunResult result = sampleRunWithControls();
        result.device.name = result.rows[0].name = result.rows[3].strategies[0].reason.detail = kHostile;
        return result;
    }();
    static const RunFigures figures = analyse(run);
    return figures;
}

Document comparison() {
    const Change slower{.name = kHostile,
                        .strategy = "set",
                        .base = 1,
                        .now = 2,
                        .change = 1,
                        .interval = Interval{.low = 0.9, .high = 1.1},
                        .verdict = Verdict::Worse,
                        .kernelDiffers = true,
                        .baseLoads = "1 × a",
                        .nowLoads = "2 × a",
                        .sameCode = false};
    const Change unclear{.name = "Buffer<R8>.Load uniform", .strategy = "push", .base = 1, .now = 1};
    const Comparison both{.changes = {slower, unclear},
                          .uncompared = {{"Buffer<R8>.Load random", "set", false,
                                          Unmeasured{Status::Failed, {ReasonKind::Broke, kHostile}}}},
                          .cautions = {kHostile}};
    const std::vector<ComparedRuns> compared(2, {kHostile, "new.json", kHostile, "a GPU", both});
    return comparisonDocument(compared);
}

Document devices() {
    const DeviceRecord device{
        .name = kHostile, .driverInfo = kHostile, .bufferAddresses = 1, .unusable = kHostile};
    const std::vector<DeviceRecord> two(2, device);
    return devicesDocument(two);
}

Document compiled() {
    const CompiledCode code{
        .rows = {{typedLoad(Format::RGBA8)}, {typedLoad(Format::R8)}},
        .strategies = {Strategy::Set},
        .drivers = {{"a.json", kHostile}},
        .subjects = {{{"a.json"}, kHostile, kHostile, {{.missing = kHostile}, {.missing = "b"}}}}};
    return compiledDocument({kHostile}, code);
}

const Experiment kExperiment{"weather", "does it rain?", nullptr};
const Finding kFinding{.topic = kHostile, .subject = kHostile, .verdict = Verdict::Worse, .scope = kHostile};

Document list() {
    const std::vector<ListedRow> rows = {{kHostile, "id", "a buffer", "kernel"}};
    return listDocument(std::vector<ListedSuite>{{kHostile, rows}, {"other", rows}});
}

Document targets() {
    const std::span<const Target> all = allTargets();
    const std::vector<CompiledSubject> listed = {
        {.subject = {"a.json", &all.front()}, .log = {.driver = kHostile}},
        {.subject = {kHostile, &all.back()}, .log = {}, .trouble = kHostile}};
    return targetsDocument(listed);
}

struct Named {
    std::string name;
    Document (*make)();
};

class EveryDocument : public testing::TestWithParam<Named> {
protected:
    const Document document = GetParam().make();

    std::string text(std::string_view format) const { return written(format, document); }
};

TEST_P(EveryDocument, HasWholeLinesAndNoNaN) {
    for (const Writer& writer : writers()) {
        const std::string all = text(writer.name);
        ASSERT_THAT(all, EndsWith("\n")) << writer.name;
        EXPECT_FALSE(holdsNoNumber(all)) << all;
        for (const std::string& line : linesOf(all)) EXPECT_FALSE(line.ends_with(" ")) << writer.name << line;
    }
}

// Programs ask for columns by names in snake case. Those of compiled code are named after devices.
TEST_P(EveryDocument, IsWellFormedJsonAndCsv) {
    EXPECT_TRUE(nlohmann::json::parse(text("json"), nullptr, false).is_structured()) << text("json");
    const auto lines = parsedCsv(text("csv"));
    EXPECT_GT(lines.size(), 1u);
    for (const std::vector<std::string>& line : lines) EXPECT_EQ(line.size(), lines[0].size());
    if (GetParam().name == "compiled" || GetParam().name == "targets") return;
    for (const std::string& key : lines[0]) EXPECT_TRUE(isMatch(key, "[a-z][a-z0-9_]*")) << key;
}

TEST_P(EveryDocument, IsOneEscapedPageInHtml) {
    const std::string whole = htmlPage(document);
    EXPECT_THAT(whole, StartsWith("<!DOCTYPE html>\n"));
    const std::string page = whole.substr(whole.find("<main>"), whole.find("</main>") - whole.find("<main>"));
    for (const char* wrong : {"<script", "alert(\"", "<R8>", " & ", "http"})
        EXPECT_THAT(page, Not(HasSubstr(wrong)));
    for (const std::string tag : {"section", "table", "tr", "ul", "li", "p", "td", "span"}) {
        const auto count = [&](const std::string& form) { return countMatches(page, form); };
        EXPECT_EQ(count("<" + tag + "[ >]"), count("</" + tag + ">")) << tag;
    }
    const bool hostile = page.find("&lt;script&gt;alert(&quot;x&quot;)") != std::string::npos;
    EXPECT_EQ(hostile, GetParam().name != "reference");
}

TEST_P(EveryDocument, HasTablesOfAsManyCellsInMarkdown) {
    std::size_t bars = 0;
    for (const std::string& line : linesOf(text("markdown"))) {
        const std::size_t here = countMatches(line, R"((^|[^\\])\|)");
        EXPECT_TRUE(bars == 0 || here == 0 || here == bars) << line;
        bars = here;
    }
}

// Names of devices and files may be long.
TEST_P(EveryDocument, FitsATerminal) {
    for (const std::size_t width : {80u, 132u}) {
        for (const bool color : {false, true}) {
            const Display display{.width = width, .proseWidth = width, .color = color};
            for (const std::string& line : linesOf(written("table", document, display))) {
                const bool oneWord = trim(line).find(' ') == std::string_view::npos; // which is not broken
                EXPECT_TRUE(columns(line) <= width || oneWord) << line;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Report, EveryDocument,
    testing::Values(Named{"run", [] { return runDocument(hostileRun()); }},
                    Named{"findings",
                          [] { return findingsDocument(kExperiment, hostileRun(), {{kFinding}}); }},
                    Named{"advice", [] { return adviceDocument(hostileRun(), true); }},
                    Named{"comparison", comparison}, Named{"list", list}, Named{"devices", devices},
                    Named{"reference", referenceDocument}, Named{"compiled", compiled},
                    Named{"targets", targets}),
    [](const auto& named) { return named.param.name; });

TEST(Documents, RecordsHaveTheirTypesInJson) {
    const std::vector<DeviceRecord> endless = {{.timestampPeriod = std::numeric_limits<double>::infinity()}};
    EXPECT_EQ(nlohmann::json::parse(written("json", devicesDocument(endless)))[0].at("timestamp_period"),
              nullptr);
    EXPECT_THAT(written("csv", devicesDocument(endless)), Not(HasSubstr(",inf,")));
    const std::vector<DeviceRecord> unlike = {{.name = "one"}, {.name = "other", .architecture = "RDNA 2"}};
    const std::vector<std::string> csv = linesOf(written("csv", devicesDocument(unlike)));
    EXPECT_EQ(countMatches(csv[1], ","), countMatches(csv[0], ",")) << "only the other has an architecture";
    EXPECT_EQ(countMatches(csv[2], ","), countMatches(csv[0], ","));
    expectGolden(writtenGrid("json", {{{"n", Kind::Number}, {"f", Kind::Flag}}, {{"1.5", "yes"}, {"many"}}}));
}

// What people look up beside vulkaninfo.
TEST(Documents, DevicesTellMemorySubgroupsL1AndExtensions) {
    const std::vector<DeviceRecord> known = {{.name = "NVIDIA GeForce RTX 3090",
                                              .vendorId = kVendorNvidia,
                                              .localMemory = 24ull << 30,
                                              .subgroupSizeControl = true,
                                              .smallestSubgroup = 8,
                                              .largestSubgroup = 32,
                                              .extensions = {"VK_A", "VK_B"},
                                              .missingExtensions = {"VK_C"}},
                                             {.name = "an unknown one"}};
    for (const char* format : {"table", "json"}) expectGolden(written(format, devicesDocument(known)));
}

TEST(Documents, VerdictsStandOut) {
    EXPECT_THAT(written("table", comparison(), true),
                HasSubstr("  \x1b[31mSLOWER\x1b[0m (SPIR-V differs)  "));
    EXPECT_THAT(htmlPage(comparison()), HasSubstr("<span class=\"worse\">SLOWER</span> (SPIR-V differs)"));
    EXPECT_THAT(written("table", comparison()), Not(HasSubstr("\x1b")));
}

} // namespace vkperftest::documents_test
