#include "cases/suite.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "cases/binding.h"
#include "golden.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;

std::vector<std::string> selected(const std::vector<std::string>& patterns) {
    const Result<std::vector<Case>> rows = selectRows(matrixRows(), patterns);
    if (!rows.ok()) return {"error: " + rows.error().sentence()};
    std::vector<std::string> names;
    for (const Case& row : rows.value()) names.push_back(caseName(row));
    return names;
}

TEST(Suite, AllHasTheRowsOfEverySuiteOnce) {
    const Suite& all = *findSuite("ALL").value();
    std::set<std::string> names, expected;
    for (const Case& row : all.rows()) EXPECT_TRUE(names.insert(caseName(row)).second) << caseName(row);
    for (const Suite& suite : suites()) {
        EXPECT_NE(suite.name, all.name); // it is made of the others
        EXPECT_EQ(suite.rows().front() == defaultBaseline(), suite.name != kDefaultSuite);
        std::set<std::string> operations, additions;
        for (const Case& row : suite.rows()) {
            expected.insert(caseName(row));
            operations.insert(row.operation.name);
            additions.insert(caseName(row).substr(row.operation.name.size()));
        }
        expectGolden(fmt::format("{}: {} rows of {} operations,{}", suite.name, suite.rows().size(),
                                 operations.size(), fmt::join(additions, ";")));
    }
    EXPECT_EQ(names, expected);
    EXPECT_FALSE(all.windows || all.recording);
    EXPECT_THAT(all.strategies, ElementsAre(Strategy::Set));
}

TEST(Suite, BindlessHasEveryIndexAndMemoryEveryKind) {
    for (const std::vector<Case>& rows : {bindlessRows(), memoryRows()})
        for (const Case& row : rows) expectGolden(caseName(row));
}

TEST(Suite, ErrorNamesTheChoices) {
    const Result<const Suite*> suite = findSuite("matrices");
    ASSERT_FALSE(suite.ok());
    EXPECT_EQ(suite.error().kind, ErrorKind::Usage);
    expectGolden(suite.error().sentence());
}

// Any part, or the whole text where there are wildcards; of names and ids.
TEST(SelectRows, MatchesNamesAndIds) {
    for (const auto& [pattern, rows] : {std::pair("unaligned", 6u),
                                        {"random", 46u},
                                        {"*Sample(nearest)*", 27u},
                                        {"byteaddressbuffer.load? linear", 3u},
                                        {"CBUFFER{FLOAT4} LOAD LINEAR", 1u}})
        EXPECT_EQ(selected({pattern}).size(), rows) << pattern;
    EXPECT_EQ(selected({}).size(), 138u);
    EXPECT_FALSE(selectRows(matrixRows(), std::vector<std::string>{"Load*"}).ok());
    EXPECT_THAT(selected({"raw-load2-unaligned-linear"}),
                ElementsAre("ByteAddressBuffer.Load2 unaligned linear"));
    EXPECT_THAT(selected({"Constant-*-random"}), ElementsAre("cbuffer{float4} load random"));
}

TEST(SelectRows, KeepsTheSuitesOrderAndNamesARowOnce) {
    EXPECT_THAT(selected({"cbuffer{float4} load random", "Buffer<R8>.Load linear", "*load random",
                          "typed-r8-linear"}),
                testing::AllOf(testing::Contains("cbuffer{float4} load random").Times(1),
                               testing::Contains("Buffer<R8>.Load linear").Times(1)));
    EXPECT_THAT(selected({"cbuffer{float4} load random", "Buffer<R8>.Load uniform"}),
                ElementsAre("Buffer<R8>.Load uniform", "cbuffer{float4} load random"));
}

TEST(SelectRows, ErrorNamesThePatternAndNearRowsOrWhereNamesAre) {
    const std::vector<std::string> near = {"cbuffer", "Bufer<RGBA8>.Load"}, far = {"zzzzzzzzqqqqqqqq"};
    const std::vector<Case> matrix = matrixRows(), stride = strideRows();
    for (const Result<std::vector<Case>>& rows :
         {selectRows(matrix, near), selectRows(matrix, far), selectRows(stride, far, "stride")}) {
        ASSERT_FALSE(rows.ok());
        EXPECT_EQ(rows.error().kind, ErrorKind::Usage);
        expectGolden(rows.error().sentence());
    }
    expectGolden(findRow(stride, caseName(stride.back()) + "x", "stride").error().sentence());
    expectGolden(findRow(matrix, "Buffer<RGBA8>.Load").error().sentence());
}

TEST(FindRow, ByNameOrId) {
    const std::vector<Case> rows = matrixRows();
    for (const Case& row : rows) {
        const Result<Case> byName = findRow(rows, caseName(row));
        ASSERT_TRUE(byName.ok());
        EXPECT_EQ(byName.value(), row);
        const Result<Case> byId = findRow(rows, caseId(row));
        ASSERT_TRUE(byId.ok());
        EXPECT_EQ(byId.value(), row);
    }
    const Result<Case> loose = findRow(rows, " BUFFER<rgba8>.load RANDOM ");
    ASSERT_TRUE(loose.ok());
    EXPECT_EQ(loose.value(), defaultBaseline());
}

TEST(Strategies, WaysOfRecordingHaveNamesOfTheirOwn) {
    const std::vector<std::string> ways = recordingWays();
    EXPECT_EQ(std::set<std::string>(ways.begin(), ways.end()).size(), ways.size());
    EXPECT_EQ(ways.front(), "dispatch only"); // what the others are read against
}

TEST(Strategies, ParseInTheOrderGiven) {
    const auto parsed = [](std::string_view list) { return parseStrategies(list).value(); };
    for (const Strategy strategy : kEveryStrategy)
        EXPECT_THAT(parsed(strategyName(strategy)), ElementsAre(strategy));
    EXPECT_THAT(parsed("push,set"), ElementsAre(Strategy::Push, Strategy::Set));
    EXPECT_THAT(parsed(" Push , SET,push"), ElementsAre(Strategy::Push, Strategy::Set));
}

TEST(Strategies, ErrorNamesTheChoices) {
    for (const std::string_view list : {"", "pull", "set,", "set,pull", "set push"}) {
        const Result<std::vector<Strategy>> parsed = parseStrategies(list);
        ASSERT_FALSE(parsed.ok()) << list;
        EXPECT_EQ(parsed.error().kind, ErrorKind::Usage);
        expectGolden(parsed.error().sentence());
    }
}

} // namespace
} // namespace vkperftest
