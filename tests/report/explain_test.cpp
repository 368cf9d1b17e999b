#include "report/phrases.h"

#include <gmock/gmock.h>

#include "regular_expressions.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

CodeDigest loading(const std::string& name, std::uint32_t bits, std::size_t count) {
    CodeDigest code;
    code.hash = "0123456789abcdef";
    code.summary = {.loops = true, .loads = {{.load = {name, bits}, .count = count}}};
    return code;
}

// Rows 0 to 2 have code, the last one of what no parser knows.
RunResult runWithCodes() {
    RunResult run = sampleRun();
    run.codes = {{"wide", loading("w", 128, 1)},
                 {"narrow", loading("n", 32, 4)},
                 {"strange", missingCode("no parser knows it")}};
    run.rows[0].strategies[0].code = run.rows[0].strategies[1].code = "wide";
    run.rows[1].strategies[0].code = "wide";
    run.rows[1].strategies[1].code = "narrow";
    run.rows[2].strategies[0].code = "strange";
    return run;
}

TEST(Explain, NamesStrategiesOnlyWhereTheyDiffer) {
    const RunResult run = runWithCodes();
    EXPECT_EQ(explanation(run, run.rows[0]), "one 128-bit load");
    EXPECT_EQ(explanation(run, run.rows[1]), "one 128-bit load; push: 4 narrow loads");
    EXPECT_EQ(explanation(run, run.rows[2]), "unknown") << "under push there is no figure to explain";
    EXPECT_EQ(explanation(run, run.rows[3]), "") << "without figures";
    EXPECT_EQ(explanation(run, run.rows[4]), "unknown");
}

TEST(Explain, SaysWhyTheRestIsUnknown) {
    EXPECT_THAT(explanationRemarks(runWithCodes()),
                ElementsAre("compiler output unavailable for 1 figure: no parser knows it.",
                            "compiler output unavailable for 2 figures: the run did not read it."));
}

TEST(Explain, SaysOnceThatThereIsNoOutput) {
    RunResult run = runWithCodes();
    run.codes["strange"] = missingCode(std::string(kNoCompilerOutput));
    EXPECT_THAT(explanationRemarks(run), testing::Contains("compiler output unavailable for 1 figure."));
    run.codes.clear();
    run.codesMissing = kNoCompilerOutput;
    EXPECT_THAT(codeRemarks(run), ElementsAre("compiler output unavailable."));
}

TEST(Explain, OneLineSaysWhyNothingIsKnown) {
    RunResult run = sampleRun();
    run.codesMissing = "the driver does not tell";
    EXPECT_THAT(explanationRemarks(run), IsEmpty());
    for (const bool explain : {false, true}) {
        const std::string table = writtenRun("table", run, explain);
        const std::size_t at = table.find("compiler output");
        EXPECT_THAT(table, HasSubstr("\ncompiler output unavailable: the driver does not tell.\n"));
        EXPECT_EQ(table.find("compiler output", at + 1), std::string::npos) << table;
    }
    EXPECT_THAT(explanationRemarks(printedRun()),
                ElementsAre(HasSubstr("output unavailable for 7 figures: published tables lack it.")));
}

TEST(Explain, IsAColumnOfTableAndMarkdown) {
    const RunResult run = runWithCodes();
    EXPECT_THAT(writtenRun("table", run, true),
                testing::AllOf(ContainsRegex("\nrow .* push/set +code\n"),
                               ContainsRegex("\nBuffer<R8>.Load uniform .*  one 128-bit load\n")));
    EXPECT_THAT(writtenRun("markdown", run, true),
                testing::AllOf(HasSubstr("| code |"), HasSubstr("| one 128-bit load; push: 4 narrow loads |"),
                               HasSubstr("\n- compiler output unavailable for 1 figure:")));
    EXPECT_THAT(writtenRun("table", run), Not(HasSubstr("128-bit")));
    EXPECT_THAT(writtenRun("markdown", run), Not(HasSubstr("code")));
}

} // namespace
} // namespace vkperftest
