#include "analysis/figures.h"

#include <gmock/gmock.h>

namespace vkperftest::figures_test {

constexpr std::uint64_t kLoads = 1u << 20;

// The baseline takes 2 ns a load; its dispatches are twice as large as the row's, which takes 0.5 ns under
// `set` and 0.4 ns under `push`.
RowResult steadyRow() {
    return {.name = "row",
            .baselineLoads = 2 * kLoads,
            .baselineNanoseconds = std::vector<double>(12, 2.0 * 2 * kLoads),
            .strategies = {{.strategy = "set",
                            .status = Status::Measured,
                            .loads = kLoads,
                            .nanoseconds = std::vector<double>(12, 0.5 * kLoads)},
                           {.strategy = "push",
                            .status = Status::Measured,
                            .loads = kLoads,
                            .nanoseconds = std::vector<double>(12, 0.4 * kLoads)}}};
}

RunResult runOf(RowResult row) {
    RunResult run;
    run.settings = {.baseline = "the baseline", .strategies = {"set", "push"}, .precisionGoal = 0.01};
    run.rows = {std::move(row)};
    return run;
}

TEST(Figures, ScalesToPerfTestsDispatch) {
    RowResult row = steadyRow();
    row.strategies[0].nanoseconds[3] *= 1000; // medians are taken
    const RunResult run = runOf(row);
    const RunFigures figures = analyse(run);
    const StrategyFigures& summary = figures.rows[0].strategies[0].value();
    EXPECT_DOUBLE_EQ(summary.ratio.median, 4);
    EXPECT_DOUBLE_EQ(summary.milliseconds.value(), 0.5 * (1 << 28) * 1e-6); // 2^28 loads
    EXPECT_DOUBLE_EQ(summary.loadsPerNanosecond.value(), 2);
    EXPECT_FALSE(summary.imprecise);
    EXPECT_DOUBLE_EQ(figures.rows[0].timeOver(0, 1)->median, 1.25); // bigger: the second is faster
}

// Its time says nothing about loads, and what L1 can deliver says nothing about it.
TEST(Figures, OfRowsThatOnlyWriteAreNoRatesOfLoads) {
    RunResult run = runOf(steadyRow());
    run.device.name = "NVIDIA H100";
    run.device.vendorId = kVendorNvidia;
    for (const LoadKind kind : {LoadKind::RawStore, LoadKind::StructuredAtomic, LoadKind::Raw}) {
        run.rows[0].load = LoadFacts{.kind = kind, .resourceBytes = 1u << 20, .bytes = 4};
        const RunFigures figures = analyse(run);
        const StrategyFigures& one = *figures.rows[0].strategies[0];
        EXPECT_EQ(one.loadsPerNanosecond.has_value(), kind == LoadKind::Raw);
        EXPECT_EQ(one.limiter.has_value(), kind == LoadKind::Raw);
        EXPECT_EQ(one.ratio.median, 4);
    }
}

TEST(Figures, IsImpreciseAboveTheGoalOrWithoutAnInterval) {
    RowResult row = steadyRow();
    for (std::size_t i = 0; i < 12; ++i) row.strategies[0].nanoseconds[i] *= i < 6 ? 0.996 : 1.004;
    RunResult run = runOf(row);
    run.settings.precisionGoal = 0.0081; // the interval reaches from 1 / 1.004 to 1 / 0.996
    EXPECT_FALSE(analyse(run).rows[0].strategies[0]->imprecise);
    run.settings.precisionGoal = 0.0079;
    EXPECT_TRUE(analyse(run).rows[0].strategies[0]->imprecise);
    RowResult& few = run.rows[0];
    few.baselineNanoseconds.resize(5);
    for (StrategyResult& strategy : few.strategies) strategy.nanoseconds.resize(5);
    run.settings.precisionGoal = 1;
    EXPECT_TRUE(analyse(run).rows[0].strategies[0]->imprecise) << "no interval";
}

// What the baseline differs by from itself, any two rows may.
TEST(Figures, ReachAsFarAsTheControlIsOff) {
    RunResult run = runOf(steadyRow());
    for (const double off : {1.0, 1.015, 1.1}) {
        run.aaControl = run.rows[0];
        for (double& sample : run.aaControl.strategies[0].nanoseconds) sample *= 4 * off;
        const StrategyFigures wide = *analyse(run).rows[0].strategies[0];
        EXPECT_NEAR(wide.ratio.interval->high, off < 1.02 ? 4 : 4 * (2 - 1 / off), 1e-9);
        EXPECT_NEAR(wide.timeOver[1]->interval->low, off < 1.02 ? 1.25 : 1.25 / (2 - 1 / off), 1e-9);
    }
}

TEST(Figures, IsNothingUnlessMeasured) {
    for (const Status status : {Status::Unsupported, Status::Failed, Status::NotMeasured}) {
        RowResult row = steadyRow();
        row.strategies[1].status = status;
        const RunResult run = runOf(row);
        EXPECT_FALSE(analyse(run).rows[0].strategies[1].has_value());
        EXPECT_FALSE(analyse(run).rows[0].timeOver(0, 1).has_value());
        EXPECT_TRUE(analyse(run).rows[0].strategies[0].has_value());
    }
}

// Under `set` over that under `push`.
std::optional<PairedRatio> timeOver(const RowResult& row) {
    const RunResult run = runOf(row);
    return analyse(run).rows[0].timeOver(0, 1);
}

// Ratio and milliseconds under `set`, the ratio alone under `push`.
RowResult printedRow() {
    return {.name = "row",
            .strategies = {
                {.strategy = "set",
                 .status = Status::Measured,
                 .printed = PrintedFigures{.milliseconds = 8, .ratio = 4, .footnote = "why"}},
                {.strategy = "push", .status = Status::Measured, .printed = PrintedFigures{.ratio = 2}}}};
}

TEST(Figures, OfPrintedFiguresHoldsThem) {
    const RunResult run = runOf(printedRow());
    const std::optional<StrategyFigures> set = analyse(run).rows[0].strategies[0];
    ASSERT_TRUE(set.has_value());
    EXPECT_EQ(set->ratio.median, 4);
    EXPECT_FALSE(set->ratio.interval.has_value());
    EXPECT_EQ(set->milliseconds, 8);
    EXPECT_EQ(set->loadsPerNanosecond, std::nullopt);
    EXPECT_FALSE(set->imprecise);
    EXPECT_TRUE(set->footnote);
    const std::optional<StrategyFigures> push = analyse(run).rows[0].strategies[1];
    ASSERT_TRUE(push.has_value());
    EXPECT_EQ(push->milliseconds, std::nullopt);
    EXPECT_FALSE(push->footnote);
    EXPECT_EQ(analyse(run).disturbedShare, 0);
}

TEST(Figures, ComparesStrategiesByTheirTimesOrPrintedFigures) {
    RowResult row = printedRow();
    EXPECT_EQ(timeOver(row)->median, 0.5);
    EXPECT_FALSE(timeOver(row)->interval.has_value());
    row = steadyRow();
    row.strategies[1].loads *= 2; // it is for each load
    EXPECT_DOUBLE_EQ(timeOver(row)->median, 2.5);
    row.strategies[1] = printedRow().strategies[1];
    EXPECT_FALSE(timeOver(row).has_value());
}

TEST(Figures, TheBaselineIsTheRowOfThatNameUnderSet) {
    RowResult row = steadyRow();
    row.name = "the baseline";
    const RunResult run = runOf(row);
    EXPECT_TRUE(analyse(run).rows[0].strategies[0]->isBaseline);
    EXPECT_FALSE(analyse(run).rows[0].strategies[1]->isBaseline);
    const RunResult other = runOf(steadyRow());
    EXPECT_FALSE(analyse(other).rows[0].strategies[0]->isBaseline);
}

TEST(Figures, WhatFailsBesideTheRowsLeavesNoWholeRun) {
    RunResult run = runOf(steadyRow());
    EXPECT_TRUE(isWhole(analyse(run)));
    RunResult recorded = run;
    run.windows = {{.walk = "raw loads", .bytes = 256, .status = Status::Failed}};
    recorded.recording = {{.way = "bind only", .status = Status::Failed}};
    EXPECT_FALSE(isWhole(analyse(run)) || isWhole(analyse(recorded)));
}

TEST(Figures, OfSomeRowsKeepTheirControls) {
    RunResult run = runOf(steadyRow());
    run.rows.resize(4, run.rows[0]);
    for (std::size_t i = 0; i < 4; ++i) run.rows[i].name = std::string(1, "abcd"[i]);
    run.rows[0].noLoads = "b";
    run.rows[0].dependent = "c";
    const RunResult left = rowsMatching(run, {"a"}).value();
    EXPECT_EQ(left.rows.size(), 1u);
    ASSERT_EQ(left.controls.size(), 2u);
    EXPECT_EQ(left.controls[0].name + left.controls[1].name, "bc");
}

TEST(Figures, CountsEveryStatus) {
    RunResult run;
    const auto add = [&](Status first, Status second) {
        const PrintedFigures printed{.ratio = 1};
        run.rows.push_back(
            {.strategies = {{.status = first, .printed = printed}, {.status = second, .printed = printed}}});
    };
    add(Status::Measured, Status::Unsupported);
    add(Status::Measured, Status::Unsupported);
    add(Status::Measured, Status::Unsupported);
    add(Status::Failed, Status::NotMeasured);
    add(Status::Measured, Status::NotMeasured);
    run.aaControl.strategies = {{.status = Status::Failed}}; // not among the rows
    const StatusCounts counts = analyse(run).counts;
    EXPECT_EQ(counts.measured, 4u);
    EXPECT_EQ(counts.unsupported, 3u);
    EXPECT_EQ(counts.failed, 1u);
    EXPECT_EQ(counts.notMeasured, 2u);
}

} // namespace vkperftest::figures_test
