// What drivers' compilers made of rows and of users' shaders, as tables; word for word in tests/golden/report.txt.
#include "report/documents.h"

#include "cases/families/families.h"
#include "golden.h"
#include "matchers.h"
#include "report/written.h"

namespace vkperftest::code_documents_test {

constexpr Target kFiji{.name = "fiji"};

// Two drivers, whose cells say which driver, strategy and row they are of.
CompiledCode compiledCode() {
    CompiledCode code{.rows = {{typedLoad(Format::RGBA8)}, {rawLoad(4)}},
                      .strategies = {Strategy::Set, Strategy::Push},
                      .drivers = {{"a.json", "Mesa 22"}, {"b.json", "Mesa 25"}},
                      .subjects = {}};
    for (const std::string driver : {"a", "b"}) {
        SubjectCode& subject =
            code.subjects.emplace_back(SubjectCode{{driver + ".json", &kFiji}, "Fiji", "Mesa", {}});
        for (const std::string strategy : {"set", "push"})
            for (const std::string row : {"typed", "raw"})
                subject.cells.push_back({.missing = driver + " " + strategy + " " + row});
    }
    return code;
}

// For readers it says what changes from one driver to the other; for programs each is a line.
TEST(CompiledCode, IsATableOfStrategiesAndDrivers) {
    expectGolden(written("markdown", compiledDocument({"Fiji"}, compiledCode())));
    expectGolden(written("csv", compiledDocument({}, compiledCode())));
    expectGolden(codeInFull(compiledCode()));
}

// One load of that name, at line 3; the code's hash is the name, too.
ShaderCode codeOf(const std::string& file, const std::string& driver, const std::string& load) {
    ShaderCode code{.file = file, .entryPoint = "main", .compiler = {}, .subject = {driver, &kFiji}};
    code.device = "Fiji of " + driver;
    code.cell.missing.clear();
    code.cell.reading.subgroupSize = 64;
    code.cell.reading.statistics = {{"SGPRs", "16"}, {"Pipeline hash", "1234"}};
    code.cell.reading.hash = load;
    code.cell.reading.format = "AMD assembly";
    code.cell.reading.summary.loads = {{.load = {.name = load, .bits = 32}, .count = 1}};
    code.operations = {{.load = {.name = load, .bits = 32}, .count = 1, .lines = {{"", 3}}}};
    return code;
}

void expectBoth(const std::vector<ShaderCode>& codes, const DriverNames& drivers = {}) {
    for (const char* format : {"markdown", "csv"})
        expectGolden(written(format, shadersDocument(codes, drivers)));
}

TEST(ShaderCode, IsATableWithLinesAndWhatTheCompilerTookForGiven) {
    expectBoth({codeOf("a.comp", "new.json", "wide")}, {{"new.json", "Mesa 25"}});
    ShaderCode code = codeOf("a.comp", "", "wide");
    code.cell = {.missing = "its compiler crashed"};
    code.operations.clear();
    expectBoth({code});
}

TEST(ShaderCode, OfTwoDriversOrShadersSaysWhatChanges) {
    expectBoth({codeOf("a.comp", "old.json", "narrow"), codeOf("a.comp", "new.json", "wide")},
               {{"old.json", "Mesa 22"}, {"new.json", "Mesa 25"}});
    std::vector<ShaderCode> codes = {codeOf("a.comp", "", "wide"), codeOf("b.comp", "", "wide")};
    codes[0].operations.push_back(
        {.load = {.name = "store", .access = Access::Store}, .count = 1, .lines = {}});
    codes[1].operations.clear();
    expectBoth(codes);
    expectGolden(written("table", shadersDocument(codes, {}), Display{.extent = Extent::Answer}));
    codes.push_back(codeOf("c.comp", "", "wide")); // of three, none are compared
    EXPECT_THAT(written("markdown", shadersDocument(codes, {})), Not(HasSubstr("The loads, compared")));
}

TEST(TriedCode, VariantsOfTheSameLoadsShareALine) {
    CompiledCode code{{{rawLoad(1)}, {rawLoad(2)}, {rawLoad(3)}, {rawLoad(4)}, {typedLoad(Format::R8)}},
                      {Strategy::Set},
                      {},
                      {{{"", &kFiji}, "Fiji", "", {}}}};
    for (const char* load : {"wide", "narrow", "narrow", "wide"})
        code.subjects[0].cells.push_back(codeOf("", "", load).cell);
    code.subjects[0].cells.push_back({.missing = "no"});
    expectGolden(written("table", triedCodeDocument({"Fiji"}, code, {.file = "a.comp"}, false)));
}

} // namespace vkperftest::code_documents_test
