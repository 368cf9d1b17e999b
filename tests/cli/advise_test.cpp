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

constexpr const char* kTitle = "Fastest loads, and how many times as long the others take\n";
constexpr const char* kLine = "   16  uniform    structured     1.0  2.0    2.0      2.0       2.0\n";
constexpr const char* kAvoid = "Avoid cbuffer{float4} load: 2.0x as long [2.00, 2.00]\n";
constexpr const char* kTopics = "By topic: factor, 95 % interval, rows\n";

TEST(Advise, StandsBelowTheTableOfAMatrix) {
    const std::string file = scratchFile("x.json");
    const Outcome run = runScripted(kStructured, {"--quick", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const Outcome shown = runProgram({"show", file});
    EXPECT_EQ(run.out.substr(0, shown.out.size()), shown.out);
    const Outcome advised = runProgram({"advise", file});
    EXPECT_EQ(advised.exitCode, 0) << advised.err;
    for (const char* text : {kTitle, kLine, kAvoid}) {
        EXPECT_THAT(run.out, HasSubstr(text));
        EXPECT_THAT(advised.out, HasSubstr(text));
    }
    EXPECT_THAT(advised.out, Not(HasSubstr(kTopics)));
    EXPECT_THAT(runProgram({"advise", file, "--all"}).out, HasSubstr(kTopics));
}

TEST(Advise, IsLeftOutOnRequestAndWhereProgramsRead) {
    for (const char* format : {"csv", "json", "perftest"}) {
        const Outcome run = runScripted(kStructured, {"--quick", "--format", format});
        EXPECT_THAT(run.out, Not(HasSubstr(kTitle))) << format;
    }
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--format", "markdown"}).out,
                HasSubstr("\n- Avoid cbuffer{float4} load: "));
    const Outcome without = runScripted(kStructured, {"--quick", "--no-advice"});
    EXPECT_EQ(without.exitCode, 0) << without.err;
    EXPECT_THAT(without.out, Not(HasSubstr(kTitle)));
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--suite", "integer"}).out, Not(HasSubstr(kTitle)));
}

TEST(Advise, ShowsTheRowsBehindEachLine) {
    const Outcome why = runProgram({"advise", "perftest:RTX 3090", "--why"});
    EXPECT_EQ(why.exitCode, 0) << why.err;
    expectSaid(why.out, "avoid: Avoid ByteAddressBuffer.Load2: 13x");
    EXPECT_THAT(why.out, ContainsRegex("ByteAddressBuffer.Load2 uniform +Buffer<RG32f>.Load uniform +13.14"));
    EXPECT_THAT(why.out, HasSubstr("push-constants"));
    EXPECT_THAT(runProgram({"advise", "perftest:RTX 3090"}).out, Not(HasSubstr("13.14")));
}

TEST(Advise, IsDataInJson) {
    const Outcome json = runProgram({"advise", "perftest:RTX 3090", "--format", "json"});
    EXPECT_EQ(json.exitCode, 0) << json.err;
    for (const char* text :
         {"\"format\": \"vkperftest advice\"", "\"pattern\": \"uniform\"", "\"kind\": \"structured\"",
          "\"sense\": \"at least\"", "\"topic\": \"avoid\"", "\"fastest\": [\"typed\"", "\"rough\": false"})
        EXPECT_THAT(json.out, HasSubstr(text));
}

TEST(Advise, RejectsWhatItCannotRead) {
    const Outcome none = runProgram({"advise"});
    EXPECT_EQ(none.exitCode, 2);
    expectSaid(none.err, "`advise` needs a results");
    EXPECT_EQ(runProgram({"advise", "nothing.json"}).exitCode, 2);
}

// Not the matrix's table of loads, of which a suite has too few.
TEST(Advise, StandsBelowTheTableOfItsSuite) {
    const std::string file = scratchFile("store.json");
    const Outcome run = runScripted("simulate | nvidia\n", {"--suite", "store", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const std::string advice = runProgram({"advise", file}).out;
    for (const std::string& text : {run.out, advice}) {
        expectSaid(text, "Raw stores, a cache");
        EXPECT_THAT(text, Not(HasSubstr(kTitle)));
    }
}

} // namespace
} // namespace vkperftest
