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

TEST(UniformSuite, DirectRowsAreThoseOfTheMatrix) {
    const std::vector<Case> matrix = matrixRows();
    for (const Case& row : uniformRows()) {
        const bool direct = row.technique == Technique::Direct && row.subgroupSize == 0;
        EXPECT_EQ(std::count(matrix.begin(), matrix.end(), row),
                  direct && row.operation != pushedLoad() && row.operation != shortConstantLoad())
            << caseName(row);
    }
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
