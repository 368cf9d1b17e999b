// What the driver's compiler makes of the kernels, on scripted devices: run, show, compare, ab.

#include "matchers.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::code_test {

const std::string kTimes =
    "load | * | * | 0.01 | 0.01\nload | *, no loads | * | 0.001\nrestart | * | * | 0.003\n";
const std::string kFast = "load | *Load4* | * | 0.005 | 0.01\nload | *Load3* | * | 0.005 | 0.01\n";

std::string code(const std::string& rows, const std::string& loads, const std::string& statistics = "") {
    return "code | " + rows + " | * | BB0:\\n" + loads + "\\ts_cbranch_scc0 BB0\\n\\ts_endpgm" +
           (statistics.empty() ? "" : " | " + statistics) + "\n";
}

const std::string kNarrowLoad = "\\tbuffer_load_dword v0, v4, s[4:7], 0 offen\\n";
const std::string kFourNarrow = kNarrowLoad + kNarrowLoad + kNarrowLoad + kNarrowLoad;
const std::string kOneWide = "\\tbuffer_load_dwordx4 v[0:3], v4, s[4:7], 0 offen\\n";
const std::string kTold = code("*", kFourNarrow, "VGPRs=12, SGPRs=16");

TEST(Code, StandsInTheResultsFileOncePerKernelAndStrategy) {
    const std::string json =
        readAll(measuredFile(kTimes + kTold, "x.json", "--filter='Buffer<R*>.Load linear'"));
    EXPECT_EQ(occurrences(json, "\"code\": \"typed_buffer.1.linear set\""), 3u) << "three formats share it";
    EXPECT_EQ(occurrences(json, "\n  \"typed_buffer.1.linear set\": {"), 1u);
    expectParts(json,
                {"\"summary\": \"4 × buffer_load_dword\"", "[\"VGPRs\",\"12\"]",
                 "\"registers\": \"12 VGPRs, 16 SGPRs\"", "\"subgroup_size\": 32"},
                {"codes_missing", "\"texts\""});
}

TEST(Code, ADriverThatTellsNothingIsSaidOnce) {
    const std::string file = scratchFile("x.json");
    const std::string out = outputOf(runScripted(kTimes, "--filter=cbuffer --wide --output " + file));
    EXPECT_EQ(occurrences(out, "compiler output unavailable:"), 1u);
    expectSaid(out, "compiler output unavailable:");
    expectParts(readAll(file), {"\"codes_missing\": \"the script"}, {"\"codes\""});
}

TEST(Code, NoCodeIsNotAskedForAndContinueAddsIt) {
    const std::string file = measuredFile(kTimes + kTold, "x.json", "--filter=cbuffer --no-code");
    expectParts(readAll(file), {"\"codes_missing\": \"not requested\""}, {"buffer_load_dword"});
    const auto continued = [&](const std::string& script, const std::string& more) {
        outputOf(runScripted(script, fmt::format("--filter=cbuffer --output={} --continue {}", file, more)));
        return readAll(file);
    };
    expectParts(continued(kTimes + kTold, "--no-code"), {}, {"buffer_load_dword"});
    expectParts(continued(kTimes + kTold, ""), {"4 × buffer_load_dword"}, {"codes_missing"});
    expectParts(continued(kTimes, ""), {"4 × buffer_load_dword"}, {"codes_missing"}); // what is there stays
}

TEST(Code, WhatNoParserKnowsIsKeptRaw) {
    expectParts(
        readAll(
            measuredFile(kTimes + "code | * | * | mov r0, %r1\\nld.new r2\n", "x.json", "--filter=cbuffer")),
        {"\"summary\": \"unknown: no parser", "\"text\": \"mov r0, %r1\\nld.new r2\"", "\"cut\": false"});
}

class CodeCompared : public testing::Test {
protected:
    // Load4 becomes faster by other code, Load3 by the same, Load2 stays as it is although its code changes.
    const std::string base = kTimes + kTold;
    const std::string now = kTimes + kFast + kTold + code("*Load4*", kOneWide) +
                            code("*Load2*", "\\tv_mov_b32 v9, 0\\n" + kFourNarrow);
    const std::string rows = "--filter='ByteAddressBuffer.Load? linear' --strategy=set";

    std::string compared(const std::string& before, const std::string& after, const std::string& how = {}) {
        const std::string a = measuredFile(before, "a.json", rows), b = measuredFile(after, "b.json", rows);
        return outputOf("compare {} {} {}", a, b, how);
    }
};

TEST_F(CodeCompared, CompareSaysWhetherTheCodeChanged) {
    EXPECT_THAT(compared(base, now, "--metric=time --all"),
                AllOf(ContainsRegex("verdict +code\n"),
                      ContainsRegex("Load4 .*FASTER +4 × buffer_load_dword → 1 × buffer_load_dwordx4\n"),
                      ContainsRegex("Load3 .*FASTER +same code"),
                      ContainsRegex("Load2 .*  4 × buffer_load_dword, other code")));
    expectParts(compared(base, now, "--format=markdown"),
                {"| FASTER | 4 × buffer_load_dword → 1 × buffer_load_dwordx4 |"});
    expectParts(compared(base, now, "--format=csv"), {"kernel_differs,same_code,base_loads,new_loads,reason,",
                                                      ",no,4 × buffer_load_dword,1 × buffer_load_dwordx4,,",
                                                      ",yes,4 × buffer_load_dword,4 × buffer_load_dword,,"});
    EXPECT_THAT(compared(base, now, "--format=json"),
                ContainsRegex("\"same_code\": false,\n *\"base_loads\": \"4 × buffer_load_dword\",\n"
                              " *\"new_loads\": \"1 × buffer_load_dwordx4\""));
    EXPECT_THAT(compared(kTimes, now, "--format=json"),
                ContainsRegex("\"same_code\": null,\n *\"base_loads\": null,\n *\"new_loads\": \"1 × "));
}

TEST_F(CodeCompared, AbComparesTheCodeOfBothSides) {
    const std::string a = scratchFile("a.script", base), b = scratchFile("b.script", now),
                      kept = scratchFile("kept");
    const std::string line =
        fmt::format("ab --script={} --script={} --seed=1 --keep={} {}", a, b, kept, rows);
    EXPECT_THAT(outputOf(runProgram(shellWords(line))),
                AllOf(ContainsRegex("FASTER +4 × buffer_load_dword → 1 × buffer_load_dwordx4\n"),
                      ContainsRegex("Load3 .*FASTER +same code")));
    expectParts(readAll(kept + "-b.json"), {"1 × buffer_load_dwordx4"});
    expectParts(runProgram(shellWords(line + " --no-code")).out, {}, {"buffer_load"});
}

} // namespace vkperftest::code_test
