// `list`, `--help` and `--version`.

#include "matchers.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::list_test {

TEST(List, NamesEveryRowWithWhatItNeeds) {
    EXPECT_EQ(countLines(outputOf("list")), 19u);
    EXPECT_THAT(outputOf("list --format=csv"), StartsWith("suite,rows,question\nmatrix,161,"));
    const std::string out = outputOf("list --all");
    EXPECT_EQ(countLines(out), 1u + 161u);
    EXPECT_THAT(out, ContainsRegex("\nBuffer<R8>.Load uniform +typed-r8-uniform +texel"));
    expectSaid(outputOf("list --suite=mixed --filter='2x ByteAddressBuffer.Load4 + 2x Buffer*linear'"),
               "2x ByteAddressBuffer.Load4"); // each resource once
    EXPECT_EQ(countLines(outputOf("list --suite=mixed")), 1u + 31u);
}

TEST(List, GroupsAllRowsBySuiteAndCountsThemOnce) {
    const std::string table = outputOf("list --suite=all"),
                      records = outputOf("list --suite=all --format=csv");
    expectParts(table, {"matrix: 161 rows", "uniform: 82 rows", "mixed: 31 rows", "cache: 1 row",
                        fmt::format("\n{} rows in all. ", countLines(records) - 1)});
    EXPECT_EQ(occurrences(records, ",raw-load4-linear,"), 1u);
    EXPECT_THAT(records, ContainsRegex(",raw-load4-linear,[^\n]*,matrix uniform binding "));
    expectParts(outputOf("list --suite=all --filter='raw-load4-unaligned*'"),
                {"matrix: 3 rows\n", "binding: 2 rows\n", "\n3 rows in all."}, {"uniform:"});
}

TEST(List, FiltersAreUnitedAndKeepTheOrder) {
    const std::string out =
        outputOf("list --format=csv --filter='cbuffer* random' --filter=raw-load4-linear");
    EXPECT_EQ(countLines(out), 3u);
    EXPECT_LT(out.find("raw-load4-linear"), out.find("constant-float4-random"));
}

TEST(List, HasEveryFormat) {
    EXPECT_THAT(outputOf("list --filter='cbuffer* random' --format=json"),
                StartsWith("[\n {\n  \"name\": \"cbuffer"));
    expectParts(outputOf("show perftest: --format=csv"), {"\nR9 Fury 56 CU,AMD,GCN3,"});
}

TEST(Help, AndVersionArePrinted) {
    expectParts(outputOf("--help --all"), {"Examples:", "Exit codes:"});
    EXPECT_EQ(outputOf("version"), outputOf("--version"));
    expectError(runLine("list matrix"), 2, {"`--suite matrix`"});
    EXPECT_THAT(outputOf("--version"), ContainsRegex("^vkperftest [0-9]+\\.[0-9]+\\.[0-9]+[ \n]"));
}

#ifndef _WIN32
TEST(Output, AFullDiskIsAnError) {
    EXPECT_EQ(runScripted("load | * | * | 0.01\n", "--output=/dev/full").exitCode, 2);
}
#endif

} // namespace vkperftest::list_test
