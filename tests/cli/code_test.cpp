// What the driver's compiler makes of the kernels, on scripted devices: run, show, compare, ab.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kTimes = "load | * | * | 0.01 | 0.01\nload | *, floor | * | 0.001\nepoch | * | * | 0.003\n";

std::string code(const std::string& rows, const std::string& loads, const std::string& statistics = "") {
    return "code | " + rows + " | * | BB0:\\n" + loads + "\\ts_cbranch_scc0 BB0\\n\\ts_endpgm" +
           (statistics.empty() ? "" : " | " + statistics) + "\n";
}

const std::string kNarrowLoad = "\\tbuffer_load_dword v0, v4, s[4:7], 0 offen\\n";
const std::string kFourNarrow = kNarrowLoad + kNarrowLoad + kNarrowLoad + kNarrowLoad;
const std::string kOneWide = "\\tbuffer_load_dwordx4 v[0:3], v4, s[4:7], 0 offen\\n";
const std::string kTold = code("*", kFourNarrow, "VGPRs=12, SGPRs=16");

TEST(Code, StandsInTheResultsFileOncePerKernelAndStrategy) {
    const std::string file = measuredFile(kTimes + kTold, "x.json", {"--filter", "Buffer<R*>.Load linear"});
    const std::string json = readAll(file);
    EXPECT_EQ(occurrences(json, "\"code\": \"typed_buffer.1.linear set\""), 3u) << "three formats share it";
    EXPECT_EQ(occurrences(json, "\n  \"typed_buffer.1.linear set\": {"), 1u);
    EXPECT_THAT(json,
                AllOf(HasSubstr("\"summary\": \"4 × buffer_load_dword\""), HasSubstr("[\"VGPRs\",\"12\"]"),
                      HasSubstr("\"registers\": \"12 VGPRs, 16 SGPRs\""), HasSubstr("\"subgroup_size\": 32"),
                      Not(HasSubstr("codes_missing")), Not(HasSubstr("\"texts\""))));
}

TEST(Code, ADriverThatTellsNothingIsSaidOnce) {
    const std::string file = scratchFile("x.json");
    const Outcome outcome = runScripted(kTimes, {"--filter", "cbuffer", "--wide", "--output", file});
    EXPECT_EQ(outcome.exitCode, 0);
    const std::string line = "compiler output unavailable: the script gives none.";
    EXPECT_EQ(occurrences(outcome.out, line), 1u);
    EXPECT_THAT(readAll(file), AllOf(HasSubstr("\"codes_missing\": \"the script gives none\""),
                                     Not(HasSubstr("\"codes\""))));
}

TEST(Code, NoCodeIsNotAskedForAndContinueAddsIt) {
    const std::string file = measuredFile(kTimes + kTold, "x.json", {"--filter", "cbuffer", "--no-code"});
    EXPECT_THAT(readAll(file), AllOf(HasSubstr("\"codes_missing\": \"not requested\""),
                                     Not(HasSubstr("buffer_load_dword"))));
    const std::string script = scratchFile("script");
    writeAll(script, kTimes + kTold);
    EXPECT_EQ(runProgram({"run", "--script", script, "--filter", "cbuffer", "--output", file, "--continue",
                          "--no-code"})
                  .exitCode,
              0);
    EXPECT_THAT(readAll(file), Not(HasSubstr("buffer_load_dword")));
    EXPECT_EQ(runProgram({"run", "--script", script, "--filter", "cbuffer", "--output", file, "--continue"})
                  .exitCode,
              0);
    EXPECT_THAT(readAll(file), AllOf(Not(HasSubstr("codes_missing")), HasSubstr("4 × buffer_load_dword")));
    // And what is there stays there.
    writeAll(script, kTimes);
    EXPECT_EQ(runProgram({"run", "--script", script, "--filter", "cbuffer", "--output", file, "--continue"})
                  .exitCode,
              0);
    EXPECT_THAT(readAll(file), AllOf(Not(HasSubstr("codes_missing")), HasSubstr("4 × buffer_load_dword")));
}

TEST(Code, WhatNoParserKnowsIsKeptRaw) {
    const std::string file =
        measuredFile(kTimes + "code | * | * | mov r0, %r1\\nld.new r2\n", "x.json", {"--filter", "cbuffer"});
    EXPECT_THAT(readAll(file),
                AllOf(HasSubstr("\"summary\": \"unknown: no parser knows the code that the driver prints\""),
                      HasSubstr("\"text\": \"mov r0, %r1\\nld.new r2\""), HasSubstr("\"cut\": false")));
}

class CodeCompared : public testing::Test {
protected:
    // Load4 becomes faster by other code, Load3 by the same, Load2 stays as it is although its code changes.
    const std::string base = kTimes + kTold;
    const std::string now =
        kTimes + "load | *Load4* | * | 0.005 | 0.01\nload | *Load3* | * | 0.005 | 0.01\n" + kTold +
        code("*Load4*", kOneWide) + code("*Load2*", "\\tv_mov_b32 v9, 0\\n" + kFourNarrow);
    const std::vector<std::string> rows = {"--filter", "ByteAddressBuffer.Load? linear", "--strategy", "set"};
};

TEST_F(CodeCompared, CompareSaysWhetherTheCodeChanged) {
    const std::string a = measuredFile(base, "a.json", rows), b = measuredFile(now, "b.json", rows);
    const Outcome table = runProgram({"compare", a, b, "--metric", "time", "--all"});
    EXPECT_THAT(
        table.out,
        AllOf(ContainsRegex("verdict +code\n"),
              ContainsRegex("Load4 linear .*FASTER +4 × buffer_load_dword → 1 × buffer_load_dwordx4\n"),
              ContainsRegex("Load3 linear .*FASTER +same code\n"),
              ContainsRegex("Load2 linear .*  4 × buffer_load_dword, other code\n")));
    EXPECT_THAT(runProgram({"compare", a, b, "--format", "markdown"}).out,
                HasSubstr("| FASTER | 4 × buffer_load_dword → 1 × buffer_load_dwordx4 |"));
    const Outcome csv = runProgram({"compare", a, b, "--format", "csv"});
    EXPECT_THAT(csv.out, AllOf(HasSubstr("kernel_differs,same_code,base_loads,new_loads,reason,"),
                               HasSubstr(",no,4 × buffer_load_dword,1 × buffer_load_dwordx4,,"),
                               HasSubstr(",yes,4 × buffer_load_dword,4 × buffer_load_dword,,")));
    EXPECT_THAT(runProgram({"compare", a, b, "--format", "json"}).out,
                ContainsRegex("\"same_code\": false,\n *\"base_loads\": \"4 × buffer_load_dword\",\n"
                              " *\"new_loads\": \"1 × buffer_load_dwordx4\""));
}

TEST_F(CodeCompared, WhatIsNotKnownIsSaidAndNotGuessed) {
    const std::string a = measuredFile(kTimes, "a.json", rows), b = measuredFile(now, "b.json", rows);
    const Outcome table = runProgram({"compare", a, b});
    EXPECT_THAT(table.out, AllOf(ContainsRegex("verdict\n"),
                                 HasSubstr("unknown whether the driver's code changed for 2 of the changed "
                                           "figures, in BASE: the script gives none.\n")));
    EXPECT_THAT(runProgram({"compare", a, b, "--format", "json"}).out,
                ContainsRegex("\"same_code\": null,\n *\"base_loads\": null,\n *\"new_loads\": \"1 × "));
}

TEST_F(CodeCompared, EveryReasonIsSaidWhyTheCodeIsNotKnown) {
    const std::string fast = "load | *Load4* | * | 0.005 | 0.01\nload | *Load3* | * | 0.005 | 0.01\n";
    const auto told = [&](const std::string& before, const std::string& after) {
        const std::string a = measuredFile(kTimes + before, "a.json", rows);
        return runProgram({"compare", a, measuredFile(kTimes + fast + after, "b.json", rows)}).out;
    };
    const std::string known = "unknown whether the driver's code changed for ";
    const std::string raw = "code | *Load4* | * | mov r0, %r1\n";
    EXPECT_THAT(told(kTold, kTold + raw),
                HasSubstr(known +
                          "1 of the changed figures, in NEW: no parser knows the code that the driver "
                          "prints.\n"));
    EXPECT_THAT(told(kTold + raw, ""),
                AllOf(HasSubstr(known + "1 of the changed figures, in BASE: no parser"),
                      HasSubstr(known + "1 of the changed figures, in NEW: the script")));
    const std::string ir =
        "code | * | * | ACO shader stage: compute_cs\\nBB0\\n\\t v1: %1 = buffer_load_dword %2, %3, "
        "0 offen\\n\\tp_cbranch_z BB0, BB1\\nBB1\\n\\ts_endpgm\n";
    EXPECT_THAT(told(code("*", kNarrowLoad), ir),
                HasSubstr(known + "2 of the changed figures, the drivers print equal loads in different "
                                  "languages.\n"));
    // A file of before there was code.
    const std::string a = measuredFile(kTimes, "a.json", rows),
                      b = measuredFile(kTimes + fast + kTold, "b.json", rows);
    std::string old = readAll(a);
    const std::size_t at = old.find("\"codes_missing\"");
    ASSERT_NE(at, std::string::npos);
    old.erase(at, old.find('\n', at) + 1 - at);
    writeAll(a, old);
    EXPECT_THAT(runProgram({"compare", a, b}).out, HasSubstr("figures, in BASE: the file has no code.\n"));
}

TEST_F(CodeCompared, AbComparesTheCodeOfBothSides) {
    const std::string a = scratchFile("a.script"), b = scratchFile("b.script"), kept = scratchFile("kept");
    writeAll(a, base);
    writeAll(b, now);
    std::vector<std::string> arguments = {"ab", "--script", a, "--script", b, "--seed", "1", "--keep", kept};
    arguments.insert(arguments.end(), rows.begin(), rows.end());
    const Outcome outcome = runProgram(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(ContainsRegex("FASTER +4 × buffer_load_dword → 1 × buffer_load_dwordx4\n"),
                                   ContainsRegex("Load3 linear .*FASTER +same code\n")));
    EXPECT_THAT(readAll(kept + "-b.json"), HasSubstr("1 × buffer_load_dwordx4"));
    arguments.push_back("--no-code");
    EXPECT_THAT(runProgram(arguments).out, Not(HasSubstr("buffer_load")));
}

} // namespace
} // namespace vkperftest
