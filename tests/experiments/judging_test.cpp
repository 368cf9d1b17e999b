#include "experiments/judging.h"

#include <gmock/gmock.h>

#include "made_up_rows.h"

namespace vkperftest {
namespace {

using testing::IsEmpty;

constexpr const char* kRow = "Load linear";
constexpr const char* kFloor = "Load linear, floor";

RunResult runOf(double nanoseconds, double floor) {
    RunResult run;
    addMadeUpRow(run, "Load", "linear", "", nanoseconds, 0.001);
    addMadeUpRow(run, "Load", "linear", ", floor", floor, 0.001);
    return run;
}

TEST(Judging, AMissingFloorIsSaid) {
    RunResult run = runOf(4, 1);
    EXPECT_THAT(loadTrouble(analyse(run).rows[0], 0), IsEmpty());
    run.rows.pop_back();
    EXPECT_EQ(loadTrouble(analyse(run).rows[0], 0), "the floor of 'Load linear' is missing");
    EXPECT_EQ(timeOver(analyse(run), kRow, kRow, 0).whyUnclear(2), "the floor of 'Load linear' is missing");
    EXPECT_EQ(timeOver(analyse(run), kRow, kRow, 0).atLeast(2), std::nullopt);
    EXPECT_EQ(measuredTimeOver(analyse(run), kRow, kRow, 0).atLeast(2), false);
}

TEST(Judging, RowsMayBeAmongTheFloors) {
    RunResult run = runOf(4, 1);
    run.twins.push_back(run.rows[1]);
    run.rows.pop_back();
    const std::vector<std::string> needed = {kRow, kFloor};
    EXPECT_TRUE(requireRows(run, needed, "uniform").ok());
    EXPECT_THAT(loadTrouble(analyse(run).rows[0], 0), IsEmpty());
    run.twins.clear();
    const Result<void> missing = requireRows(run, needed, "uniform");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().cause, "the run lacks rows: 'Load linear, floor'");
}

TEST(Judging, ReasonsAreDistinctAndNameTheRows) {
    RunResult run = runOf(1.25, 1);
    run.rows[0].strategies[0] = madeUpTimes(1.25, 0.05);
    EXPECT_THAT(loadTrouble(analyse(run).rows[0], 0),
                testing::MatchesRegex("its samples scatter too much: 'Load linear' takes 1\\.1.* to 1\\.3.* "
                                      "times as long as 'Load linear, floor', and the bound is 1\\.25"));
    run = runOf(2, 1);
    makeTwoFast(run.rows[0].strategies[0], 1.1);
    EXPECT_EQ(loadTrouble(analyse(run).rows[0], 0),
              "the fastest samples disagree: 'Load linear' takes 2.00 times as long as 'Load linear, floor', "
              "but 1.15 times by them");
    run = runOf(2, 1);
    run.rows[0].strategies[0].nanoseconds.resize(5);
    run.rows[0].baselineNanoseconds.resize(5);
    EXPECT_EQ(loadTrouble(analyse(run).rows[0], 0),
              "too few samples were taken of 'Load linear' or 'Load linear, floor'");
    run = runOf(1.1, 1);
    EXPECT_EQ(loadTrouble(analyse(run).rows[0], 0),
              "'Load linear' is bound by adds: its loads hardly show, with "
              "them the loop takes 1.10 times as long");
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

TEST(Claim, NeedsNothingUnclearUnlessItHoldsInPart) {
    EXPECT_EQ(claimVerdict({.bearOut = 3}), kHolds);
    EXPECT_EQ(claimVerdict({.refute = 3}), kDoesNotHold);
    EXPECT_EQ(claimVerdict({.bearOut = 1, .refute = 1}), kHoldsInPart);
    EXPECT_EQ(claimVerdict({.bearOut = 1, .refute = 1, .unclear = 7}), kHoldsInPart);
    EXPECT_EQ(claimVerdict({.bearOut = 30, .unclear = 1}), kCannotSay);
    EXPECT_EQ(claimVerdict({.refute = 30, .unclear = 1}), kCannotSay);
    EXPECT_EQ(claimVerdict({.unclear = 1}), kCannotSay);
    EXPECT_EQ(claimVerdict({}), kCannotSay);
}

} // namespace
} // namespace vkperftest
