#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

using testing::Contains;

std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const Case& row : uniformRows()) result.push_back(caseName(row));
    return result;
}

TEST(UniformSuite, HasEveryTechniqueOfEveryLoad) {
    for (const char* load :
         {"Buffer<RGBA8>.Load", "Buffer<R32f>.Load", "ByteAddressBuffer.Load", "ByteAddressBuffer.Load2",
          "ByteAddressBuffer.Load3", "ByteAddressBuffer.Load4", "StructuredBuffer<float4>.Load",
          "cbuffer{float4} load", "Texture2D<RGBA8>.Load"}) {
        for (const char* technique : {"", ", shuffle", ", broadcast", ", reduce", ", perlane", ", floor"})
            EXPECT_THAT(names(), Contains(std::string(load) + " uniform" + technique));
    }
    EXPECT_THAT(names(), Contains("push constants{float4} load uniform"));
    EXPECT_THAT(names(), Contains("cbuffer{float4[16]} load uniform"));
    for (const char* load : {"Buffer<RGBA8>.Load", "ByteAddressBuffer.Load4", "Texture2D<RGBA8>.Load"})
        EXPECT_THAT(names(), Contains(std::string(load) + " linear"));
    EXPECT_EQ(names().size(), 1u + 9 * 6 + 8 + 2 + 2 * 4);
}

TEST(UniformSuite, SweepsSubgroupSizes) {
    for (const char* size : {"8", "16", "32", "64"}) {
        EXPECT_THAT(names(), Contains(std::string("ByteAddressBuffer.Load4 uniform, subgroup ") + size));
        EXPECT_THAT(names(),
                    Contains(std::string("ByteAddressBuffer.Load4 uniform, shuffle, subgroup ") + size));
    }
}

TEST(UniformSuite, DirectRowsAreThoseOfTheMatrix) {
    const std::vector<Case> matrix = matrixRows();
    for (const Case& row : uniformRows()) {
        const bool direct = row.technique == Technique::Direct && row.subgroupSize == 0;
        EXPECT_EQ(std::count(matrix.begin(), matrix.end(), row),
                  direct && row.operation != pushedLoad() && row.operation != shortConstantLoad())
            << caseName(row);
    }
}

// So that the default baseline and files of earlier runs find their rows.
TEST(UniformSuite, HoldsItsBaseline) {
    EXPECT_THAT(uniformRows(), Contains(defaultBaseline()));
}

TEST(AllRows, NamesIdsAndRowsGoTogether) {
    for (const auto text : {caseName, caseId}) {
        std::map<std::string, Case> rows;
        for (const Suite& suite : suites()) {
            std::set<std::string> ofSuite;
            std::vector<Case> ofSuiteAndFloors = suite.rows();
            for (const Case& floor : missingTwins(suite.rows())) ofSuiteAndFloors.push_back(floor);
            for (const Case& row : ofSuiteAndFloors) {
                EXPECT_TRUE(ofSuite.insert(text(row)).second) << text(row);
                EXPECT_EQ(rows.emplace(text(row), row).first->second, row) << text(row);
            }
        }
        EXPECT_EQ(rows.size(), allRows().size());
    }
}

TEST(AllRows, IdsSuitScripts) {
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    for (const Case& row : allRows()) {
        const std::string id = caseId(row);
        EXPECT_EQ(id.find_first_not_of(kAllowed), std::string::npos) << id;
        EXPECT_FALSE(id.starts_with("-") || id.ends_with("-")) << id;
    }
}

} // namespace
} // namespace vkperftest
