#include "analysis/comparison.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;

Comparison ofFour() {
    const Interval known{-0.01, 0.01};
    return {.metric = Metric::Ratio,
            .threshold = 0.03,
            .changes = {{.name = "same", .interval = known, .verdict = Verdict::Same},
                        {.name = "faster", .change = 0.2, .interval = known, .verdict = Verdict::Better},
                        {.name = "unclear", .change = 0.01, .interval = Interval{-0.03, 0.05}},
                        {.name = "slower", .change = -0.2, .interval = known, .verdict = Verdict::Worse}}};
}

std::vector<std::string> names(const std::vector<Change>& changes) {
    std::vector<std::string> result;
    for (const Change& change : changes) result.push_back(change.name);
    return result;
}

TEST(ShownChanges, AreThoseThatBecameFasterOrSlower) {
    EXPECT_THAT(names(shownChanges(ofFour(), false)), ElementsAre("faster", "slower"));
    EXPECT_THAT(names(shownChanges(ofFour(), true)), ElementsAre("same", "faster", "unclear", "slower"));
    Comparison comparison = ofFour();
    sortBySlowness(comparison);
    EXPECT_THAT(names(shownChanges(comparison, false)), ElementsAre("slower", "faster"));
}

TEST(ShownChanges, AreTheLargestWhereNothingIsJudged) {
    Comparison comparison;
    for (int i = 0; i < 50; ++i)
        comparison.changes.push_back({.name = std::to_string(i), .change = 0.01 * i});
    comparison.changes.push_back({.name = "halved", .change = -0.5});
    const std::vector<std::string> shown = names(shownChanges(comparison, false));
    ASSERT_EQ(shown.size(), kMostUnjudged);
    EXPECT_EQ(shown[0], "halved"); // as a factor it is the largest
    EXPECT_EQ(shown[1], "49");
    comparison.changes.back().caveat = "half of its loads return 0";
    EXPECT_EQ(names(shownChanges(comparison, false))[0], "49"); // what cannot be compared is left out
    EXPECT_EQ(shownChanges(comparison, true).size(), 51u);
}

TEST(ShownChanges, AreOnlyThoseThatMatterWhereNothingIsJudged) {
    Comparison comparison{.threshold = 0.03};
    for (const double change : {0.002, -0.0035, 0.001}) comparison.changes.push_back({.change = change});
    EXPECT_TRUE(shownChanges(comparison, false).empty());
    EXPECT_NEAR(largestDifference(comparison), 0.0035, 1e-4);
    comparison.changes.push_back({.name = "slower", .change = -0.04});
    comparison.changes.push_back({.change = 5, .caveat = "half of its loads return 0"});
    EXPECT_THAT(names(shownChanges(comparison, false)), ElementsAre("slower"));
    EXPECT_NEAR(largestDifference(comparison), 1 / 0.96 - 1, 1e-9);
    EXPECT_EQ(countVerdicts(comparison).all, 4u); // what cannot be compared is not counted as compared
    EXPECT_EQ(largestDifference({}), 0);
}

TEST(ShownChanges, TellHowManyEpochsWouldSettleTheUnclear) {
    // Half the width is 0.04, and the threshold 0.02 away: a half as wide an interval would do.
    EXPECT_NEAR(epochsToSettle(ofFour()).value(), 4, 0.5);
    Comparison comparison = ofFour();
    comparison.changes.resize(2);
    EXPECT_FALSE(epochsToSettle(comparison).has_value());
}

} // namespace
} // namespace vkperftest
