#include "run/plan.h"

#include <set>

#include <gmock/gmock.h>

#include "cases/suite.h"

namespace vkperftest {
namespace subgroup_sizes_test {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> namesOf(const std::vector<Case>& rows) {
    std::vector<std::string> names;
    for (const Case& row : rows) names.push_back(caseName(row));
    return names;
}

TEST(OfferedSizes, AreThePowersOfTwoOfTheDevice) {
    EXPECT_THAT(offeredSizes({.smallestSubgroup = 8, .largestSubgroup = 32}), ElementsAre(8, 16, 32));
    EXPECT_THAT(offeredSizes({.smallestSubgroup = 4, .largestSubgroup = 4}), ElementsAre(4));
    EXPECT_THAT(offeredSizes({}), IsEmpty());
}

TEST(EverySize, FollowsItsRow) {
    RunPlan plan{
        .rows = selectRows(matrixRows(), std::vector<std::string>{"ByteAddressBuffer.Load4 linear"}).value()};
    ASSERT_TRUE(addEverySize(plan, {.smallestSubgroup = 32, .largestSubgroup = 64}).ok());
    EXPECT_THAT(namesOf(plan.rows),
                ElementsAre("ByteAddressBuffer.Load4 linear", "ByteAddressBuffer.Load4 linear, subgroup 32",
                            "ByteAddressBuffer.Load4 linear, subgroup 64"));
    EXPECT_THAT(namesOf(plan.twins), Contains("ByteAddressBuffer.Load4 linear, serial, subgroup 64"));
}

// Lanes that share loads do so in the sizes that the suite names; none comes twice.
TEST(EverySize, LeavesRowsAloneThatDemandOne) {
    RunPlan plan{.rows = uniformRows()};
    ASSERT_TRUE(addEverySize(plan, {.smallestSubgroup = 32, .largestSubgroup = 32}).ok());
    const std::vector<std::string> names = namesOf(plan.rows);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    EXPECT_THAT(names, Contains("ByteAddressBuffer.Load4 uniform, shuffle, subgroup 16"));
    EXPECT_THAT(names, testing::Not(Contains("ByteAddressBuffer.Load3 uniform, shuffle, subgroup 32")));
}

TEST(EverySize, NeedsADeviceThatOffersOne) {
    RunPlan plan{.rows = matrixRows()};
    const Result<void> added = addEverySize(plan, {.name = "a device"});
    ASSERT_FALSE(added.ok());
    EXPECT_EQ(added.error().kind, ErrorKind::NoDevice);
}

} // namespace subgroup_sizes_test
} // namespace vkperftest
