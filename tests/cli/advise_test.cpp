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

constexpr const char* kTitle = "What to use: the fastest load, and how many times as long the others take\n";
constexpr const char* kLine = "   16  uniform    structured     1.0  2.0    2.0      2.0       2.0\n";
constexpr const char* kAvoid =
    "Avoid cbuffer{float4} load: it takes 2.0 times as long as StructuredBuffer<float4>.Load.\n";

TEST(Advise, StandsBelowTheTableOfAMatrix) {
    const std::string file = scratchFile("x.json");
    const Outcome run = runScripted(kStructured, {"--quick", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const Outcome shown = runProgram({"show", file});
    EXPECT_EQ(run.out.substr(0, shown.out.size()), shown.out);
    const Outcome advised = runProgram({"advise", file});
    EXPECT_EQ(advised.exitCode, 0) << advised.err;
    for (const char* text : {kTitle, kLine, "What to avoid: the slowest load of each kind\n", kAvoid}) {
        EXPECT_THAT(run.out, HasSubstr(text));
        EXPECT_THAT(advised.out, HasSubstr(text));
    }
    EXPECT_THAT(run.out, Not(HasSubstr("Which buffer")));
    EXPECT_THAT(advised.out, HasSubstr("Which buffer\n"));
}

TEST(Advise, IsLeftOutOnRequestAndWhereProgramsRead) {
    for (const char* format : {"csv", "json", "perftest"}) {
        const Outcome run = runScripted(kStructured, {"--quick", "--format", format});
        EXPECT_THAT(run.out, Not(HasSubstr("What to use"))) << format;
    }
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--format", "markdown"}).out,
                HasSubstr("\n- Avoid cbuffer{float4} load: it takes 2.0 times as long as "));
    const Outcome without = runScripted(kStructured, {"--quick", "--no-advice"});
    EXPECT_EQ(without.exitCode, 0) << without.err;
    EXPECT_THAT(without.out, Not(HasSubstr("What to use")));
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--suite", "integer"}).out,
                Not(HasSubstr("What to use")));
}

TEST(Advise, SaysWhy) {
    const Outcome why = runProgram({"advise", "perftest:RTX 3090", "--why"});
    EXPECT_EQ(why.exitCode, 0) << why.err;
    EXPECT_THAT(why.out,
                HasSubstr("avoid: Avoid ByteAddressBuffer.Load2 uniform: it takes 13 times as long as"));
    EXPECT_THAT(why.out, ContainsRegex("Buffer<RG32f>.Load uniform +13.578x +1\n"));
    EXPECT_THAT(why.out, ContainsRegex("ByteAddressBuffer.Load2 uniform +1.033x +13.14"));
    EXPECT_THAT(why.out, ContainsRegex("push: +its rows are missing or inconclusive"));
    EXPECT_THAT(runProgram({"advise", "perftest:RTX 3090"}).out, Not(HasSubstr("13.578x")));
}

TEST(Advise, IsDataInJson) {
    const Outcome json = runProgram({"advise", "perftest:RTX 3090", "--format", "json"});
    EXPECT_EQ(json.exitCode, 0) << json.err;
    EXPECT_THAT(json.out, HasSubstr("\"baseline\": \"Buffer<RGBA8>.Load random\""));
    EXPECT_THAT(json.out, HasSubstr("\"pattern\": \"uniform\""));
    EXPECT_THAT(json.out, HasSubstr("\"kind\": \"structured\""));
    EXPECT_THAT(json.out, HasSubstr("\"sense\": \"at least\""));
    EXPECT_THAT(json.out, HasSubstr("\"sentence\": \"Avoid ByteAddressBuffer.Load2 uniform: it takes"));
    EXPECT_THAT(json.out,
                ContainsRegex("\"name\": \"StructuredBuffer<float>.Load uniform\",\n *\"ratio\": 1.768"));
}

TEST(Advise, RefusesWhatItCannotRead) {
    const Outcome none = runProgram({"advise"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.err, HasSubstr("`advise` needs a results file; `vkperftest run --output FILE.json`"));
    EXPECT_EQ(runProgram({"advise", "nothing.json"}).exitCode, 2);
}

// Not the matrix's table of loads, of which a suite has too few.
TEST(Advise, StandsBelowTheTableOfItsSuite) {
    const std::string file = scratchFile("store.json");
    const Outcome run = runScripted("simulate | nvidia\n", {"--suite", "store", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const std::string advice = runProgram({"advise", file}).out;
    for (const std::string& text : {run.out, advice}) {
        EXPECT_THAT(text, HasSubstr("Stores and atomic operations\n"));
        EXPECT_THAT(text, Not(HasSubstr("What to use")));
    }
    EXPECT_THAT(run.out, HasSubstr("`vkperftest advise FILE` prints more"));
}

} // namespace
} // namespace vkperftest
