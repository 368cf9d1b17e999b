// A run's table for a terminal, and its remarks; word for word in tests/golden/report.txt.
#include "report/compact_run.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "golden.h"
#include "report/phrases.h"
#include "sample_run.h"
#include "suite_rows.h"
#include "written.h"

namespace vkperftest::compact_run_test {

// Everything but what `show --wide` says as well.
void expectCompact(const RunResult& run) {
    const RunFigures figures = analyse(run);
    const Section compact = compactRun(figures);
    for (const std::string& sentence : compact.above) expectGolden("above: " + sentence);
    expectGolden(writtenGrid("markdown", compact.grid));
    const std::vector<std::string> others = remarks(figures, false);
    for (const std::string& remark : compact.remarks)
        if (std::ranges::count(others, remark) == 0) expectGolden(remark);
}

// A precise run of these rows.
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

TEST(CompactRun, HasALineForEachOperationAndTheSuitesPatterns) {
    expectCompact(runOf({sampleRow("Buffer<RGBA8>.Load", "random", "b", {measuredStrategy("set", 35.054, 0)}),
                         loadRow("uniform", 35.054), loadRow("linear", 17.527)}));
}

TEST(CompactRun, PatternsForWhichALineHasNoRoomAndOtherRowsHaveALineEach) {
    std::vector<RowResult> rows;
    for (int i = 0; i < 5; ++i) rows.push_back(loadRow(fmt::format("pattern{}", i), 35.054));
    expectCompact(runOf(rows));
    rows.pop_back();
    expectCompact(runOf(rows));
    RowResult noLoads = loadRow("linear", 8);
    noLoads.name += ", no loads"; // more than a pattern
    expectCompact(runOf({loadRow("linear", 17.527), noLoads}));
}

// The first row is bound by adds, the third missed the goal, the last was disturbed; of the second, the baseline,
// nothing is to be said.
TEST(CompactRun, MarksStandOnlyWhereSomethingIsAnException) {
    RunResult run = sampleRunWithControls();
    run.settings.strategies = {"set"};
    expectCompact(run);
    expectCompact(printedRun());
}

TEST(CompactRun, WhatHoldsForMostRowsIsSaidOnTop) {
    RunResult wide =
        runOf({loadRow("uniform", 30, 0.05), loadRow("linear", 20, 0.05), loadRow("random", 20, 0.001)});
    expectCompact(wide);
    wide.settings.effort = "quick"; // wide intervals are what it is for, and must not look like a fault
    expectCompact(wide);
    RunResult disturbed = runOf({loadRow("uniform", 30), loadRow("linear", 20), loadRow("random", 20)});
    for (const std::size_t row : {0u, 1u})
        for (const std::size_t fast : {5u, 8u}) disturbed.rows[row].strategies[0].nanoseconds[fast] *= 0.9;
    expectCompact(disturbed);
}

TEST(CompactRun, AnotherStrategyStandsOnlyWhereItDiffers) {
    const auto row = [](const std::string& pattern, double push, Status status = Status::Measured,
                        double spread = 0) {
        RowResult result = loadRow(pattern, 35.054);
        result.strategies.push_back(measuredStrategy("push", push, spread));
        if (status != Status::Measured)
            result.strategies[1] = {
                .strategy = "push", .status = status, .reason = {ReasonKind::Broke, "why"}};
        return result;
    };
    expectCompact(runOf({row("uniform", 35.054), row("linear", 20), row("random", 35.2)}, {"set", "push"}));
    expectCompact( // that it differs is not known
        runOf({row("uniform", 35.054), row("linear", 35.2, Status::Measured, 0.2)}, {"set", "push"}));
    expectCompact( // what is unsupported is told once, below
        runOf({row("uniform", 0, Status::Failed), row("linear", 0, Status::Unsupported)}, {"set", "push"}));
}

// Rows of one kind stand together in the matrix.
TEST(KindOfLoad, IsThatOfItsFamily) {
    const auto kindOfCase = [](const Case& row) { return kindOf({.load = factsOf(row)}); };
    std::vector<std::string> kinds;
    for (const Case& row : matrixRows()) {
        const std::string kind = kindOfCase(row);
        if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
    }
    EXPECT_EQ(kinds.size(), 7u); // typed, raw, structured, constant, fetched, nearest, bilinear
    EXPECT_EQ(std::set<std::string>(kinds.begin(), kinds.end()).size(), kinds.size());
    EXPECT_EQ(kindOfCase({stridedLoad(24)}), kindOfCase({structuredLoad(1)}));
    EXPECT_NE(kindOfCase(suiteRows("store").back()), kindOfCase(suiteRows("atomic").back()));
    EXPECT_EQ(kindOf({.operation = "Buffer<R64>.Load"}), "Buffer<R64>.Load") << "of another version";
}

} // namespace vkperftest::compact_run_test
