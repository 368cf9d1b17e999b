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

// The driver "b" lacks what the second row needs, neither can bind the third, and nothing else changes.
TEST(CodeChanges, RowsThatADriverDoesNotSupportAreNoChanges) {
    CodeCell compiled{.missing = ""};
    compiled.reading.hash = "1";
    const CompiledCode changes{
        .rows = {{typedLoad(Format::RGBA8)}, {rawLoad(4)}, {rawLoad(2)}},
        .strategies = {Strategy::Set},
        .drivers = {{"a.json", "Mesa 22"}, {"b.json", "Mesa 25"}},
        .subjects = {
            {{"a.json", &kFiji}, "Fiji", "Mesa", {compiled, compiled, unsupportedCell("needs a sampler")}},
            {{"b.json", &kFiji},
             "Fiji",
             "Mesa",
             {compiled, unsupportedCell("no VK_X"), unsupportedCell("needs a sampler")}}}};
    const auto in = [](std::string_view format, const CompiledCode& code) {
        return written(format, codeChangesDocument({}, code));
    };
    const std::string sentences = in("table", changes);
    EXPECT_THAT(sentences,
                HasSubstr("\nSupported only by Mesa 22 in 1 row: unsupported by Mesa 25 (no VK_X): "
                          "ByteAddressBuffer.Load4 uniform.\n"
                          "Unsupported by both drivers in 1 row: needs a sampler: "
                          "ByteAddressBuffer.Load2 uniform.\n"));
    EXPECT_THAT(sentences, Not(HasSubstr("in all rows")));
    EXPECT_THAT(sentences, Not(HasSubstr("Unknown loads in 2")));
    const std::string csv = in("csv", changes);
    EXPECT_THAT(csv, HasSubstr(",Mesa 22,Mesa 25,supported by the first driver only,"));
    EXPECT_THAT(csv, HasSubstr(",Mesa 22,Mesa 25,unsupported,"));
    CompiledCode turned = changes;
    std::swap(turned.subjects[0].cells, turned.subjects[1].cells);
    EXPECT_THAT(in("table", turned),
                HasSubstr("\nSupported only by Mesa 25 in 1 row: unsupported by Mesa 22 (no VK_X): "));
    EXPECT_THAT(in("csv", turned), HasSubstr(",supported by the second driver only,"));
}

TEST(CodeChanges, UnknownLoadsAreToldWithTheReason) {
    CodeCell unread{.missing = ""};
    unread.reading.trouble = "the assembly cannot be read (no label)";
    unread.reading.hash = "1";
    const CompiledCode changes{.rows = {{typedLoad(Format::RGBA8)}},
                               .strategies = {Strategy::Set},
                               .drivers = {{"a.json", "Mesa 22"}, {"b.json", "Mesa 25"}},
                               .subjects = {{{"a.json", &kFiji}, "Fiji", "Mesa", {unread}},
                                            {{"b.json", &kFiji}, "Fiji", "Mesa", {unread}}}};
    EXPECT_THAT(written("table", codeChangesDocument({}, changes)),
                HasSubstr("in 1 row: the assembly cannot be read (no label): all rows."));
}

TEST(CompiledCode, InFullEachSubjectHasItsOwn) {
    EXPECT_THAT(codeInFull(code()), HasSubstr(", fiji Mesa 22, push\na push raw\n"));
}

} // namespace
} // namespace vkperftest
