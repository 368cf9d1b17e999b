// `list`, `--help` and `--version`.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

TEST(List, NamesEveryRowWithWhatItNeeds) {
    const Outcome outcome = runProgram({"list"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(countLines(outcome.out), 1u + 138u);
    EXPECT_THAT(outcome.out,
                ContainsRegex("\nBuffer<R8>.Load uniform +typed-r8-uniform +texel buffer R8, 1024 bytes "
                              "+typed_buffer.1.uniform\n"));
}

TEST(List, FiltersAreUnitedAndKeepTheOrder) {
    const Outcome outcome = runProgram(
        {"list", "--format", "csv", "--filter", "cbuffer* random", "--filter", "raw-load4-linear"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(countLines(outcome.out), 3u);
    EXPECT_LT(outcome.out.find("raw-load4-linear"), outcome.out.find("constant-float4-random"));
}

TEST(List, HasEveryFormat) {
    const std::vector<std::string> list = {"list", "--filter", "cbuffer* random", "--format"};
    const auto printed = [&](const char* format) {
        std::vector<std::string> arguments = list;
        arguments.emplace_back(format);
        return runProgram(arguments).out;
    };
    EXPECT_THAT(printed("json"),
                testing::StartsWith("[\n {\n  \"name\": \"cbuffer{float4} load random\",\n"));
    EXPECT_THAT(printed("html"), HasSubstr("<th scope=\"row\">cbuffer{float4} load random</th>"));
    EXPECT_THAT(runProgram({"reference", "--format", "csv"}).out, HasSubstr("\nR9 Fury 56 CU,AMD,GCN3,"));
}

TEST(Help, HasExamplesAndExitCodes) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--help"}, {"run", "--help"}, {"list", "--help"}, {"devices", "--help"}}) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 0);
        EXPECT_THAT(outcome.out, HasSubstr("Examples:"));
    }
    EXPECT_THAT(runProgram({"--help"}).out, HasSubstr("Exit codes:"));
    EXPECT_THAT(runProgram({"--version"}).out, ContainsRegex("^vkperftest [0-9]+\\.[0-9]+\\.[0-9]+[ \n]"));
}

#ifndef _WIN32
TEST(Output, AFullDiskIsAnError) {
    const std::string full = "/dev/full";
    const Outcome outcome = runProgram({"list"});
    ASSERT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(runScripted("load | * | * | 0.01\n", {"--output", full}).exitCode, 2);
}
#endif

} // namespace
} // namespace vkperftest
