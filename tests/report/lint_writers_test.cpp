#include "report/lint_report.h"

#include "base/named.h"
#include "golden.h"
#include "matchers.h"

namespace vkperftest::lint_writers_test {

constexpr Rule kRule = {"some-rule", "Something that is slow.", Severity::Warning, nullptr};

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
    finding.measured = {{"slow things are slow", "some GPU", "2.00x the time", Verdict::Worse}};
    return finding;
}

LintReport reportOf(std::vector<ReportedFile> files) {
    return {.version = "1.2.3", .files = std::move(files)};
}

LintReport sampleReport() {
    return reportOf({{.path = "shaders/a b.hlsl", .findings = {sample()}, .compiler = "glslang 12.0.0"},
                     {.path = "b.spv", .remarks = {"read as source only"}},
                     {.path = "c.hlsl", .trouble = "'c.hlsl' cannot be read"}});
}

std::string written(std::string_view format, const LintReport& report, const Display& display = {}) {
    return (format == "json" ? writeLintJson : writeLintText)(report, display);
}

TEST(LintWriters, WriteTheSample) {
    for (const char* format : {"text", "json"}) expectGolden(written(format, sampleReport()));
    LintReport narrow = sampleReport(); // wrapped but for lines of source
    narrow.files[0].findings[0].sourceLine = "\tfloat4 loaded = a.Load(12);";
    expectGolden(written("text", narrow, {.proseWidth = 40}));
    EXPECT_THAT(written("text", sampleReport(), {.color = true}),
                HasSubstr("\x1b[1;35mwarning\x1b[0m: It is"));
    EXPECT_THAT(written("text", sampleReport()), Not(HasSubstr("\x1b")));
}

TEST(LintWriters, TextSaysWhatIsNotKnown) {
    ReportedFinding bare = sample();
    bare.remedies = {};
    bare.measured = {};
    const auto expectOf = [&](const Place& place, const std::string& line) {
        bare.place = place;
        bare.sourceLine = line;
        expectGolden(written("text", reportOf({{.path = "a.spv", .findings = {bare}}})));
    };
    expectOf({"a.spv"}, "");
    expectOf({"a.spv", 3}, "a\x1b[31m");
    expectOf({.file = "a.hlsl", .line = 3, .column = 6, .endColumn = 9}, "\ta\u202e = b;\r"); // in bytes
    expectGolden(written("text", reportOf({{.path = "a"}, {.path = "b"}})));
    expectGolden(written("text", reportOf({{.path = "a"}, {.path = "b", .passedOver = true}})));
}

} // namespace vkperftest::lint_writers_test
