// What holds for every format.
#include "report/formats.h"

#include <set>

#include <gmock/gmock.h>

#include "base/named.h"

#include "sample_run.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

TEST(Formats, HaveNamesOfTheirOwnAndSummaries) {
    std::set<std::string_view> names, endings;
    for (const ReportFormat& format : reportFormats()) {
        EXPECT_TRUE(names.insert(format.name).second) << format.name;
        EXPECT_FALSE(format.summary.empty()) << format.name;
        if (format.ending.empty()) continue;
        EXPECT_TRUE(format.ending.starts_with(".")) << format.name;
        EXPECT_TRUE(endings.insert(format.ending).second) << format.ending;
    }
    EXPECT_THAT(names, testing::IsSupersetOf({"table", "perftest", "csv", "markdown"}));
}

TEST(Formats, AreFoundByName) {
    for (const ReportFormat& format : reportFormats()) {
        const Result<const ReportFormat*> found = findReportFormat(format.name);
        ASSERT_TRUE(found.ok());
        EXPECT_EQ(found.value(), &format);
    }
    for (const char* name : {"", "pdf", "cs", "CSV "}) {
        const Result<const ReportFormat*> unknown = findReportFormat(name);
        ASSERT_FALSE(unknown.ok()) << name;
        EXPECT_EQ(unknown.error().kind, ErrorKind::Usage);
        for (const ReportFormat& format : reportFormats()) {
            EXPECT_THAT(unknown.error().remedy, HasSubstr(std::string(format.name)));
        }
    }
}

TEST(Formats, AreFoundByTheEndingOfAPath) {
    const auto nameOf = [](std::string_view path) {
        const ReportFormat* format = findByEnding(reportFormats(), path);
        return format == nullptr ? std::string_view("none") : format->name;
    };
    EXPECT_EQ(nameOf("results.csv"), "csv");
    EXPECT_EQ(nameOf("some/where.md/R.CSV"), "csv");
    EXPECT_EQ(nameOf("README.md"), "markdown");
    EXPECT_EQ(nameOf("results.txt"), "none");
    EXPECT_EQ(nameOf("csv"), "none");
    EXPECT_EQ(nameOf("results.csv.gz"), "none");
    EXPECT_EQ(nameOf(""), "none");
}

class EveryFormat : public testing::TestWithParam<std::size_t> {
protected:
    std::string written(const RunResult& run, bool color = false) const {
        return reportFormats()[GetParam()].write(analyse(run), {.color = color});
    }
};

TEST_P(EveryFormat, HasWholeLinesWithoutTrailingSpaces) {
    for (const RunResult& run : {sampleRun(), emptyRun()}) {
        const std::string text = written(run);
        ASSERT_FALSE(text.empty());
        EXPECT_EQ(text.back(), '\n');
        for (const std::string& line : linesOf(text)) {
            EXPECT_FALSE(line.ends_with(" ") || line.ends_with("\t") || line.ends_with("\r"))
                << "'" << line << "'";
        }
    }
}

TEST_P(EveryFormat, HoldsNoNaNOrInfinity) {
    for (const RunResult& run : {sampleRun(), emptyRun()})
        EXPECT_FALSE(holdsNoNumber(written(run))) << written(run);
}

TEST_P(EveryFormat, NamesEveryRowAndItsState) {
    const std::string text = written(sampleRun());
    for (const RowResult& row : sampleRun().rows) {
        const bool named = text.find(row.name) != std::string::npos;
        const std::string escaped = std::regex_replace(row.name, std::regex("<"), "\\<");
        EXPECT_TRUE(named || text.find(escaped) != std::string::npos) << row.name;
    }
    EXPECT_THAT(text, HasSubstr("unsupported"));
    EXPECT_THAT(text, HasSubstr("failed"));
    EXPECT_THAT(text, HasSubstr("not measured"));
    EXPECT_THAT(text, HasSubstr("wrong values"));
    EXPECT_THAT(text, HasSubstr("no time was left for it"));
}

TEST_P(EveryFormat, HasNoColourUnasked) {
    EXPECT_EQ(written(sampleRun()).find('\x1b'), std::string::npos);
}

TEST_P(EveryFormat, IsTheSameEveryTime) {
    EXPECT_EQ(written(sampleRun()), written(sampleRun()));
    EXPECT_NE(written(sampleRun()), written(emptyRun()));
}

INSTANTIATE_TEST_SUITE_P(Report, EveryFormat, testing::Range(std::size_t{0}, reportFormats().size()),
                         [](const auto& index) { return std::string(reportFormats()[index.param].name); });

TEST(HoldsNoNumber, FindsNaNAndInfinity) {
    for (const char* text : {"nan", "a,-nan,b", "infx", "1.0 inf\n", "-INF"}) {
        EXPECT_EQ(holdsNoNumber(text), std::string(text) != "infx") << text;
    }
    EXPECT_FALSE(holdsNoNumber("ByteAddressBuffer.Load2 unaligned linear, information"));
}

} // namespace
} // namespace vkperftest
