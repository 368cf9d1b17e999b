#include "run/plan.h"

#include <set>

#include "cases/suite.h"
#include "matchers.h"

namespace vkperftest::plan_test {

std::vector<std::string> namesOf(const std::vector<Case>& rows) {
    std::vector<std::string> names;
    for (const Case& row : rows) names.push_back(caseName(row));
    return names;
}

TEST(EverySize, FollowsItsRow) {
    const auto rowsOn = [](const DeviceRecord& device) {
        const std::vector<std::string> filters = {"ByteAddressBuffer.Load4 linear"};
        RunPlan plan{.rows = selectRows(matrixRows(), filters).value()};
        EXPECT_TRUE(addEverySize(plan, device).ok());
        EXPECT_THAT(namesOf(plan.controls),
                    Contains("ByteAddressBuffer.Load4 linear, dependent, subgroup 32"));
        return namesOf(plan.rows);
    };
    const std::string row = "ByteAddressBuffer.Load4 linear";
    EXPECT_THAT(rowsOn({.smallestSubgroup = 32, .largestSubgroup = 64}),
                ElementsAre(row, row + ", subgroup 32", row + ", subgroup 64"));
    EXPECT_THAT(rowsOn({.smallestSubgroup = 8, .largestSubgroup = 32}), SizeIs(4));
    RunPlan plan{.rows = matrixRows()};
    const Result<void> none = addEverySize(plan, {.name = "a device"});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().kind, ErrorKind::NoDevice);
}

// Lanes that share loads do so in the sizes that the suite names; none comes twice.
TEST(EverySize, LeavesRowsAloneThatDemandOne) {
    RunPlan plan{.rows = uniformRows()};
    ASSERT_TRUE(addEverySize(plan, {.smallestSubgroup = 32, .largestSubgroup = 32}).ok());
    const std::vector<std::string> names = namesOf(plan.rows);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    EXPECT_THAT(names, Contains("ByteAddressBuffer.Load4 uniform, shuffle, subgroup 16"));
    EXPECT_THAT(names, Not(Contains("ByteAddressBuffer.Load3 uniform, shuffle, subgroup 32")));
}

} // namespace vkperftest::plan_test
