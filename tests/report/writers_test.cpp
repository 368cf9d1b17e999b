// What holds for every format.

#include <set>

#include <gmock/gmock.h>

#include "base/named.h"
#include "regular_expressions.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

TEST(Formats, HaveNamesAndEndingsOfTheirOwn) {
    std::set<std::string_view> names, endings;
    for (const Writer& format : runWriters()) {
        EXPECT_TRUE(names.insert(format.name).second) << format.name;
        if (format.ending.empty()) continue;
        EXPECT_TRUE(format.ending.starts_with(".")) << format.name;
        EXPECT_TRUE(endings.insert(format.ending).second) << format.ending;
    }
    EXPECT_THAT(names, testing::IsSupersetOf({"table", "perftest", "csv", "markdown"}));
}

TEST(Formats, AreFoundByName) {
    for (const Writer& format : runWriters()) {
        const Result<const Writer*> found = findNamed(runWriters(), format.name, "no format");
        ASSERT_TRUE(found.ok());
        EXPECT_EQ(found.value(), &format);
    }
    for (const char* name : {"", "pdf", "cs", "CSV "}) {
        const Result<const Writer*> unknown = findNamed(runWriters(), name, "no format");
        ASSERT_FALSE(unknown.ok()) << name;
        EXPECT_EQ(unknown.error().kind, ErrorKind::Usage);
        for (const Writer& format : runWriters()) {
            EXPECT_THAT(unknown.error().remedy, HasSubstr(std::string(format.name)));
        }
    }
}

TEST(Formats, AreFoundByTheEndingOfAPath) {
    const auto nameOf = [](std::string_view path) {
        const Result<const Writer*> format = findByEnding(runWriters(), path, nullptr);
        if (!format.ok()) return std::string_view("refused");
        return format.value() == nullptr ? std::string_view("none") : format.value()->name;
    };
    EXPECT_EQ(nameOf("results.csv"), "csv");
    EXPECT_EQ(nameOf("some/where.md/R.CSV"), "csv");
    EXPECT_EQ(nameOf("README.md"), "markdown");
    EXPECT_EQ(nameOf("results.txt"), "none");
    EXPECT_EQ(nameOf("csv"), "none");
    EXPECT_EQ(nameOf("results.csv.gz"), "refused");
    EXPECT_EQ(nameOf(""), "none");
}

class EveryFormat : public testing::TestWithParam<std::size_t> {
protected:
    std::string written(const RunResult& run, bool color = false) const {
        return writtenRun(runWriters()[GetParam()].name, run, color);
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
        const std::string markdown = replaceMatches(row.name, "<", "\\<");
        const std::string html = replaceMatches(replaceMatches(row.name, "<", "&lt;"), ">", "&gt;");
        EXPECT_TRUE(named || text.find(markdown) != std::string::npos || text.find(html) != std::string::npos)
            << row.name;
    }
    EXPECT_THAT(text, HasSubstr("unsupported"));
    EXPECT_THAT(text, HasSubstr("failed"));
    EXPECT_THAT(text, HasSubstr("not measured"));
    EXPECT_THAT(text, HasSubstr("wrong values"));
    EXPECT_THAT(text, HasSubstr("time ran out"));
}

TEST_P(EveryFormat, HasNoColourUnasked) {
    EXPECT_EQ(written(sampleRun()).find('\x1b'), std::string::npos);
}

TEST_P(EveryFormat, IsTheSameEveryTime) {
    EXPECT_EQ(written(sampleRun()), written(sampleRun()));
    EXPECT_NE(written(sampleRun()), written(emptyRun()));
}

INSTANTIATE_TEST_SUITE_P(Report, EveryFormat, testing::Range(std::size_t{0}, runWriters().size()),
                         [](const auto& index) { return std::string(runWriters()[index.param].name); });

TEST(HoldsNoNumber, FindsNaNAndInfinity) {
    for (const char* text : {"nan", "a,-nan,b", "infx", "1.0 inf\n", "-INF"}) {
        EXPECT_EQ(holdsNoNumber(text), std::string(text) != "infx") << text;
    }
    EXPECT_FALSE(holdsNoNumber("ByteAddressBuffer.Load2 unaligned linear, information"));
}

} // namespace
} // namespace vkperftest
