#include "experiments/finding.h"

#include <gmock/gmock.h>

#include "experiments/judging.h"
#include "golden.h"

namespace vkperftest {
namespace {

using testing::SizeIs;

Finding shuffled(const char* subject, double gain, Found verdict = Found::DoesNotShare) {
    return findingWith(subject, verdict, "not shared: a hand-written shuffle is ", gain, "x as fast");
}

TEST(Finding, HasItsFigureInItsSentence) {
    const Finding finding = shuffled("a", 1.2849);
    expectGolden(finding.sentence);
    EXPECT_EQ(verdictText(finding), "does not share");
}

TEST(FindingsTogether, ThatDifferInTheirFigureAloneAreToldOnce) {
    const std::vector<Finding> findings = {
        shuffled("B.Load2", 1.29), {"A.Load", Found::AlreadyShares, "it does"}, shuffled("B.Load3", 3.7)};
    const std::vector<ToldTogether> told = tellTogether(findings);
    ASSERT_THAT(told, SizeIs(2));
    EXPECT_EQ(told[0].subjects, "B.Load2 (1.29x), Load3 (3.70x)");
    EXPECT_EQ(told[0].verdict, "does not share");
    expectGolden(told[0].sentence);
    EXPECT_EQ(told[1].subjects, "A.Load");
}

TEST(FindingsTogether, FiguresThatAreAlikeAreNotToldOfEach) {
    const std::vector<ToldTogether> told = tellTogether(std::vector{shuffled("a", 1), shuffled("b", 1.01)});
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_EQ(told[0].subjects, "a, b");
    expectGolden(told[0].sentence);
}

TEST(FindingsTogether, OfAnotherVerdictStandByThemselves) {
    EXPECT_THAT(tellTogether(std::vector{shuffled("a", 1), shuffled("b", 1, Found::NoGain)}), SizeIs(2));
}

TEST(FindingsTogether, ReasonsAreAlikeUpToTheirDetails) {
    const Finding noisy = undecided("a", {&kStrategiesScatter, "x"});
    const std::vector<ToldTogether> one = tellTogether({&noisy, 1});
    expectGolden(one[0].sentence);
    const std::vector<ToldTogether> two =
        tellTogether(std::vector{noisy, undecided("b", {&kStrategiesScatter, "y"})});
    ASSERT_THAT(two, SizeIs(1));
    expectGolden(two[0].sentence);
    // Which row is missing must be known to measure it.
    EXPECT_THAT(tellTogether(std::vector{undecided("a", {&kMissing, "x"}), undecided("b", {&kMissing, "y"})}),
                SizeIs(2));
    EXPECT_THAT(tellTogether(std::vector<Finding>()), SizeIs(0));
}

TEST(NamesTogether, LeaveOutWhatTheyShareWithTheOneBefore) {
    const std::pair<std::vector<std::string>, const char*> kNames[] = {
        {{"ByteAddressBuffer.Load2", "ByteAddressBuffer.Load3"}, "ByteAddressBuffer.Load2, Load3"},
        {{"inside L1, stride 20", "inside L1, stride 24", "outside L1, stride 24"},
         "inside L1, stride 20, 24; outside L1, stride 24"},
        {{"inside L1, stride 24", "inside L1", "outside L1, stride 24", "outside L1"},
         "inside L1, stride 24; inside L1; outside L1, stride 24; outside L1"},
        {{"CPU, 1 dispatch", "CPU, 10 dispatches"}, "CPU, 1 dispatch, 10 dispatches"},
        {{"Buffer<RGBA8>.Load", "Buffer<R32f>.Load"}, "Buffer<RGBA8>.Load, Buffer<R32f>.Load"},
        {{"float2", "float3"}, "float2, float3"},
        {{"", "a"}, ", a"},
        {{}, ""},
    };
    for (const auto& [names, together] : kNames) EXPECT_EQ(namesTogether(names), together);
}

TEST(RangeOf, IsOneFigureWhereBothLookAlike) {
    EXPECT_EQ(rangeOf(std::vector{1.281, 3.7, 1.44}, 2), "1.28 to 3.70");
    EXPECT_EQ(rangeOf(std::vector{1.281, 1.279}, 1), "1.3");
}

} // namespace
} // namespace vkperftest
