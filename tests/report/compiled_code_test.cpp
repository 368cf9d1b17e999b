// What drivers' compilers made of rows, as a table.
#include "report/documents.h"

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "report/written.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Target kFiji{.name = "fiji"};

CodeCell cellOf(const std::string& missing) {
    return {.missing = missing};
}

// Two drivers, whose cells say which driver, strategy and row they are of.
CompiledCode code() {
    CompiledCode code{.rows = {{typedLoad(Format::RGBA8)}, {rawLoad(4)}},
                      .strategies = {Strategy::Set, Strategy::Push},
                      .drivers = {{"a.json", "Mesa 22"}, {"b.json", "Mesa 25"}},
                      .subjects = {}};
    for (const std::string driver : {"a", "b"}) {
        SubjectCode& subject =
            code.subjects.emplace_back(SubjectCode{{driver + ".json", &kFiji}, "Fiji", "Mesa", {}});
        for (const std::string strategy : {"set", "push"}) {
            for (const std::string row : {"typed", "raw"})
                subject.cells.push_back(cellOf(driver + " " + strategy + " " + row));
        }
    }
    return code;
}

TEST(CompiledCode, OfTwoDriversItSaysWhatChanges) {
    const std::string table = written("markdown", compiledDocument({"Fiji"}, code()));
    EXPECT_THAT(table, HasSubstr("fiji Mesa 22 → Mesa 25, push"));
    EXPECT_THAT(table, HasSubstr("a push raw → b push raw"));
    EXPECT_THAT(table, HasSubstr("a set typed → b set typed"));
}

TEST(CompiledCode, ForProgramsEachIsALine) {
    const std::string csv = written("csv", compiledDocument({}, code()));
    EXPECT_THAT(csv, HasSubstr("raw-load4-uniform,push,fiji,Fiji,Mesa 25,b push raw,"));
    EXPECT_THAT(csv, HasSubstr("typed-rgba8-uniform,set,fiji,Fiji,Mesa 22,a set typed,"));
    EXPECT_THAT(csv, Not(HasSubstr("→")));
}

TEST(CompiledCode, InFullEachSubjectHasItsOwn) {
    EXPECT_THAT(codeInFull(code()), HasSubstr(", fiji Mesa 22, push\na push raw\n"));
}

} // namespace
} // namespace vkperftest
