#include "report/lint_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/named.h"

namespace vkperftest {
namespace lint_writers_test {

using testing::HasSubstr;
using testing::Not;

constexpr Rule kRule = {"some-rule", "Something that is slow.", Severity::Warning, nullptr};
constexpr const Rule* kRules[] = {&kRule};

ReportedFinding sample() {
    ReportedFinding finding;
    finding.rule = kRule.id;
    finding.severity = Severity::Warning;
    finding.place = {"shaders/a b.hlsl", 12, 8, 12};
    finding.entryPoint = "main";
    finding.message = "It is slow, 100% so.";
    finding.remedies = {"Make it faster.", "Leave it out."};
    finding.details = {{"offset", 12u}, {"type", "float4"}};
    finding.sourceLine = "\tö = a.Load(12);";
    finding.measured = {{"slow things are slow", "some GPU", "it takes 2.00 times as long", Verdict::Worse}};
    finding.compiled = {{"navi21", "some row", "4 × load"}};
    return finding;
}

LintReport reportOf(std::vector<ReportedFile> files) {
    return {.version = "1.2.3", .files = std::move(files), .rules = kRules};
}

LintReport sampleReport() {
    return reportOf({{.path = "shaders/a b.hlsl", .findings = {sample()}, .compiler = "glslang 12.0.0"},
                     {.path = "b.spv", .remarks = {"read as source only, since it rains"}},
                     {.path = "c.hlsl", .trouble = "'c.hlsl' cannot be read"}});
}

std::string written(std::string_view format, const LintReport& report, const Display& display = {}) {
    return findNamed(lintWriters(), format, "no").value()->write(report, display);
}

TEST(LintWriters, TextIsThatOfACompiler) {
    EXPECT_EQ(written("text", sampleReport()),
              "shaders/a b.hlsl:12:8: warning: It is slow, 100% so. [some-rule]\n"
              "    12 |  ö = a.Load(12);\n"
              "       |       ^~~~\n"
              "       = help: Make it faster.\n"
              "       = help: Leave it out.\n"
              "       = claim: slow things are slow\n"
              "       = measured: some GPU: it takes 2.00 times as long\n"
              "       = verdict: slower\n"
              "       = navi21: 4 × load (of some row)\n"
              "b.spv: note: read as source only, since it rains\n"
              "1 finding in 1 of 2 files; 1 file could not be linted (compiled: 1 by glslang\n"
              "    12.0.0)\n");
    EXPECT_THAT(written("text", sampleReport(), {.color = true}),
                HasSubstr("\x1b[1;35mwarning\x1b[0m: It is"));
    EXPECT_THAT(written("text", sampleReport()), Not(HasSubstr("\x1b")));
}

TEST(LintWriters, TextIsWrappedButForLinesOfSource) {
    LintReport report = sampleReport();
    report.files[0].findings[0].sourceLine = "\tfloat4 loaded = a.Load(12);";
    EXPECT_EQ(written("text", report, {.proseWidth = 40}), "shaders/a b.hlsl:12:8: warning: It is\n"
                                                           "    slow, 100% so. [some-rule]\n"
                                                           "    12 |  float4 loaded = a.Load(12);\n"
                                                           "       |        ^~~~\n"
                                                           "       = help: Make it faster.\n"
                                                           "       = help: Leave it out.\n"
                                                           "       = claim: slow things are slow\n"
                                                           "       = measured: some GPU: it takes\n"
                                                           "           2.00 times as long\n"
                                                           "       = verdict: slower\n"
                                                           "       = navi21: 4 × load (of some row)\n"
                                                           "b.spv: note: read as source only, since\n"
                                                           "    it rains\n"
                                                           "1 finding in 1 of 2 files; 1 file could\n"
                                                           "    not be linted (compiled: 1 by\n"
                                                           "    glslang 12.0.0)\n");
}

TEST(LintWriters, TextSaysWhatIsNotKnown) {
    ReportedFinding bare = sample();
    bare.remedies = {};
    bare.measured = {};
    bare.compiled = {};
    bare.place = {"a.spv"};
    bare.sourceLine = "";
    EXPECT_EQ(written("text", reportOf({{.path = "a.spv", .findings = {bare}}})),
              "a.spv: warning: It is slow, 100% so. [some-rule]\n1 finding in 1 of 1 file\n");
    bare.place.line = 3;
    bare.sourceLine = "a\x1b[31m";
    EXPECT_THAT(
        written("text", reportOf({{.path = "a.spv", .findings = {bare}}})),
        testing::AllOf(testing::StartsWith("a.spv:3: warning: "), HasSubstr("\n     3 | a\\u001b[31m\n")));
    EXPECT_EQ(written("text", reportOf({{.path = "a"}, {.path = "b"}})), "no findings in 2 files\n");
    EXPECT_EQ(written("text", reportOf({{.path = "a"}, {.path = "b", .passedOver = true}})),
              "no findings in 1 file; skipped 1 file without an entry point\n");
}

TEST(LintWriters, TheCaretStandsBelowWhatIsShown) {
    ReportedFinding bare = sample();
    bare.place = {.file = "a.hlsl", .line = 3, .column = 6, .endColumn = 9};
    bare.sourceLine = "\ta\u202e = b;\r"; // in bytes
    EXPECT_THAT(written("text", reportOf({{.path = "a.hlsl", .findings = {bare}}})),
                HasSubstr("\n     3 |  a\\u202e = b; \n       |         ^~~\n"));
}

TEST(LintWriters, JsonHoldsEverything) {
    const nlohmann::json json = nlohmann::json::parse(written("json", sampleReport()));
    EXPECT_EQ(json.at("finding_count"), 1);
    EXPECT_EQ(json.at("files_not_linted"), 1);
    const nlohmann::json& finding = json.at("files").at(0).at("findings").at(0);
    EXPECT_EQ(finding.at("rule"), "some-rule");
    EXPECT_EQ(finding.at("end_column"), 12);
    EXPECT_EQ(finding.at("details").at("offset"), 12);
    EXPECT_EQ(finding.at("details").at("type"), "float4");
    EXPECT_EQ(finding.at("measured").at(0).at("verdict"), "slower");
    EXPECT_EQ(finding.at("compiled").at(0).at("loads"), "4 × load");
    EXPECT_EQ(json.at("files").at(1).at("compiler"), nullptr);
    EXPECT_EQ(json.at("files").at(2).at("error"), "'c.hlsl' cannot be read");
}

TEST(LintWriters, SarifPointsAtCharacters) {
    const nlohmann::json json = nlohmann::json::parse(written("sarif", sampleReport()));
    EXPECT_EQ(json.at("version"), "2.1.0");
    const nlohmann::json& run = json.at("runs").at(0);
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(0).at("id"), "some-rule");
    EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), false);
    const nlohmann::json& result = run.at("results").at(0);
    EXPECT_EQ(result.at("ruleIndex"), 0);
    EXPECT_EQ(result.at("level"), "warning");
    const nlohmann::json& physical = result.at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(physical.at("artifactLocation").at("uri"), "shaders/a%20b.hlsl");
    EXPECT_EQ(physical.at("region").at("startLine"), 12);
    EXPECT_EQ(physical.at("region").at("startColumn"), 7); // ö is two bytes
    EXPECT_EQ(physical.at("region").at("endColumn"), 11);
}

TEST(LintWriters, SarifHasPathsAsUris) {
    ReportedFinding finding = sample();
    const auto uri = [&](const std::string& path) {
        finding.place.file = path;
        const nlohmann::json json =
            nlohmann::json::parse(written("sarif", reportOf({{.path = path, .findings = {finding}}})));
        return json["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .get<std::string>();
    };
    EXPECT_EQ(uri("/a/ö#.hlsl"), "file:///a/%C3%B6%23.hlsl");
    EXPECT_EQ(uri("a\\b.hlsl"), "a/b.hlsl");
    EXPECT_EQ(uri("C:\\a.hlsl"), "file:///C:/a.hlsl");
}

TEST(LintWriters, GithubGetsOneLineAFinding) {
    EXPECT_EQ(
        written("github", sampleReport()),
        "::warning file=shaders/a b.hlsl,line=12,col=8,endColumn=11,title=some-rule::It is slow, 100%25 so."
        "%0AMake it faster.%0ALeave it out.%0AMeasured on some GPU: it takes 2.00 times as long (verdict: "
        "slower)"
        "%0Anavi21: 4 × load (of some row)\n"
        "::error file=c.hlsl::'c.hlsl' cannot be read\n"
        "1 finding in 1 of 2 files; 1 file could not be linted\n");
    ReportedFinding finding = sample();
    finding.severity = Severity::Suggestion;
    finding.place.file = "a,b:c.hlsl";
    EXPECT_THAT(written("github", reportOf({{.path = "x", .findings = {finding}}})),
                testing::StartsWith("::notice file=a%2Cb%3Ac.hlsl,line=12"));
}

} // namespace lint_writers_test
} // namespace vkperftest
