// Advice from end to end: below a run's table, and of files and published tables.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::advise_test {

// Every load takes 10 ps, four times its no-load control; structured ones half of that.
constexpr const char* kStructured = "load | * | * | 0.01\n"
                                    "load | StructuredBuffer* | * | 0.005\n"
                                    "load | *, no loads | * | 0.001\n";
constexpr const char *kTitle = "Fastest loads, ", *kTopics = "By topic: ";

TEST(Advise, StandsBelowTheTableOfAMatrix) {
    const std::string file = scratchFile("x.json");
    const std::string run = outputOf(runScripted(kStructured, "--quick --all --output " + file));
    const std::string shown = outputOf("show {} --all", file), advised = outputOf("advise {}", file);
    EXPECT_EQ(run, shown);
    for (const std::string& text : {run, advised})
        expectParts(text, {kTitle, "\n   16  uniform    structured     1.0  2.0    2.0      2.0       2.0\n",
                           "\nAvoid ByteAddressBuffer.Load: 2.00x"});
    expectParts(advised, {}, {kTopics});
    expectParts(outputOf("advise {} --all", file), {kTopics});
}

TEST(Advise, IsLeftOutWhereProgramsRead) {
    for (const char* line : {"--format=csv", "--format=json", "--format=perftest", "--suite=integer"})
        expectParts(outputOf(runScripted(kStructured, std::string("--quick ") + line)), {}, {kTitle});
    expectParts(outputOf(runScripted(kStructured, "--quick --format=markdown")),
                {"\n- Avoid ByteAddressBuffer.Load: "});
}

TEST(Advise, ShowsTheRowsBehindEachLine) {
    const std::string why = outputOf("advise 'perftest:RTX 3090' --why");
    expectSaid(why, "avoid: Avoid Texture2D<RG32F>.Load: ");
    EXPECT_THAT(why,
                ContainsRegex("Texture2D<RG32F>.Load random +StructuredBuffer<float2>.Load random +4.32"));
    expectParts(outputOf("advise 'perftest:RTX 3090'"), {}, {"StructuredBuffer<float2>.Load random"});
}

TEST(Advise, IsDataInJson) {
    expectParts(outputOf("advise 'perftest:RTX 3090' --format=json"),
                {"\"format\": \"vkperftest advice\"", "\"pattern\": \"uniform\"", "\"kind\": \"structured\"",
                 "\"outcome\": \"slower\"", "\"topic\": \"avoid\"", "\"fastest\": [\"structured\""});
}

// Not the matrix's table of loads, of which a suite has too few.
TEST(Advise, StandsBelowTheTableOfItsSuite) {
    const std::string file = scratchFile("store.json");
    const std::string run = outputOf(runScripted("simulate | nvidia\n", "--suite=store --output " + file));
    for (const std::string& text : {run, outputOf("advise {}", file)}) {
        expectSaid(text, "Stores, a cache line a lane");
        expectParts(text, {}, {kTitle});
    }
}

} // namespace vkperftest::advise_test
