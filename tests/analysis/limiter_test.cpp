#include "analysis/figures.h"

#include <gmock/gmock.h>

#include "analysis/row_figures.h"
#include "cases/controls.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace bound_test {

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
    run.rows = {row("ByteAddressBuffer.Load4 uniform", 200 * times),
                row("ByteAddressBuffer.Load4 uniform, no loads", 200),
                row("ByteAddressBuffer.Load4 uniform, shuffle", 300)};
    for (RowResult& each : run.rows)
        each.load = factsOf({rawCopy(4), Pattern::Linear}); // the no-load control alone decides
    run.rows[0].noLoads = run.rows[1].name;
    return run;
}

// Intervals of one percent.
PairedRatio about(double median) {
    return {.median = median, .interval = Interval{median * 0.995, median * 1.005}, .ofFastest = median};
}

TEST(JudgeLimiter, IsByTheNoLoadsTheLatencyAndAKnownLimit) {
    const std::optional<PairedRatio> dependentOf[] = {about(3.9), about(3.3), about(1)};
    const auto share = [](double median) { return about(median).interval; };
    const struct {
        Limiter limiter;
        LimiterEvidence evidence;
        LimiterDoubt doubt = LimiterDoubt::None;
    } kJudged[] = {
        {Limiter::Unknown, {}, LimiterDoubt::NoControl},
        {Limiter::Adds, {.overNoLoads = about(1.1)}},
        {Limiter::Unknown, {.overNoLoads = about(1.3)}, LimiterDoubt::Between},
        {Limiter::Unknown, {.overNoLoads = about(4.4)}, LimiterDoubt::Between},
        {Limiter::Loads, {.overNoLoads = about(9)}},
        {Limiter::Unknown, {.overNoLoads = about(2), .hardwareAddresses = true}, LimiterDoubt::Between},
        {Limiter::Loads, {.overNoLoads = about(2.7), .hardwareAddresses = true}},
        {Limiter::Unknown, {.overNoLoads = about(1.1), .otherLoop = true}, LimiterDoubt::OtherLoop},
        // One that needs all of its latency waits, unless it has but one load in flight.
        {Limiter::Latency, {.overNoLoads = about(9), .dependent = dependentOf[0], .inFlight = 4}},
        {Limiter::Loads, {.overNoLoads = about(9), .dependent = dependentOf[1], .inFlight = 4}},
        {Limiter::Loads, {.overNoLoads = about(9), .dependent = dependentOf[2], .inFlight = 1}},
        // A known limit counts, even near the no-load control or without one; not one that is exceeded or may be far.
        {Limiter::Limit, {.overNoLoads = about(9), .shareOfLimit = share(0.96)}},
        {Limiter::Loads, {.overNoLoads = about(9), .shareOfLimit = share(0.94)}},
        {Limiter::Loads, {.overNoLoads = about(9), .shareOfLimit = share(1.06)}},
        {Limiter::Loads, {.overNoLoads = about(9), .shareOfLimit = Interval{0.9, 1.02}}},
        {Limiter::Limit, {.overNoLoads = about(2), .shareOfLimit = share(0.96)}},
        {Limiter::Limit, {.shareOfLimit = share(0.96)}},
        // On a CPU costs add up.
        {Limiter::Loads, {.overNoLoads = about(1.4), .sumsUp = true}},
        {Limiter::Unknown,
         {.overNoLoads = about(1.4), .otherLoop = true, .sumsUp = true},
         LimiterDoubt::OtherLoop},
        {Limiter::Loads, {.overNoLoads = about(2.7), .otherLoop = true, .sumsUp = true}},
    };
    for (const auto& [limiter, evidence, doubt] : kJudged) {
        const JudgedLimiter judged = judgeLimiter(evidence);
        EXPECT_EQ(judged.limiter, limiter) << evidence.overNoLoads.value_or(PairedRatio()).median;
        if (limiter == Limiter::Unknown) {
            EXPECT_EQ(judged.doubt, doubt);
        }
    }
}

Limiter limiter(const RunResult& run, std::size_t row = 0, std::size_t strategy = 0) {
    const std::optional<StrategyFigures> figures = analyse(run).rows[row].strategies[strategy];
    return figures ? figures->limiter : Limiter::Unknown;
}

TEST(Limiter, AQuarterAboveTheNoLoads) {
    EXPECT_EQ(limiter(runOf(4)), Limiter::Loads);
    EXPECT_EQ(limiter(runOf(1.26)), Limiter::Loads);
    EXPECT_EQ(limiter(runOf(1.24)), Limiter::Adds);
    EXPECT_EQ(limiter(runOf(0.5)), Limiter::Adds);
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

TEST(Limiter, IsUnknownWhereTheFastestSamplesTellAnotherStory) {
    RunResult run = runOf(2);
    EXPECT_EQ(limiter(run), Limiter::Loads);
    run.rows[0].strategies[0].nanoseconds[3] = run.rows[0].strategies[0].nanoseconds[4] = 210;
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
    EXPECT_EQ(limiter(run, 0, 1), Limiter::Adds);
}

CodeDigest loopOf(std::size_t instructions, bool loops = true) {
    CodeDigest code;
    code.summary = {.loops = loops, .instructions = instructions};
    return code;
}

CodeDigest sizeOf(const std::string& name, const std::string& value) {
    CodeDigest code = missingCode("compiler output unavailable");
    code.statistics = {{"Register Count", "16"}, {name, value}};
    return code;
}

TEST(Limiter, TakesMoreToTellWhereTheNoLoadsIsAnotherLoop) {
    RunResult run = runOf(2.3);
    run.codes = {{"row", loopOf(31)}, {"no_loads", loopOf(27)}};
    run.rows[0].strategies[0].code = "row";
    run.rows[1].strategies[0].code = "no_loads";
    EXPECT_EQ(limiter(run), Limiter::Loads);
    run.codes["no_loads"] = loopOf(51);
    EXPECT_EQ(limiter(run), Limiter::Unknown);
    const StrategyFigures figures = *analyse(run).rows[0].strategies[0];
    EXPECT_TRUE(figures.otherLoop);
    EXPECT_EQ(figures.overNoLoads->median, 2.3);
    run.rows[0].strategies[0].code.clear();
    EXPECT_EQ(limiter(run), Limiter::Loads); // the code is not known
    for (const auto& [ratio, expected] : {std::pair(1.1, Limiter::Unknown), std::pair(2.6, Limiter::Loads)}) {
        RunResult other = runOf(ratio);
        other.codes = run.codes;
        other.rows[0].strategies[0].code = "row";
        other.rows[1].strategies[0].code = "no_loads";
        EXPECT_EQ(limiter(other), expected) << ratio;
    }
}

TEST(OtherLoops, AreToldByTheInstructionsInThem) {
    const struct {
        const char* what;
        CodeDigest row, noLoads;
        bool other;
    } kCases[] = {
        {"four loads", loopOf(23), loopOf(15), false},
        {"equal", loopOf(15), loopOf(15), false},
        {"many addresses", loopOf(33), loopOf(11), false},
        {"the row unrolled", loopOf(83), loopOf(15), true},
        {"the no-load control unrolled", loopOf(23), loopOf(27), true},
        {"the row wholly", loopOf(23 * 64, false), loopOf(15), true},
        {"both wholly", loopOf(23 * 64, false), loopOf(15 * 64, false), false},
        {"only one counted", loopOf(23), loopOf(0), false},
        {"close sizes", sizeOf("Binary Size", "1152"), sizeOf("Binary Size", "1024"), false},
        {"the row by four", sizeOf("Binary Size", "2688"), sizeOf("Binary Size", "1024"), true},
        {"the no-load control by four", sizeOf("Code size", "1152"), sizeOf("Code size", "2304"), true},
        {"other statistics", sizeOf("Binary Size", "1152"), sizeOf("Code size", "4096"), false},
        {"no size", sizeOf("Stack", "1"), sizeOf("Stack", "8"), false},
        {"no number", sizeOf("Binary Size", "much"), sizeOf("Binary Size", "8"), false},
    };
    for (const auto& [what, row, noLoads, other] : kCases)
        EXPECT_EQ(madeOtherLoops(&row, &noLoads), other) << what;
    EXPECT_FALSE(madeOtherLoops(nullptr, &kCases[2].noLoads));
    EXPECT_FALSE(madeOtherLoops(&kCases[2].row, nullptr));
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
    EXPECT_EQ(figures(220).limiter, Limiter::Unknown) << "1.1 times";
    EXPECT_EQ(figures(220).limiterDoubt, LimiterDoubt::FasterAlone);
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
    EXPECT_DOUBLE_EQ(analyseRow(run, run.rows[0]).strategies[0]->overlapGain->median, 1.25);
    run.rows[0].strategies[1].kernel = "address_load.4.uniform";
    EXPECT_FALSE(gain(1)); // addresses take a kernel of their own
    run.controls[0].strategies[0] = {.strategy = "set", .status = Status::Failed};
    EXPECT_FALSE(gain(0));
}

} // namespace bound_test
} // namespace vkperftest
