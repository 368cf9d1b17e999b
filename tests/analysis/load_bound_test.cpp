#include "analysis/figures.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

// The row takes so many times its floor, within `spread` on either side.
RunResult runOf(double times, double spread = 0) {
    const auto row = [&](const std::string& name, double nanoseconds) {
        RowResult result{.name = name,
                         .operation = "ByteAddressBuffer.Load4",
                         .pattern = "uniform",
                         .baselineLoads = 100,
                         .baselineNanoseconds = std::vector<double>(12, 100.0),
                         .strategies = {{.strategy = "set", .status = Status::Measured, .loads = 100}}};
        for (int i = 0; i < 12; ++i)
            result.strategies[0].nanoseconds.push_back(nanoseconds * (i % 2 == 0 ? 1 - spread : 1 + spread));
        return result;
    };
    RunResult run;
    run.rows = {row("ByteAddressBuffer.Load4 uniform", 200 * times),
                row("ByteAddressBuffer.Load4 uniform, floor", 200),
                row("ByteAddressBuffer.Load4 uniform, shuffle", 300)};
    return run;
}

std::optional<bool> loadBound(const RunResult& run, std::size_t row = 0, std::size_t strategy = 0) {
    const std::optional<StrategyFigures> figures = analyse(run).rows[row].strategies[strategy];
    return figures ? figures->loadBound : std::nullopt;
}

TEST(LoadBound, AQuarterAboveTheFloor) {
    EXPECT_EQ(loadBound(runOf(4)), true);
    EXPECT_EQ(loadBound(runOf(1.26)), true);
    EXPECT_EQ(loadBound(runOf(1.24)), false);
    EXPECT_EQ(loadBound(runOf(0.5)), false);
    EXPECT_EQ(loadBound(runOf(4, 0.05)), true);
    const RunResult run = runOf(4);
    EXPECT_EQ(analyse(run).rows[0].strategies[0]->overFloor->median, 4);
}

// Of results that name none: the row of the plain name alone. The others' floor is not their own loop.
TEST(LoadBound, IsKnownOfRowsThatHaveAFloor) {
    RunResult run = runOf(4);
    EXPECT_EQ(floorRowName(run.rows[0]), "ByteAddressBuffer.Load4 uniform, floor");
    for (const std::size_t other : {1u, 2u}) {
        EXPECT_EQ(floorRowName(run.rows[other]), "");
        EXPECT_EQ(findFloor(run, run.rows[other]), nullptr);
        EXPECT_EQ(loadBound(run, other, 0), std::nullopt);
    }
    run.rows[2].floor = run.rows[1].name;
    EXPECT_EQ(loadBound(run, 2, 0), true);
}

TEST(LoadBound, IsUnknownWhereTheFastestSamplesTellAnotherStory) {
    RunResult run = runOf(2);
    EXPECT_EQ(loadBound(run), true);
    run.rows[0].strategies[0].nanoseconds[3] = 210;
    EXPECT_EQ(loadBound(run), std::nullopt);
}

TEST(LoadBound, IsUnknownInNoise) {
    EXPECT_EQ(loadBound(runOf(1.25, 0.05)), std::nullopt);
    RunResult few = runOf(4);
    for (RowResult& row : few.rows) {
        row.baselineNanoseconds.resize(5);
        row.strategies[0].nanoseconds.resize(5);
    }
    EXPECT_EQ(loadBound(few), std::nullopt);
}

TEST(LoadBound, IsUnknownWithoutAFloor) {
    RunResult run = runOf(4);
    run.rows[1].strategies[0] = {.strategy = "set", .status = Status::Failed};
    EXPECT_EQ(loadBound(run), std::nullopt);
    EXPECT_FALSE(analyse(run).rows[0].strategies[0]->overFloor.has_value());
    run.rows.erase(run.rows.begin() + 1);
    EXPECT_EQ(loadBound(run), std::nullopt);
}

TEST(LoadBound, IsUnknownOfARowThatWasNotMeasured) {
    RunResult run = runOf(4);
    run.rows[0].strategies[0] = {.strategy = "set", .status = Status::Unsupported};
    EXPECT_EQ(loadBound(run), std::nullopt);
}

// A floor that no report lists, of another operation and under one strategy.
TEST(LoadBound, TheFloorMayBeNamedAndStandApart) {
    RunResult run = runOf(4);
    run.floors = {run.rows[1]};
    run.floors[0].name = "Buffer<R8>.Load linear, floor";
    run.rows.resize(1);
    EXPECT_EQ(loadBound(run), std::nullopt) << "not its own";
    run.rows[0].floor = "Buffer<R8>.Load linear, floor";
    EXPECT_EQ(loadBound(run), true);
    run.rows[0].strategies.push_back(run.rows[0].strategies[0]);
    EXPECT_EQ(loadBound(run, 0, 1), true);
    run.rows[0].floor = "no such row";
    EXPECT_EQ(loadBound(run), std::nullopt);
}

TEST(LoadBound, TheFloorOfTheSameStrategyCounts) {
    RunResult run = runOf(4);
    for (RowResult& row : run.rows) row.strategies.push_back(row.strategies[0]);
    for (double& sample : run.rows[1].strategies[1].nanoseconds) sample *= 4;
    EXPECT_EQ(loadBound(run, 0, 0), true);
    EXPECT_EQ(loadBound(run, 0, 1), false);
}

} // namespace
} // namespace vkperftest
