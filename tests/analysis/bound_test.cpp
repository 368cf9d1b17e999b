#include "analysis/figures.h"

#include <gmock/gmock.h>

#include "analysis/row_figures.h"
#include "cases/controls.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace bound_test {

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
    for (RowResult& each : run.rows)
        each.load = factsOf({rawCopy(4), Pattern::Linear}); // the floor alone decides
    run.rows[0].floor = run.rows[1].name;
    return run;
}

// Intervals of one percent.
PairedRatio about(double median) {
    return {.median = median, .interval = Interval{median * 0.995, median * 1.005}, .ofFastest = median};
}

TEST(JudgeBound, IsByTheFloorTheLatencyAndAKnownLimit) {
    const std::optional<PairedRatio> serialOf[] = {about(3.9), about(3.3), about(1)};
    const auto share = [](double median) { return about(median).interval; };
    const struct {
        Bound bound;
        BoundEvidence evidence;
        BoundDoubt doubt = BoundDoubt::None;
    } kJudged[] = {
        {Bound::Unknown, {}, BoundDoubt::NoFloor},
        {Bound::Adds, {.overFloor = about(1.1)}},
        {Bound::Unknown, {.overFloor = about(1.3)}, BoundDoubt::Between},
        {Bound::Unknown, {.overFloor = about(4.4)}, BoundDoubt::Between},
        {Bound::Loads, {.overFloor = about(9)}},
        {Bound::Unknown, {.overFloor = about(2), .hardwareAddresses = true}, BoundDoubt::Between},
        {Bound::Loads, {.overFloor = about(2.7), .hardwareAddresses = true}},
        {Bound::Unknown, {.overFloor = about(1.1), .otherLoop = true}, BoundDoubt::OtherLoop},
        // One that needs all of its latency waits, unless it has but one load in flight.
        {Bound::Latency, {.overFloor = about(9), .serial = serialOf[0], .inFlight = 4}},
        {Bound::Loads, {.overFloor = about(9), .serial = serialOf[1], .inFlight = 4}},
        {Bound::Loads, {.overFloor = about(9), .serial = serialOf[2], .inFlight = 1}},
        // A known limit counts, even near the floor or without one; not one that is exceeded or may be far.
        {Bound::Limit, {.overFloor = about(9), .shareOfLimit = share(0.96)}},
        {Bound::Loads, {.overFloor = about(9), .shareOfLimit = share(0.94)}},
        {Bound::Loads, {.overFloor = about(9), .shareOfLimit = share(1.06)}},
        {Bound::Loads, {.overFloor = about(9), .shareOfLimit = Interval{0.9, 1.02}}},
        {Bound::Limit, {.overFloor = about(2), .shareOfLimit = share(0.96)}},
        {Bound::Limit, {.shareOfLimit = share(0.96)}},
        // On a CPU costs add up.
        {Bound::Loads, {.overFloor = about(1.4), .sumsUp = true}},
        {Bound::Unknown, {.overFloor = about(1.4), .otherLoop = true, .sumsUp = true}, BoundDoubt::OtherLoop},
        {Bound::Loads, {.overFloor = about(2.7), .otherLoop = true, .sumsUp = true}},
    };
    for (const auto& [bound, evidence, doubt] : kJudged) {
        const JudgedBound judged = judgeBound(evidence);
        EXPECT_EQ(judged.bound, bound) << evidence.overFloor.value_or(PairedRatio()).median;
        if (bound == Bound::Unknown) {
            EXPECT_EQ(judged.doubt, doubt);
        }
    }
}

Bound bound(const RunResult& run, std::size_t row = 0, std::size_t strategy = 0) {
    const std::optional<StrategyFigures> figures = analyse(run).rows[row].strategies[strategy];
    return figures ? figures->bound : Bound::Unknown;
}

TEST(Bound, AQuarterAboveTheFloor) {
    EXPECT_EQ(bound(runOf(4)), Bound::Loads);
    EXPECT_EQ(bound(runOf(1.26)), Bound::Loads);
    EXPECT_EQ(bound(runOf(1.24)), Bound::Adds);
    EXPECT_EQ(bound(runOf(0.5)), Bound::Adds);
    EXPECT_EQ(bound(runOf(4, 0.05)), Bound::Loads);
    const RunResult run = runOf(4);
    EXPECT_EQ(analyse(run).rows[0].strategies[0]->overFloor->median, 4);
}

TEST(Bound, IsKnownOfMeasuredRowsWithAFloorAlone) {
    RunResult run = runOf(4);
    for (const std::size_t other : {1u, 2u}) EXPECT_EQ(bound(run, other), Bound::Unknown);
    run.rows[2].floor = run.rows[1].name;
    EXPECT_EQ(bound(run, 2), Bound::Loads);
    RunResult unmeasured = run;
    unmeasured.rows[0].strategies[0] = {.strategy = "set", .status = Status::Unsupported};
    EXPECT_EQ(bound(unmeasured), Bound::Unknown);
    run.rows[1].strategies[0] = {.strategy = "set", .status = Status::Failed};
    EXPECT_EQ(bound(run), Bound::Unknown);
    EXPECT_FALSE(analyse(run).rows[0].strategies[0]->overFloor.has_value());
    run.rows.erase(run.rows.begin() + 1);
    EXPECT_EQ(bound(run), Bound::Unknown);
}

TEST(Bound, IsUnknownWhereTheFastestSamplesTellAnotherStory) {
    RunResult run = runOf(2);
    EXPECT_EQ(bound(run), Bound::Loads);
    run.rows[0].strategies[0].nanoseconds[3] = run.rows[0].strategies[0].nanoseconds[4] = 210;
    EXPECT_EQ(bound(run), Bound::Unknown);
}

TEST(Bound, IsUnknownInNoise) {
    EXPECT_EQ(bound(runOf(1.25, 0.05)), Bound::Unknown);
    RunResult few = runOf(4);
    for (RowResult& row : few.rows) {
        row.baselineNanoseconds.resize(5);
        row.strategies[0].nanoseconds.resize(5);
    }
    EXPECT_EQ(bound(few), Bound::Unknown);
}

// A floor that no report lists, of another operation and under one strategy.
TEST(Bound, TheFloorMayBeNamedAndStandApart) {
    RunResult run = runOf(4);
    run.twins = {run.rows[1]};
    run.twins[0].name = "Buffer<R8>.Load linear, floor";
    run.rows.resize(1);
    EXPECT_EQ(bound(run), Bound::Unknown) << "not its own";
    run.rows[0].floor = "Buffer<R8>.Load linear, floor";
    EXPECT_EQ(bound(run), Bound::Loads);
    run.rows[0].strategies.push_back(run.rows[0].strategies[0]);
    EXPECT_EQ(bound(run, 0, 1), Bound::Loads);
    run.rows[0].floor = "no such row";
    EXPECT_EQ(bound(run), Bound::Unknown);
}

TEST(Bound, TheFloorOfTheSameStrategyCounts) {
    RunResult run = runOf(4);
    for (RowResult& row : run.rows) row.strategies.push_back(row.strategies[0]);
    for (double& sample : run.rows[1].strategies[1].nanoseconds) sample *= 4;
    EXPECT_EQ(bound(run, 0, 0), Bound::Loads);
    EXPECT_EQ(bound(run, 0, 1), Bound::Adds);
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

TEST(Bound, TakesMoreToTellWhereTheFloorIsAnotherLoop) {
    RunResult run = runOf(2.3);
    run.codes = {{"row", loopOf(31)}, {"floor", loopOf(27)}};
    run.rows[0].strategies[0].code = "row";
    run.rows[1].strategies[0].code = "floor";
    EXPECT_EQ(bound(run), Bound::Loads);
    run.codes["floor"] = loopOf(51);
    EXPECT_EQ(bound(run), Bound::Unknown);
    const StrategyFigures figures = *analyse(run).rows[0].strategies[0];
    EXPECT_TRUE(figures.otherLoop);
    EXPECT_EQ(figures.overFloor->median, 2.3);
    run.rows[0].strategies[0].code.clear();
    EXPECT_EQ(bound(run), Bound::Loads); // the code is not known
    for (const auto& [ratio, expected] : {std::pair(1.1, Bound::Unknown), std::pair(2.6, Bound::Loads)}) {
        RunResult other = runOf(ratio);
        other.codes = run.codes;
        other.rows[0].strategies[0].code = "row";
        other.rows[1].strategies[0].code = "floor";
        EXPECT_EQ(bound(other), expected) << ratio;
    }
}

TEST(OtherLoops, AreToldByTheInstructionsInThem) {
    const struct {
        const char* what;
        CodeDigest row, floor;
        bool other;
    } kCases[] = {
        {"four loads", loopOf(23), loopOf(15), false},
        {"equal", loopOf(15), loopOf(15), false},
        {"many addresses", loopOf(33), loopOf(11), false},
        {"the row unrolled", loopOf(83), loopOf(15), true},
        {"the floor unrolled", loopOf(23), loopOf(27), true},
        {"the row wholly", loopOf(23 * 64, false), loopOf(15), true},
        {"both wholly", loopOf(23 * 64, false), loopOf(15 * 64, false), false},
        {"only one counted", loopOf(23), loopOf(0), false},
        {"close sizes", sizeOf("Binary Size", "1152"), sizeOf("Binary Size", "1024"), false},
        {"the row by four", sizeOf("Binary Size", "2688"), sizeOf("Binary Size", "1024"), true},
        {"the floor by four", sizeOf("Code size", "1152"), sizeOf("Code size", "2304"), true},
        {"other statistics", sizeOf("Binary Size", "1152"), sizeOf("Code size", "4096"), false},
        {"no size", sizeOf("Stack", "1"), sizeOf("Stack", "8"), false},
        {"no number", sizeOf("Binary Size", "much"), sizeOf("Binary Size", "8"), false},
    };
    for (const auto& [what, row, floor, other] : kCases)
        EXPECT_EQ(madeOtherLoops(&row, &floor), other) << what;
    EXPECT_FALSE(madeOtherLoops(nullptr, &kCases[2].floor));
    EXPECT_FALSE(madeOtherLoops(&kCases[2].row, nullptr));
}

// Some compilers make better code of one load in flight. A row that is slower than its loads can be is not
// limited by them; what limits the twin tells its own time over the floor.
TEST(SerialTwin, CountsInTheRowsPlaceIfItIsFaster) {
    RunResult run = runOf(4);
    run.twins = {run.rows[0]};
    run.twins[0].name = run.rows[0].serial = "serial";
    const auto figures = [&](double nanoseconds) {
        run.twins[0].strategies[0].nanoseconds.assign(12, nanoseconds);
        return *analyse(run).rows[0].strategies[0];
    };
    EXPECT_TRUE(figures(720).alone);
    EXPECT_DOUBLE_EQ(figures(720).best().median, 100 / 720.0);
    EXPECT_DOUBLE_EQ(figures(720).ratio.median, 0.125);
    for (const double equal : {795.0, 900.0}) {
        EXPECT_FALSE(figures(equal).alone);
        EXPECT_DOUBLE_EQ(figures(equal).best().median, 0.125);
    }
    EXPECT_EQ(figures(300).bound, Bound::Loads) << "1.5 times the floor";
    EXPECT_EQ(figures(220).bound, Bound::Unknown) << "1.1 times";
    EXPECT_EQ(figures(220).boundDoubt, BoundDoubt::FasterAlone);
}

// What dependent loads cost: the twin's time over the row's.
TEST(SerialTwin, TellsWhatDependentLoadsCost) {
    RunResult run = runOf(4);
    const auto gain = [&](std::size_t strategy) {
        return analyse(run).rows[0].strategies[strategy]->serialGain;
    };
    EXPECT_FALSE(gain(0));
    run.twins = {run.rows[2]};
    run.twins[0].name = "ByteAddressBuffer.Load4 uniform, serial";
    for (double& sample : run.twins[0].strategies[0].nanoseconds) sample = 1000;
    run.rows[0].serial = run.twins[0].name;
    run.rows[0].strategies.push_back(run.rows[0].strategies[0]);
    EXPECT_DOUBLE_EQ(gain(0)->median, 1.25);
    EXPECT_DOUBLE_EQ(gain(0)->interval->low, 1.25);
    EXPECT_DOUBLE_EQ(gain(1)->median, 1.25) << "of the same kernel";
    EXPECT_DOUBLE_EQ(analyseRow(run, run.rows[0]).strategies[0]->serialGain->median, 1.25);
    run.rows[0].strategies[1].kernel = "address_load.4.uniform";
    EXPECT_FALSE(gain(1)); // addresses take a kernel of their own
    run.twins[0].strategies[0] = {.strategy = "set", .status = Status::Failed};
    EXPECT_FALSE(gain(0));
}

} // namespace bound_test
} // namespace vkperftest
