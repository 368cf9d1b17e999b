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

TEST(List, NamesEachResourceOfMixedLoadsOnce) {
    const Outcome outcome =
        runProgram({"list", "--suite", "mixed", "--filter", "2x ByteAddressBuffer.Load4 + 2x Buffer*linear"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(
        outcome.out,
        HasSubstr("2x ByteAddressBuffer.Load4 + 2x Buffer<RGBA8>.Load linear  "
                  "mixed-2x-raw-load4-2x-typed-rgba8-linear  storage buffer, 16384 bytes; texel buffer "
                  "RGBA8, 4096 bytes  mixed.raw4.raw4.typed4.typed4.linear\n"));
    EXPECT_EQ(countLines(runProgram({"list", "--suite", "mixed"}).out), 1u + 31u);
}

TEST(List, GroupsAllRowsBySuiteAndCountsThemOnce) {
    const std::string table = runProgram({"list", "--suite", "all"}).out;
    for (const char* suite : {"matrix: 138 rows", "uniform: 73 rows", "mixed: 31 rows", "cache: 1 row"})
        EXPECT_THAT(table, HasSubstr(suite));
    const std::string records = runProgram({"list", "--suite", "all", "--format", "csv"}).out;
    EXPECT_THAT(table, HasSubstr(std::to_string(countLines(records) - 1) +
                                 " rows in all. A row that several suites share is listed under each, but "
                                 "counted once here.\n"));
    EXPECT_EQ(occurrences(records, ",raw-load4-linear,"), 1u);
    EXPECT_THAT(records, ContainsRegex(",raw-load4-linear,[^\n]*,matrix uniform binding storage robustness"));
    const std::string few = runProgram({"list", "--suite", "all", "--filter", "raw-load4-unaligned*"}).out;
    EXPECT_THAT(few, testing::AllOf(HasSubstr("matrix: 3 rows\n"), HasSubstr("binding: 2 rows\n"),
                                    HasSubstr("\n3 rows in all."), testing::Not(HasSubstr("uniform:"))));
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
    EXPECT_THAT(runProgram({"show", "perftest:", "--format", "csv"}).out,
                HasSubstr("\nR9 Fury 56 CU,AMD,GCN3,"));
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
