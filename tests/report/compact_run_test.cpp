#include "report/compact_run.h"

#include <set>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace compact_run_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Cells = std::vector<std::string>;

Compact compactOf(const RunResult& run) {
    return compactRun(analyse(run));
}

std::vector<std::string> titlesOf(const Compact& compact) {
    std::vector<std::string> titles;
    for (const Column& column : compact.grid.columns) titles.push_back(column.title);
    return titles;
}

// A precise run of these rows, of one operation if no other is named.
RunResult runOf(const std::vector<RowResult>& rows, std::vector<std::string> strategies = {"set"}) {
    RunResult run = sampleRun();
    run.rows = rows;
    run.settings.strategies = std::move(strategies);
    return run;
}

RowResult loadRow(const std::string& pattern, double set, double spread = 0) {
    return sampleRow("cbuffer{float4} load", pattern, "constant-" + pattern,
                     {measuredStrategy("set", set, spread)});
}

TEST(CompactRun, HasALineForEachOperation) {
    const Compact compact =
        compactOf(runOf({loadRow("uniform", 35.054), loadRow("linear", 17.527), loadRow("random", 70.108)}));
    EXPECT_THAT(titlesOf(compact), ElementsAre("operation", "uniform", "linear", "random"));
    EXPECT_THAT(compact.grid.rows, ElementsAre(Cells{"cbuffer{float4} load", "1.000x", "2.000x", "0.500x"}));
    EXPECT_THAT(compact.above, IsEmpty());
}

TEST(CompactRun, PatternsStandInTheOrderOfTheSuite) {
    RunResult run =
        runOf({sampleRow("Buffer<RGBA8>.Load", "random", "b", {measuredStrategy("set", 35.054, 0)}),
               loadRow("uniform", 35.054), loadRow("linear", 17.527)});
    EXPECT_THAT(titlesOf(compactOf(run)), ElementsAre("operation", "uniform", "linear", "random"));
    EXPECT_EQ(compactOf(run).grid.rows.back(), (Cells{"cbuffer{float4} load", "1.000x", "2.000x", ""}));
}

TEST(CompactRun, PatternsForWhichALineHasNoRoomHaveALineEach) {
    std::vector<RowResult> rows;
    for (int i = 0; i < 5; ++i) rows.push_back(loadRow(fmt::format("pattern{}", i), 35.054));
    EXPECT_THAT(titlesOf(compactOf(runOf(rows))), ElementsAre("row", "ratio"));
    rows.pop_back();
    EXPECT_EQ(titlesOf(compactOf(runOf(rows))).size(), 5u);
}

TEST(CompactRun, RowsThatAreMoreThanAPatternHaveALineEach) {
    RowResult floor = loadRow("linear", 8);
    floor.name += ", floor";
    const Compact compact = compactOf(runOf({loadRow("linear", 17.527), floor}));
    EXPECT_THAT(titlesOf(compact), ElementsAre("row", "ratio"));
    EXPECT_EQ(compact.grid.rows[0], (Cells{"cbuffer{float4} load linear", "2.000x"}));
    EXPECT_EQ(compact.grid.rows[1][0], "cbuffer{float4} load linear, floor");
}

TEST(CompactRun, MarksStandOnlyWhereSomethingIsAnException) {
    // The first row is bound by adds, the third missed the goal, the last was disturbed; of the second, the
    // baseline, nothing is to be said.
    RunResult run = sampleRunWithTwins();
    run.settings.strategies = {"set"};
    const Compact compact = compactOf(run);
    EXPECT_EQ(compact.grid.rows[0], (Cells{"Buffer<R8>.Load", "3.911x+", "", ""}));
    EXPECT_EQ(compact.grid.rows[1], (Cells{"Buffer<RGBA8>.Load", "", "1.000x", ""}));
    EXPECT_THAT(compact.grid.rows[2][3], HasSubstr("x? ±5.0%"));
    EXPECT_EQ(compact.grid.rows[3][1], "failed");
    EXPECT_EQ(compact.grid.rows[4][3], "1.753x?!");
    for (const char* remark :
         {"+ limited by instructions", "? unclear whether loads or instructions", "! the fastest samples"})
        EXPECT_THAT(compact.remarks, Contains(HasSubstr(remark)));
    EXPECT_THAT(compact.remarks,
                Contains(HasSubstr("1 of 4 figures missed the precision goal (95 % interval within ±0.5 %")));
    EXPECT_THAT(compact.above, IsEmpty());
}

TEST(CompactRun, WhatHoldsForMostRowsIsSaidOnTop) {
    const Compact compact = compactOf(
        runOf({loadRow("uniform", 30, 0.05), loadRow("linear", 20, 0.05), loadRow("random", 20, 0.001)}));
    ASSERT_EQ(compact.above.size(), 1u);
    EXPECT_THAT(compact.above[0], HasSubstr("2 of 3 figures missed the precision goal"));
    EXPECT_THAT(compact.remarks, Not(Contains(HasSubstr("precision goal"))));
    EXPECT_THAT(compact.remarks,
                Contains("It is unclear whether loads or instructions limit these figures."));
    for (const std::string& cell : compact.grid.rows[0]) EXPECT_THAT(cell, Not(HasSubstr("?")));
}

// Wide intervals are what --quick is for, so they must not look like a fault.
TEST(CompactRun, WideIntervalsOfAQuickRunAreSaidLast) {
    RunResult run =
        runOf({loadRow("uniform", 30, 0.05), loadRow("linear", 20, 0.05), loadRow("random", 20, 0.001)});
    run.settings.effort = "quick";
    const Compact compact = compactOf(run);
    EXPECT_THAT(compact.above, IsEmpty());
    EXPECT_THAT(compact.remarks, Contains(AllOf(HasSubstr("2 of 3 figures missed the goal of --quick"),
                                                HasSubstr("This is usual for a quick run"))));
}

TEST(CompactRun, AMarkOnMostFiguresIsNoException) {
    RunResult run = runOf({loadRow("uniform", 30), loadRow("linear", 20), loadRow("random", 20)});
    for (const std::size_t row : {0u, 1u}) {
        for (const std::size_t fast : {5u, 8u}) run.rows[row].strategies[0].nanoseconds[fast] *= 0.9;
    }
    const Compact compact = compactOf(run);
    EXPECT_THAT(compact.above, ElementsAre(HasSubstr("For 2 of 3 figures")));
    for (const std::string& cell : compact.grid.rows[0]) EXPECT_THAT(cell, Not(HasSubstr("!")));
}

TEST(CompactRun, AnotherStrategyStandsOnlyWhereItDiffers) {
    const auto row = [](const std::string& pattern, double push, Status status = Status::Measured,
                        double spread = 0) {
        RowResult result = loadRow(pattern, 35.054);
        result.strategies.push_back(measuredStrategy("push", push, spread));
        if (status != Status::Measured)
            result.strategies[1] = {
                .strategy = "push", .status = status, .reason = {ReasonKind::OtherSentence, "why"}};
        return result;
    };
    const Compact compact =
        compactOf(runOf({row("uniform", 35.054), row("linear", 20), row("random", 35.2)}, {"set", "push"}));
    EXPECT_THAT(compact.grid.rows, ElementsAre(Cells{"cbuffer{float4} load", "1.000x", "1.000x", "1.000x"},
                                               Cells{"  push", "", "1.753x", ""}));
    EXPECT_THAT(compact.remarks, Contains("push: push descriptors are within 1 % of descriptor sets in "
                                          "2 of 3 rows; rows that differ have their own lines."));

    const Compact unclear = compactOf(
        runOf({row("uniform", 35.054), row("linear", 35.2, Status::Measured, 0.2)}, {"set", "push"}));
    EXPECT_EQ(unclear.grid.rows.size(), 1u) << "that it differs is not known";
    EXPECT_THAT(
        unclear.remarks,
        Contains("push: push descriptors are within 1 % of descriptor sets in 1 of 2 rows, unclear in 1."));

    const Compact troubled = compactOf(
        runOf({row("uniform", 0, Status::Failed), row("linear", 0, Status::Unsupported)}, {"set", "push"}));
    EXPECT_THAT(troubled.grid.rows, ElementsAre(testing::_, Cells{"  push", "failed", ""}))
        << "what is unsupported is told once, below";
    EXPECT_THAT(troubled.remarks, Contains(HasSubstr("unsupported under push")));
    EXPECT_THAT(troubled.remarks, Not(Contains(HasSubstr("no difference"))));
}

TEST(CompactRun, PrintedFiguresHaveNoMarksOfSamples) {
    const Compact compact = compactOf(printedRun());
    EXPECT_THAT(compact.grid.rows, Contains(Cells{"Buffer<R8>.Load", "3.911x", "", ""}));
    EXPECT_THAT(compact.grid.rows, Contains(Cells{"  push", "1.955x", "", ""}));
    EXPECT_THAT(compact.grid.rows, Contains(Cells{"ByteAddressBuffer.Load4", "", "", "0.500x~"}));
    EXPECT_THAT(compact.remarks, Contains(HasSubstr("~ not comparable: ")));
    EXPECT_THAT(compact.remarks, Not(Contains(HasSubstr("--wide"))));
}

// Rows of one kind stand together in the matrix.
TEST(KindOfLoad, IsThatOfItsFamily) {
    const auto kindOfCase = [](const Case& row) { return kindOf({.load = factsOf(row)}); };
    std::vector<std::string> kinds;
    for (const Case& row : matrixRows()) {
        const std::string kind = kindOfCase(row);
        if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
    }
    EXPECT_EQ(kinds.size(), 7u) << "typed, raw, structured, constant, fetched, nearest, bilinear";
    EXPECT_EQ(std::set<std::string>(kinds.begin(), kinds.end()).size(), kinds.size());
    EXPECT_EQ(kindOfCase({stridedLoad(24)}), kindOfCase({structuredLoad(1)}));
    EXPECT_NE(kindOfCase(storeRows().back()), kindOfCase(atomicRows().back()));
    EXPECT_EQ(kindOf({.operation = "Buffer<R64>.Load"}), "Buffer<R64>.Load") << "of another version";
}

} // namespace compact_run_test
} // namespace vkperftest
