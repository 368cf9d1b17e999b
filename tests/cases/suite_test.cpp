#include "cases/suite.h"

#include <set>

#include <gmock/gmock.h>

#include "cases/binding.h"
#include "golden.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> selected(const std::vector<std::string>& patterns) {
    const Result<std::vector<Case>> rows = selectRows(matrixRows(), patterns);
    if (!rows.ok()) return {"error: " + rows.error().sentence()};
    std::vector<std::string> names;
    for (const Case& row : rows.value()) names.push_back(caseName(row));
    return names;
}

TEST(Suite, IsFoundByName) {
    const Result<const Suite*> suite = findSuite("matrix");
    ASSERT_TRUE(suite.ok());
    EXPECT_EQ(suite.value()->name, "matrix");
    EXPECT_EQ(suite.value()->rows(), matrixRows());
}

TEST(Suite, AllHasTheRowsOfEverySuiteOnce) {
    const Suite& all = *findSuite("ALL").value();
    const std::vector<Case> rows = all.rows();
    std::set<std::string> names, ids, expected;
    for (const Case& row : rows) {
        EXPECT_TRUE(names.insert(caseName(row)).second) << caseName(row);
        EXPECT_TRUE(ids.insert(caseId(row)).second) << caseId(row);
    }
    for (const Suite& suite : suites()) {
        EXPECT_NE(suite.name, all.name); // it is made of the others
        for (const Case& row : suite.rows()) expected.insert(caseName(row));
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

TEST(SelectRows, TakesAllWithoutAPattern) {
    EXPECT_EQ(selected({}).size(), 138u);
}

TEST(SelectRows, MatchesAnyPartWithoutWildcards) {
    EXPECT_THAT(selected({"cbuffer"}),
                ElementsAre("cbuffer{float4} load uniform", "cbuffer{float4} load linear",
                            "cbuffer{float4} load random"));
    EXPECT_THAT(selected({"CBUFFER{FLOAT4} LOAD LINEAR"}), ElementsAre("cbuffer{float4} load linear"));
    EXPECT_EQ(selected({"unaligned"}).size(), 6u);
    EXPECT_EQ(selected({"random"}).size(), 46u);
}

TEST(SelectRows, MatchesTheWholeTextWithWildcards) {
    EXPECT_THAT(selected({"byteaddressbuffer.load? linear"}),
                ElementsAre("ByteAddressBuffer.Load2 linear", "ByteAddressBuffer.Load3 linear",
                            "ByteAddressBuffer.Load4 linear"));
    EXPECT_THAT(selected({"Load*"}), ElementsAre(HasSubstr("error: no row matches the filter 'Load*'")));
    EXPECT_EQ(selected({"*Sample(nearest)*"}).size(), 27u);
}

TEST(SelectRows, MatchesIds) {
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

TEST(Strategies, NamesAreTheirOwn) {
    for (const Strategy strategy : kEveryStrategy)
        EXPECT_THAT(parseStrategies(strategyName(strategy)).value(), ElementsAre(strategy));
}

TEST(Strategies, WaysOfRecordingHaveNamesOfTheirOwn) {
    const std::vector<std::string> ways = recordingWays();
    EXPECT_EQ(std::set<std::string>(ways.begin(), ways.end()).size(), ways.size());
    EXPECT_EQ(ways.front(), "dispatch only"); // what the others are read against
}

TEST(Strategies, ParseInTheOrderGiven) {
    const auto parsed = [](std::string_view list) { return parseStrategies(list).value(); };
    EXPECT_THAT(parsed("set"), ElementsAre(Strategy::Set));
    EXPECT_THAT(parsed("set,push"), ElementsAre(Strategy::Set, Strategy::Push));
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
