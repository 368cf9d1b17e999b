// What drivers' compilers made of users' shaders, as tables.
#include "report/documents.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "report/written.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Target kCard{.name = "fiji"};

// One load of that name, at line 3; the code's hash is the name, too.
ShaderCode codeOf(const std::string& file, const std::string& driver, const std::string& load) {
    ShaderCode code{.file = file, .entryPoint = "main", .compiler = {}, .subject = {driver, &kCard}};
    code.device = "Fiji of " + driver;
    code.cell.missing.clear();
    code.cell.subgroupSize = 64;
    code.cell.statistics = {{"SGPRs", "16"}, {"Pipeline hash", "1234"}};
    code.cell.reading.hash = load;
    code.cell.reading.format = "AMD assembly";
    code.cell.reading.summary.loads = {{.load = {.name = load, .bits = 32}, .count = 1}};
    code.operations = {{.load = {.name = load, .bits = 32}, .count = 1, .lines = {{"", 3}}}};
    return code;
}

TEST(ShaderCode, IsATableWithLinesAndTheDriversStatistics) {
    const ShaderCode code = codeOf("a.comp", "new.json", "wide");
    const std::string table = written("markdown", shadersDocument({&code, 1}, {{"new.json", "Mesa 25"}}));
    EXPECT_THAT(table, HasSubstr("a.comp, main on fiji"));
    EXPECT_THAT(table, HasSubstr("| none | load | wide | 1 | 32 | lane | data | 3, ? |"));
    EXPECT_THAT(table, HasSubstr("The driver reports: subgroup size 64; SGPRs 16."));
    EXPECT_THAT(table, Not(HasSubstr("What changes")));
}

TEST(ShaderCode, EachRecordHasEveryColumn) {
    ShaderCode codes[] = {codeOf("a.comp", "", "wide"), codeOf("b.comp", "", "wide")};
    codes[0].operations.push_back(
        {.access = Access::Store, .load = {.name = "store"}, .count = 1, .lines = {}});
    codes[1].operations.clear();
    const auto records = parsedCsv(written("csv", shadersDocument(codes, {})));
    ASSERT_THAT(records, testing::SizeIs(4));
    for (const auto& record : records) EXPECT_THAT(record, testing::SizeIs(records[0].size()));
    const auto cell = [&](std::size_t record, const std::string& title) {
        const auto at = std::ranges::find(records[0], title) - records[0].begin();
        return records[record][static_cast<std::size_t>(at)];
    };
    EXPECT_EQ(cell(1, "lines"), "3");
    EXPECT_EQ(cell(1, "lines_complete"), "no");
    EXPECT_EQ(cell(2, "lines_complete"), "no");
    EXPECT_EQ(cell(1, "statistics"), "SGPRs 16");
    EXPECT_EQ(cell(3, "code"), "wide");
}

TEST(ShaderCode, OfTwoDriversSaysWhatChanges) {
    const ShaderCode codes[] = {codeOf("a.comp", "old.json", "narrow"), codeOf("a.comp", "new.json", "wide")};
    const std::string table =
        written("markdown", shadersDocument(codes, {{"old.json", "Mesa 22"}, {"new.json", "Mesa 25"}}));
    EXPECT_THAT(table, HasSubstr("a.comp, main on fiji: Mesa 22 → Mesa 25"));
    EXPECT_THAT(table,
                HasSubstr("other load instructions, as many and as wide: no loop: 1 × narrow → no loop: "
                          "1 × wide"));
}

TEST(ShaderCode, OfTwoShadersSaysWhatChanges) {
    const ShaderCode codes[] = {codeOf("a.comp", "", "wide"), codeOf("b.comp", "", "wide")};
    const std::string table = written("markdown", shadersDocument(codes, {}));
    EXPECT_THAT(table, HasSubstr("a.comp → b.comp on fiji"));
    EXPECT_THAT(table, HasSubstr("no loop: 1 × wide, same code"));
}

TEST(ShaderCode, OfThreeShadersComparesNone) {
    const ShaderCode codes[] = {codeOf("a.comp", "", "wide"), codeOf("b.comp", "", "wide"),
                                codeOf("c.comp", "", "wide")};
    EXPECT_THAT(written("markdown", shadersDocument(codes, {})), Not(HasSubstr("What changes")));
}

TEST(ShaderCode, ThatIsMissingGivesTheReason) {
    ShaderCode code = codeOf("a.comp", "", "wide");
    code.cell = {.missing = "its compiler crashed"};
    code.operations.clear();
    EXPECT_THAT(written("markdown", shadersDocument({&code, 1}, {})),
                HasSubstr("No summary: its compiler crashed."));
    EXPECT_THAT(written("csv", shadersDocument({&code, 1}, {})), HasSubstr(",its compiler crashed"));
}

} // namespace
} // namespace vkperftest
