#include "experiments/judging.h"

#include <gmock/gmock.h>

#include "made_up_rows.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace judging_test {

using testing::IsEmpty;

constexpr const char* kRow = "Load linear";
constexpr const char* kFloor = "Load linear, floor";

RunResult runOf(double nanoseconds, double floor) {
    RunResult run;
    addMadeUpRow(run, "Load", "linear", "", nanoseconds, 0.001);
    addMadeUpRow(run, "Load", "linear", ", floor", floor, 0.001);
    return run;
}

// Empty if the loads of the first row can be judged.
std::string troubleOf(const RunResult& run, bool knownLimit = true) {
    const std::optional<Trouble> trouble =
        loadTrouble((knownLimit ? analysed(run) : analyse(run)).rows[0], 0);
    return trouble ? trouble->sentence() : "";
}

TEST(Judging, AMissingFloorIsSaid) {
    RunResult run = runOf(4, 1);
    EXPECT_THAT(troubleOf(run), IsEmpty());
    run.rows.pop_back();
    EXPECT_EQ(troubleOf(run), "a needed row is missing: the floor of 'Load linear'");
    EXPECT_EQ(timeOver(analysed(run), kRow, kRow, 0).whyUnclear(2).sentence(),
              "a needed row is missing: the floor of 'Load linear'");
    EXPECT_EQ(timeOver(analysed(run), kRow, kRow, 0).atLeast(2), std::nullopt);
    EXPECT_EQ(measuredTimeOver(analysed(run), kRow, kRow, 0).atLeast(2), false);
}

TEST(Judging, RowsMayBeAmongTheFloors) {
    RunResult run = runOf(4, 1);
    run.twins.push_back(run.rows[1]);
    run.rows.pop_back();
    EXPECT_FALSE(measuredTimeOver(analysed(run), kRow, kFloor, 0).trouble);
    EXPECT_THAT(troubleOf(run), IsEmpty());
    run.twins.clear();
    EXPECT_EQ(measuredTimeOver(analysed(run), kRow, kFloor, 0).trouble->sentence(),
              "a needed row is missing: 'Load linear, floor'");
}

TEST(Judging, ReasonsAreDistinctAndNameTheRows) {
    RunResult run = runOf(1.25, 1);
    run.rows[0].strategies[0] = madeUpTimes(1.25, 0.05);
    EXPECT_THAT(troubleOf(run, false),
                ContainsRegex("^the samples scatter too much: 'Load linear' takes 1\\.1.* to 1\\.3.*x "
                              "the time of 'Load linear, floor', and the threshold is 1\\.25x"));
    run = runOf(2, 1);
    makeTwoFast(run.rows[0].strategies[0], 1.1);
    EXPECT_EQ(troubleOf(run, false), "the fastest samples disagree: 'Load linear' takes 2.00x "
                                     "the time of 'Load linear, floor', but 1.15x by "
                                     "the fastest samples");
    run = runOf(2, 1);
    run.rows[0].strategies[0].nanoseconds.resize(5);
    run.rows[0].baselineNanoseconds.resize(5);
    EXPECT_EQ(troubleOf(run), "too few samples: of 'Load linear' or 'Load linear, floor'");
    run = runOf(1.1, 1);
    EXPECT_EQ(troubleOf(run), "additions, not loads, limit one of the compared rows: 'Load "
                              "linear' takes only 1.10x the time of its floor, the same loop "
                              "without loads");
}

// Whatever hides the loads of the faster one, they are at least so much faster.
TEST(Judging, OfTwoRowsThatDifferLoadsMustLimitTheSlowerOneAlone) {
    RunResult run = runOf(4, 1);
    addMadeUpRow(run, "Load", "random", "", 1.1, 0.001);
    addMadeUpRow(run, "Load", "random", ", floor", 1, 0.001);
    const auto atLeast = [&](const char* row, const char* reference, std::optional<double> bound) {
        return timeOver(analysed(run), row, reference, 0, bound).atLeast(2);
    };
    EXPECT_EQ(atLeast(kRow, "Load random", 2), true);
    EXPECT_EQ(atLeast("Load random", kRow, 2), false);
    EXPECT_EQ(atLeast(kRow, "Load random", {}), std::nullopt);
    EXPECT_EQ(atLeast(kRow, "Load random", 4), std::nullopt) << "they do not differ by that";
}

// Of a row of which one load in flight is faster than several, and one of which it is not: both ways of
// comparing count.
TEST(Judging, OneFasterTwinOfTwoRowsLeavesOpenByHowMuchTheyDiffer) {
    RunResult run = runOf(4, 1);
    addMadeUpRow(run, "Load", "random", "", 4, 0.001);
    RowResult& twin = run.twins.emplace_back(run.rows[0]);
    twin.name = run.rows[0].serial = "Load linear, serial";
    twin.strategies[0] = madeUpTimes(3, 0.001);
    const TimeOf time = measuredTimeOver(analyse(run), "Load random", kRow, 0);
    EXPECT_EQ(time.whyUnclear(1.25).kind, &kFormsDiffer);
    const PairedRatio mixed = *time.ratio;
    EXPECT_NEAR(mixed.median, 1, 1e-9);
    EXPECT_GT(mixed.interval->high, 4.0 / 3);
    EXPECT_LT(mixed.interval->low, 1);
    RowResult other = run.twins[0];
    other.name = run.rows[2].serial = "Load random, serial";
    other.strategies[0] = madeUpTimes(2, 0.001);
    run.twins.push_back(other);
    EXPECT_NEAR(measuredTimeOver(analyse(run), "Load random", kRow, 0).ratio->median, 2.0 / 3, 0.01);
}

TEST(Judging, TheFirstStrategyWithAFigureIsJudged) {
    RunResult run = runOf(4, 1);
    const std::vector<std::string> names = {kRow, "absent"};
    EXPECT_EQ(judgedStrategy(run, names), 0u);
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows)
        row.strategies.insert(row.strategies.begin(), {.strategy = "push", .status = Status::Unsupported});
    EXPECT_EQ(judgedStrategy(run, names), 1u);
    run.rows[0].strategies[0] = madeUpTimes(4, 0);
    EXPECT_EQ(judgedStrategy(run, names), 0u);
}

TEST(Judging, NoConclusionNamesTheCommonestReasonAndItsRemedy) {
    const std::vector<Finding> findings = {undecided("a", {&kAddsLimit, "a"}),
                                           undecided("b", {&kStrategiesScatter, "b"}),
                                           undecided("c", {&kAddsLimit, "c"})};
    EXPECT_EQ(
        noConclusion(findings, "loads"),
        "No conclusion: none of 3 loads could be judged, mostly because additions, not loads, limit one of "
        "the compared rows: most of their time goes to other instructions, so little can be gained");
    EXPECT_EQ(noConclusion(1, "loads", {}), "No conclusion: nothing could be judged");
    EXPECT_EQ(noVerdictOn(0, "load"), "");
    EXPECT_EQ(noVerdictOn(2, "load"), "; no verdict on 2 loads");
}

TEST(Claim, NeedsNothingUnclearUnlessItHoldsInPart) {
    EXPECT_EQ((ClaimRows{.bearOut = 3}).verdict(), Found::Holds);
    EXPECT_EQ((ClaimRows{.refute = 3}).verdict(), Found::DoesNotHold);
    EXPECT_EQ((ClaimRows{.bearOut = 1, .refute = 1}).verdict(), Found::HoldsInPart);
    EXPECT_EQ((ClaimRows{.bearOut = 1, .refute = 1, .unclear = 7}).verdict(), Found::HoldsInPart);
    EXPECT_EQ((ClaimRows{.bearOut = 30, .unclear = 1}).verdict(), Found::CannotSay);
    EXPECT_EQ((ClaimRows{.refute = 30, .unclear = 1}).verdict(), Found::CannotSay);
    EXPECT_EQ((ClaimRows{.unclear = 1}).verdict(), Found::CannotSay);
    EXPECT_EQ((ClaimRows{}).verdict(), Found::CannotSay);
}

} // namespace judging_test
} // namespace vkperftest
