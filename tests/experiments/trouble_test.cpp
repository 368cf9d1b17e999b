#include "experiments/trouble.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace trouble_test {

TEST(Trouble, HasASentenceOfItsKindNamesFiguresAndRemark) {
    Trouble trouble{&kScatters, "a", "b", {1.1, 1.4, 1.25}};
    EXPECT_EQ(trouble.summary(), "the samples scatter too much");
    EXPECT_EQ(
        trouble.sentence(),
        "the samples scatter too much: 'a' takes 1.10 to 1.40x the time of 'b', and the threshold is 1.25x");
    trouble.remark = "at 4, 8";
    EXPECT_THAT(trouble.sentence(), testing::EndsWith(", and the threshold is 1.25x (at 4, 8)"));
    EXPECT_EQ(Trouble{&kOneWay}.sentence(), "fewer than two ways of binding were measured");
}

TEST(Trouble, PrintsEnoughDecimalsToTellFiguresApart) {
    EXPECT_EQ(
        (Trouble{&kScatters, "a", "b", {1.0498, 1.0504, 1.05}}.sentence()),
        "the samples scatter too much: 'a' takes 1.0498 to 1.0504x the time of 'b', and the threshold is "
        "1.05x");
    EXPECT_THAT((Trouble{&kFastestDisagree, "a", "b", {1.051, 1.053}}.sentence()),
                testing::EndsWith("'a' takes 1.051x the time of 'b', but 1.053x by the fastest samples"));
    const double alike[] = {1, 1, 1}, apart[] = {1, 1.001}, nearly[] = {1, 1.0000001};
    EXPECT_EQ(decimalsApart(alike), 2);
    EXPECT_EQ(decimalsApart(apart), 3);
    EXPECT_EQ(decimalsApart(nearly), 5);
}

TEST(Trouble, OfSeveralIsToldWithoutDetailsUnlessTheyMustBeKnown) {
    EXPECT_EQ((Trouble{&kStrategiesScatter, "a"}.common()), "the samples scatter too much");
    EXPECT_EQ((Trouble{&kMissing, "a"}.common()), "a needed row is missing: 'a'");
    EXPECT_EQ((Trouble{&kReported, "failed: out of registers"}.common()), "failed: out of registers");
}

TEST(Trouble, IsTheSameOnlyWithAllItNames) {
    EXPECT_EQ((Trouble{&kMissing, "a"}), (Trouble{&kMissing, "a"}));
    EXPECT_NE((Trouble{&kMissing, "a"}), (Trouble{&kMissing, "b"}));
    EXPECT_NE((Trouble{&kMissing, "a"}), (Trouble{&kMissingFloor, "a"}));
}

} // namespace trouble_test
} // namespace vkperftest
