// Advice from end to end: below a run's table, and of files and published tables.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

// Every load takes 10 ps, four times its floor; structured ones half of that.
constexpr const char* kStructured = "load | * | * | 0.01\n"
                                    "load | StructuredBuffer* | * | 0.005\n"
                                    "load | *, floor | * | 0.001\n";

constexpr const char* kTitle = "Advice (1x is the speed of Buffer<RGBA8>.Load random)\n";
constexpr const char* kSentence = "8 structured (2.0x), 16 structured (2.0x).";

TEST(Advise, StandsBelowTheTableOfAMatrix) {
    const std::string file = scratchFile("x.json");
    const Outcome run = runScripted(kStructured, {"--quick", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(std::string("\n\n") + kTitle));
    EXPECT_THAT(run.out, HasSubstr(kSentence));
    const Outcome shown = runProgram({"show", file});
    EXPECT_EQ(run.out.substr(0, shown.out.size()), shown.out);
    const Outcome advised = runProgram({"advise", file});
    EXPECT_EQ(advised.exitCode, 0) << advised.err;
    EXPECT_THAT(advised.out, HasSubstr(kTitle));
    EXPECT_THAT(advised.out, HasSubstr(kSentence));
}

TEST(Advise, IsLeftOutOnRequestAndWhereProgramsRead) {
    for (const char* format : {"csv", "json", "perftest"}) {
        const Outcome run = runScripted(kStructured, {"--quick", "--format", format});
        EXPECT_THAT(run.out, Not(HasSubstr("Fastest"))) << format;
    }
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--format", "markdown"}).out,
                HasSubstr("\n- Fastest in every pattern: 4 bytes structured (2.0x), 8 structured (2.0x), "));
    const Outcome without = runScripted(kStructured, {"--quick", "--no-advice"});
    EXPECT_EQ(without.exitCode, 0) << without.err;
    EXPECT_THAT(without.out, Not(HasSubstr("Advice")));
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--suite", "integer"}).out, Not(HasSubstr("Advice")));
}

TEST(Advise, SaysWhy) {
    const Outcome why = runProgram({"advise", "perftest:RTX 3090", "--why"});
    EXPECT_EQ(why.exitCode, 0) << why.err;
    EXPECT_THAT(why.out,
                HasSubstr("fetch: Fastest 4 bytes: typed or texture 14-15x uniform, else structured 2.2x."));
    EXPECT_THAT(why.out, ContainsRegex("StructuredBuffer<float>.Load random +2.241x"));
    EXPECT_THAT(why.out, ContainsRegex("push: +its rows are missing or not clear enough"));
    EXPECT_THAT(runProgram({"advise", "perftest:RTX 3090"}).out,
                Not(HasSubstr("StructuredBuffer<float>.Load")));
}

TEST(Advise, IsDataInJson) {
    const Outcome json = runProgram({"advise", "perftest:RTX 3090", "--format", "json"});
    EXPECT_EQ(json.exitCode, 0) << json.err;
    EXPECT_THAT(json.out, HasSubstr("\"baseline\": \"Buffer<RGBA8>.Load random\""));
    EXPECT_THAT(json.out,
                ContainsRegex("\"rule\": \"fetch\",\n *\"sentence\": \"Fastest 4 bytes: typed or texture"));
    EXPECT_THAT(json.out,
                ContainsRegex("\"name\": \"StructuredBuffer<float>.Load uniform\",\n *\"ratio\": 1.768"));
}

TEST(Advise, RefusesWhatItCannotRead) {
    const Outcome none = runProgram({"advise"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.err, HasSubstr("`advise` needs a results file; `vkperftest run --output FILE.json`"));
    EXPECT_EQ(runProgram({"advise", "nothing.json"}).exitCode, 2);
}

} // namespace
} // namespace vkperftest
