#include "answers/finding.h"

#include <gmock/gmock.h>

#include "judged.h"
#include "made_up_rows.h"

namespace vkperftest::judging_test {

constexpr const char* kRow = "Load linear";
constexpr const char* kNoLoads = "Load linear, no loads";

RunResult runOf(double nanoseconds, double noLoads) {
    RunResult run;
    addMadeUpRow(run, "Load", "linear", "", nanoseconds, 0.001);
    addMadeUpRow(run, "Load", "linear", ", no loads", noLoads, 0.001);
    return run;
}

// Nothing if the loads of the first row can be judged.
std::optional<InconclusiveReason> whyNot(const RunResult& run) {
    return whyNotLoads(analyse(run).rows[0], 0);
}

TEST(Judging, AMissingControlIsNamed) {
    RunResult run = runOf(4, 1);
    EXPECT_FALSE(whyNot(run));
    run.rows.pop_back();
    EXPECT_EQ(whyNot(run), (InconclusiveReason{Inconclusive::MissingControl, kRow}));
    const RunFigures figures = analyse(run);
    EXPECT_EQ(judgedByLoads(figures, timeOver(figures, kRow, kRow, 0), 0, 2).why->kind,
              Inconclusive::MissingControl);
    EXPECT_EQ(isAtLeast(timeOver(analyse(run), kRow, kRow, 0).value, 2), false);
}

TEST(Judging, RowsMayBeAmongTheControls) {
    RunResult run = runOf(4, 1);
    run.controls.push_back(run.rows[1]);
    run.rows.pop_back();
    EXPECT_FALSE(timeOver(analyse(run), kRow, kNoLoads, 0).why);
    EXPECT_FALSE(whyNot(run));
    run.controls.clear();
    EXPECT_EQ(timeOver(analyse(run), kRow, kNoLoads, 0).why,
              (InconclusiveReason{Inconclusive::Missing, kNoLoads}));
}

TEST(Judging, ReasonsAreDistinctAndNameTheRows) {
    RunResult run = runOf(1.25, 1);
    run.rows[0].strategies[0] = madeUpTimes(1.25, 0.05);
    const InconclusiveReason scatters = whyNot(run).value();
    EXPECT_EQ(scatters.kind, Inconclusive::Scatters);
    EXPECT_EQ(scatters.first, kRow);
    EXPECT_EQ(scatters.second, kNoLoads);
    EXPECT_LT(scatters.figures[0], 1.25);
    EXPECT_GT(scatters.figures[1], 1.25);
    run = runOf(2, 1);
    run.rows[0].strategies[0].nanoseconds.resize(5);
    run.rows[0].baselineNanoseconds.resize(5);
    EXPECT_EQ(whyNot(run).value().kind, Inconclusive::TooFewSamples);
    EXPECT_EQ(whyNot(runOf(1.1, 1)).value().kind, Inconclusive::AdditionsLimit);
}

// Whatever hides the loads of the faster one, they are at least so much faster.
TEST(Judging, OfTwoRowsThatDifferLoadsMustLimitTheSlowerOneAlone) {
    RunResult run = runOf(4, 1);
    addMadeUpRow(run, "Load", "random", "", 1.1, 0.001);
    addMadeUpRow(run, "Load", "random", ", no loads", 1, 0.001);
    const auto judged = [&](const char* row, const char* reference, double bound) {
        const RunFigures figures = analyse(run);
        return judgedByLoads(figures, timeOver(figures, row, reference, 0), 0, bound).verdict;
    };
    EXPECT_EQ(judged(kRow, "Load random", 2), Verdict::Worse);
    EXPECT_EQ(judged("Load random", kRow, 2), Verdict::Better);
    EXPECT_EQ(judged(kRow, "Load random", 4), Verdict::Unknown); // they do not differ by that
}

// Of a row of which one load in flight is faster than several, and one of which it is not: both ways of
// comparing count.
TEST(Judging, OneFasterControlOfTwoRowsLeavesOpenByHowMuchTheyDiffer) {
    RunResult run = runOf(4, 1);
    addMadeUpRow(run, "Load", "random", "", 4, 0.001);
    RowResult& control = run.controls.emplace_back(run.rows[0]);
    control.name = run.rows[0].dependent = "Load linear, dependent";
    control.strategies[0] = madeUpTimes(3, 0.001);
    const FoundRow time = timeOver(analyse(run), "Load random", kRow, 0);
    EXPECT_EQ(whyUnclear(time, 1.25).kind, Inconclusive::Scatters);
    const PairedRatio mixed = *time.value;
    EXPECT_NEAR(mixed.median, 1, 1e-9);
    EXPECT_GT(mixed.interval->high, 4.0 / 3);
    EXPECT_LT(mixed.interval->low, 1);
    RowResult other = run.controls[0];
    other.name = run.rows[2].dependent = "Load random, dependent";
    other.strategies[0] = madeUpTimes(2, 0.001);
    run.controls.push_back(other);
    EXPECT_NEAR(timeOver(analyse(run), "Load random", kRow, 0).value->median, 2.0 / 3, 0.01);
}

// Rows of these verdicts.
std::vector<FoundRow> rowsOf(const std::vector<Verdict>& verdicts) {
    std::vector<FoundRow> rows;
    for (const Verdict verdict : verdicts) {
        FoundRow& row = rows.emplace_back(FoundRow{.name = std::to_string(rows.size()), .verdict = verdict});
        if (verdict == Verdict::Unknown) row.why = InconclusiveReason{Inconclusive::Scatters};
    }
    return rows;
}

TEST(Judging, AClaimNeedsAllRowsUnlessTheyDifferAndAFindingMostRows) {
    constexpr Verdict kWorse = Verdict::Worse, kSame = Verdict::Same, kBetter = Verdict::Better,
                      kUnknown = Verdict::Unknown;
    const auto judged = [](const std::vector<Verdict>& rows) {
        return judgedAsClaim({.rows = rowsOf(rows)});
    };
    EXPECT_EQ(judged({kWorse, kWorse}).verdict, kWorse);
    EXPECT_EQ(judged({kSame, kBetter}).verdict, kSame);
    expectUnknown(judged({kWorse, kSame}), Inconclusive::RowsDiffer);
    expectUnknown(judged({kWorse, kSame, kUnknown}), Inconclusive::RowsDiffer);
    expectUnknown(judged({kWorse, kWorse, kUnknown}), Inconclusive::SomeUnknown);
    expectUnknown(judged({kSame, kSame, kUnknown}), Inconclusive::SomeUnknown);
    expectUnknown(judged({kUnknown}), Inconclusive::Scatters);
    expectUnknown(judged({}), Inconclusive::Missing);
    const auto byMost = [](const std::vector<Verdict>& rows) { return judgedByMost({.rows = rowsOf(rows)}); };
    EXPECT_EQ(byMost({kSame, kWorse, kSame}).verdict, kSame) << "one row turns nothing round";
    EXPECT_EQ(byMost({kSame, kUnknown}).verdict, kSame);
    EXPECT_EQ(byMost({kWorse, kWorse, kBetter, kUnknown}).verdict, kWorse);
    expectUnknown(byMost({kSame, kBetter}), Inconclusive::RowsDiffer);
    expectUnknown(byMost({kWorse, kUnknown, kUnknown}), Inconclusive::SomeUnknown);
    expectUnknown(byMost({kUnknown, kUnknown}), Inconclusive::Scatters);
}

} // namespace vkperftest::judging_test
