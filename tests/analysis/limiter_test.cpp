#include "analysis/figures.h"

#include <gmock/gmock.h>

#include "cases/controls.h"
#include "cases/families/families.h"

namespace vkperftest::bound_test {

// The row takes so many times its no-load control, within `spread` on either side.
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
    run.settings.cpu = true; // the no-load control alone decides
    run.rows = {row("ByteAddressBuffer.Load4 uniform", 200 * times),
                row("ByteAddressBuffer.Load4 uniform, no loads", 200),
                row("ByteAddressBuffer.Load4 uniform, shuffle", 300)};
    for (RowResult& each : run.rows) each.load = factsOf({rawLoad(4)});
    run.rows[0].noLoads = run.rows[1].name;
    return run;
}

// Intervals of one percent.
PairedRatio about(double median) {
    return {.median = median, .interval = Interval{median * 0.995, median * 1.005}};
}

TEST(JudgeLimiter, IsByTheUnitTheNoLoadsAndTheSameKernel) {
    const std::optional<PairedRatio> dependentOf[] = {about(3.9), about(3.3), about(1)};
    const struct {
        Limiter limiter;
        LimiterEvidence evidence;
    } kJudged[] = {
        {Limiter::Unknown, {}},
        {Limiter::Instructions, {.overNoLoads = about(1.1)}},
        {Limiter::Unknown, {.overNoLoads = about(1.3)}},
        {Limiter::Unknown, {.overNoLoads = about(5.7)}},
        {Limiter::Loads, {.overNoLoads = about(7.6)}},
        {Limiter::Unknown, {.overNoLoads = about(2), .hardwareAddresses = true}},
        {Limiter::Loads, {.overNoLoads = about(2.7), .hardwareAddresses = true}},
        // One that needs all of its latency waits, unless it has but one load in flight.
        {Limiter::Latency, {.overNoLoads = about(9), .dependent = dependentOf[0], .inFlight = 4}},
        {Limiter::Loads, {.overNoLoads = about(9), .dependent = dependentOf[1], .inFlight = 4}},
        {Limiter::Loads, {.overNoLoads = about(9), .dependent = dependentOf[2], .inFlight = 1}},
        // The same instructions at other addresses.
        {Limiter::Loads, {.overNoLoads = about(2), .overSameKernel = about(1.3)}},
        {Limiter::Unknown, {.overNoLoads = about(2), .overSameKernel = about(1.2)}},
        {Limiter::Loads, {.overSameKernel = about(1.3)}},
        // A unit counts, whatever the controls; not one that is exceeded or may be far.
        {Limiter::Unit, {.overUnit = about(1.02)}},
        {Limiter::Unit, {.overNoLoads = about(1.1), .overUnit = about(1.02)}},
        {Limiter::Unit, {.overNoLoads = about(9), .overUnit = about(0.98)}},
        {Limiter::Loads, {.overNoLoads = about(9), .overUnit = about(1.04)}},
        {Limiter::Loads, {.overNoLoads = about(9), .overUnit = about(0.96)}},
        {Limiter::Unknown, {.overNoLoads = about(2), .overUnit = about(1.03)}},
        // Above a unit there are instructions, if nothing else of the loads takes time.
        {Limiter::Instructions, {.overNoLoads = about(2), .overUnit = about(1.3), .unitIsWhole = true}},
        {Limiter::Loads, {.overNoLoads = about(9), .overUnit = about(1.3), .unitIsWhole = true}},
        {Limiter::Unknown, {.overNoLoads = about(2), .overUnit = about(1.2), .unitIsWhole = true}},
        {Limiter::Unknown, {.overNoLoads = about(2), .overUnit = about(1.3)}},
        // On a CPU costs add up.
        {Limiter::Loads, {.overNoLoads = about(1.4), .sumsUp = true}},
    };
    for (const auto& [limiter, evidence] : kJudged)
        EXPECT_EQ(judgeLimiter(evidence), limiter) << &evidence - &kJudged[0].evidence;
}

Limiter limiter(const RunResult& run, std::size_t row = 0, std::size_t strategy = 0) {
    const std::optional<StrategyFigures> figures = analyse(run).rows[row].strategies[strategy];
    return figures ? figures->limiter.value() : Limiter::Unknown;
}

TEST(Limiter, AQuarterAboveTheNoLoads) {
    for (const double times : {4.0, 1.26}) EXPECT_EQ(limiter(runOf(times)), Limiter::Loads);
    for (const double times : {1.24, 0.5}) EXPECT_EQ(limiter(runOf(times)), Limiter::Instructions);
    EXPECT_EQ(limiter(runOf(4, 0.05)), Limiter::Loads);
    const RunResult run = runOf(4);
    EXPECT_EQ(analyse(run).rows[0].strategies[0]->overNoLoads->median, 4);
}

TEST(Limiter, IsKnownOfMeasuredRowsWithANoLoadsAlone) {
    RunResult run = runOf(4);
    for (const std::size_t other : {1u, 2u}) EXPECT_EQ(limiter(run, other), Limiter::Unknown);
    run.rows[2].noLoads = run.rows[1].name;
    EXPECT_EQ(limiter(run, 2), Limiter::Loads);
    RunResult unmeasured = run;
    unmeasured.rows[0].strategies[0] = {.strategy = "set", .status = Status::Unsupported};
    EXPECT_EQ(limiter(unmeasured), Limiter::Unknown);
    run.rows[1].strategies[0] = {.strategy = "set", .status = Status::Failed};
    EXPECT_EQ(limiter(run), Limiter::Unknown);
    EXPECT_FALSE(analyse(run).rows[0].strategies[0]->overNoLoads.has_value());
    run.rows.erase(run.rows.begin() + 1);
    EXPECT_EQ(limiter(run), Limiter::Unknown);
}

TEST(Limiter, IsUnknownInNoise) {
    EXPECT_EQ(limiter(runOf(1.25, 0.05)), Limiter::Unknown);
    RunResult few = runOf(4);
    for (RowResult& row : few.rows) {
        row.baselineNanoseconds.resize(5);
        row.strategies[0].nanoseconds.resize(5);
    }
    EXPECT_EQ(limiter(few), Limiter::Unknown);
}

// A no-load control that no report lists, of another operation and under one strategy.
TEST(Limiter, TheNoLoadsMayBeNamedAndStandApart) {
    RunResult run = runOf(4);
    run.controls = {run.rows[1]};
    run.controls[0].name = "Buffer<R8>.Load linear, no loads";
    run.rows.resize(1);
    EXPECT_EQ(limiter(run), Limiter::Unknown) << "not its own";
    run.rows[0].noLoads = "Buffer<R8>.Load linear, no loads";
    EXPECT_EQ(limiter(run), Limiter::Loads);
    run.rows[0].strategies.push_back(run.rows[0].strategies[0]);
    EXPECT_EQ(limiter(run, 0, 1), Limiter::Loads);
    run.rows[0].noLoads = "no such row";
    EXPECT_EQ(limiter(run), Limiter::Unknown);
}

TEST(Limiter, TheNoLoadsOfTheSameStrategyCounts) {
    RunResult run = runOf(4);
    for (RowResult& row : run.rows) row.strategies.push_back(row.strategies[0]);
    for (double& sample : run.rows[1].strategies[1].nanoseconds) sample *= 4;
    EXPECT_EQ(limiter(run, 0, 0), Limiter::Loads);
    EXPECT_EQ(limiter(run, 0, 1), Limiter::Instructions);
}

// Some compilers make better code of one load in flight. A row that is slower than its loads can be is not
// limited by them; what limits the control tells its own time over the no-load control.
TEST(DependentControl, CountsInTheRowsPlaceIfItIsFaster) {
    RunResult run = runOf(4);
    run.controls = {run.rows[0]};
    run.controls[0].name = run.rows[0].dependent = "dependent";
    const auto figures = [&](double nanoseconds) {
        run.controls[0].strategies[0].nanoseconds.assign(12, nanoseconds);
        return *analyse(run).rows[0].strategies[0];
    };
    EXPECT_TRUE(figures(720).alone);
    EXPECT_DOUBLE_EQ(figures(720).best().median, 100 / 720.0);
    EXPECT_DOUBLE_EQ(figures(720).ratio.median, 0.125);
    for (const double equal : {795.0, 900.0}) {
        EXPECT_FALSE(figures(equal).alone);
        EXPECT_DOUBLE_EQ(figures(equal).best().median, 0.125);
    }
    EXPECT_EQ(figures(300).limiter, Limiter::Loads) << "1.5 times the no-load control";
    EXPECT_EQ(figures(220).limiter, Limiter::Instructions) << "1.1 times";
}

// What dependent loads cost: the control's time over the row's.
TEST(DependentControl, TellsWhatDependentLoadsCost) {
    RunResult run = runOf(4);
    const auto gain = [&](std::size_t strategy) {
        return analyse(run).rows[0].strategies[strategy]->overlapGain;
    };
    EXPECT_FALSE(gain(0));
    run.controls = {run.rows[2]};
    run.controls[0].name = "ByteAddressBuffer.Load4 uniform, dependent";
    for (double& sample : run.controls[0].strategies[0].nanoseconds) sample = 1000;
    run.rows[0].dependent = run.controls[0].name;
    run.rows[0].strategies.push_back(run.rows[0].strategies[0]);
    EXPECT_DOUBLE_EQ(gain(0)->median, 1.25);
    EXPECT_DOUBLE_EQ(gain(0)->interval->low, 1.25);
    EXPECT_DOUBLE_EQ(gain(1)->median, 1.25) << "of the same kernel";
    EXPECT_DOUBLE_EQ(analyse(run).rows[0].strategies[0]->overlapGain->median, 1.25);
    run.rows[0].strategies[1].kernel = "address_load.4.uniform";
    EXPECT_FALSE(gain(1)); // addresses take a kernel of their own
    run.controls[0].strategies[0] = {.strategy = "set", .status = Status::Failed};
    EXPECT_FALSE(gain(0));
}

} // namespace vkperftest::bound_test
