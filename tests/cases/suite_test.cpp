#include "cases/suite.h"

#include <set>

#include <gmock/gmock.h>

#include "cases/binding.h"
#include "cases/families/families.h"

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
        EXPECT_NE(suite.name, all.name) << "it is made of the others";
        for (const Case& row : suite.rows()) expected.insert(caseName(row));
    }
    EXPECT_EQ(names, expected);
    EXPECT_FALSE(all.windows || all.recording);
    EXPECT_THAT(all.strategies, ElementsAre(Strategy::Set));
}

TEST(Suite, BindlessHasEveryIndexBesideASingleDescriptor) {
    std::vector<std::string> names, ids;
    for (const Case& row : bindlessRows()) {
        names.push_back(caseName(row));
        ids.push_back(caseId(row));
    }
    EXPECT_EQ(names.size(), 31u);
    for (const char* name :
         {"StructuredBuffer<float4>.Load linear", "StructuredBuffer<float4>[constant].Load linear",
          "Buffer<RGBA8>[uniform].Load uniform", "Buffer<RGBA8>[per subgroup].Load linear",
          "Texture2D<R8>.Load uniform", "Texture2D<R8>[per lane].Load uniform"})
        EXPECT_THAT(names, testing::Contains(name));
    EXPECT_THAT(ids, testing::Contains("texture-load-r8-array-per-lane-uniform"));
    EXPECT_EQ(shortName({indexedLoad(typedLoad(Format::RGBA8), DescriptorIndex::PerLane)}),
              "Buffer<RGBA8>[per lane] uniform");
    EXPECT_EQ(sourceText({indexedLoad(textureLoad(Format::R8), DescriptorIndex::PerLane)}),
              "sampled image R8, 8 descriptors, 1920 bytes");
}

TEST(Suite, MemoryHasEachLoadFromThreeKindsOfMemory) {
    std::vector<std::string> names, ids;
    for (const Case& row : memoryRows()) {
        names.push_back(caseName(row));
        ids.push_back(caseId(row));
    }
    EXPECT_EQ(names.size(), 13u);
    for (const char* name :
         {"ByteAddressBuffer.Load4 uniform", "ByteAddressBuffer.Load4 uniform, BAR memory",
          "StructuredBuffer<16 bytes of float4>.Load linear, own window, host-cached memory"})
        EXPECT_THAT(names, testing::Contains(name));
    EXPECT_THAT(ids, testing::Contains("typed-rgba8-uniform-host-cached-memory"));
}

TEST(Suite, ErrorNamesTheChoices) {
    const Result<const Suite*> suite = findSuite("matrices");
    ASSERT_FALSE(suite.ok());
    EXPECT_EQ(suite.error().kind, ErrorKind::Usage);
    EXPECT_THAT(suite.error().cause, HasSubstr("'matrices'"));
    for (const Suite& choice : suiteChoices())
        EXPECT_THAT(suite.error().remedy, HasSubstr(std::string(choice.name)));
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

TEST(SelectRows, ErrorNamesThePatternAndNearRows) {
    const std::vector<std::string> patterns = {"cbuffer", "Bufer<RGBA8>.Load"};
    const Result<std::vector<Case>> rows = selectRows(matrixRows(), patterns);
    ASSERT_FALSE(rows.ok());
    EXPECT_EQ(rows.error().kind, ErrorKind::Usage);
    EXPECT_THAT(rows.error().cause, HasSubstr("'Bufer<RGBA8>.Load'"));
    EXPECT_THAT(rows.error().remedy, HasSubstr("'Buffer<RGBA8>.Load uniform'"));
}

TEST(SelectRows, ErrorTellsWhereTheNamesAreIfNoneIsNear) {
    const std::vector<std::string> patterns = {"zzzzzzzzqqqqqqqq"};
    const Result<std::vector<Case>> rows = selectRows(matrixRows(), patterns);
    ASSERT_FALSE(rows.ok());
    EXPECT_EQ(rows.error().remedy, "`vkperftest list` prints all names");
}

TEST(SelectRows, ErrorPointsAtTheSuitesOwnRows) {
    const std::vector<std::string> far = {"zzzzzzzzqqqqqqqq"};
    EXPECT_EQ(selectRows(strideRows(), far, "stride").error().remedy,
              "`vkperftest list --suite stride` prints all names");
    const std::vector<Case> rows = strideRows();
    const std::string name = caseName(rows.back());
    const std::string remedy = findRow(rows, name + "x", "stride").error().remedy;
    EXPECT_THAT(remedy, HasSubstr("'" + name + "'"));
    EXPECT_THAT(remedy, testing::EndsWith("; `vkperftest list --suite stride` prints all"));
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

TEST(FindRow, WantsTheWholeName) {
    const Result<Case> row = findRow(matrixRows(), "Buffer<RGBA8>.Load");
    ASSERT_FALSE(row.ok());
    EXPECT_EQ(row.error().kind, ErrorKind::Usage);
    EXPECT_THAT(row.error().cause, HasSubstr("'Buffer<RGBA8>.Load'"));
    EXPECT_THAT(row.error().remedy, HasSubstr("'Buffer<RGBA8>.Load random'"));
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
        EXPECT_THAT(parsed.error().remedy, HasSubstr("set, push"));
    }
    EXPECT_THAT(parseStrategies("set,pull").error().cause, HasSubstr("'pull'"));
}

} // namespace
} // namespace vkperftest
