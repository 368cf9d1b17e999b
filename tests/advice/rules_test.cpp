// When a sentence may be said: planted figures, with intervals and without.
#include <gmock/gmock.h>

#include "advice/advice.h"
#include "advice/reading.h"
#include "advice/rule.h"
#include "experiments/made_up_rows.h"
#include "perftest/reference.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kQuiet = 0.001;

// The baseline takes 1 ns a load, and so do all rows that `times` does not name.
struct MadeUpMatrix {
    double spread = kQuiet;
    double floor = 0.02; // what each row's floor takes
    std::map<std::string, double> times;

    RunResult run() const {
        RunResult run;
        run.settings = {.suite = "matrix",
                        .baseline = "Buffer<RGBA8>.Load random",
                        .strategies = {"set"},
                        .precisionGoal = 0.01};
        for (const Case& row : matrixRows()) {
            const std::string pattern(patternName(row.pattern)), name = caseName(row);
            const auto own = times.find(name);
            addMadeUpRow(run, row.operation.name, pattern, "", own != times.end() ? own->second : 1, spread);
            run.rows.back().name = name;
        }
        for (RowResult& row : run.rows) {
            run.twins.push_back({.name = row.name + ", floor",
                                 .baselineLoads = kMadeUpLoads,
                                 .baselineNanoseconds = row.baselineNanoseconds,
                                 .strategies = {madeUpTimes(floor, kQuiet)}});
            row.floor = row.name + ", floor";
        }
        return run;
    }
};

std::string saidOf(const RunResult& run) {
    const RunFigures figures = analyse(run);
    std::string text;
    for (const Advice& each : advise(figures).said) text += each.rule + ": " + each.sentence + "\n";
    return text;
}

// Nearly all figures are known to a tenth at best.
TEST(Advice, IsNotGivenOnAnUnusableRun) {
    const RunResult run = MadeUpMatrix{.spread = 0.3}.run();
    const RunFigures figures = analyse(run);
    ASSERT_TRUE(figures.quality.has_value());
    ASSERT_EQ(figures.quality->grade, Grade::Unusable);
    const AdviceList list = advise(figures);
    EXPECT_TRUE(list.said.empty());
    EXPECT_EQ(list.note, "No advice: the run is unusable.");
}

TEST(Advice, SaysEqualThingsTogether) {
    EXPECT_THAT(
        saidOf(MadeUpMatrix().run()),
        HasSubstr("raw, structured, constants, textures, sampling: No difference: linear or random raw "
                  "loads; misaligned raw loads; structured or raw loads; uniform or divergent constants; "
                  "texture or typed loads; bilinear or nearest samples.\n"));
}

TEST(Advice, NamesWhatIsFasterAndWhatToAvoid) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float4>.Load") + pattern] = 0.5;
    matrix.times["cbuffer{float4} load linear"] = 20;
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(said, HasSubstr("structured: Structured against raw: float4 2.0 times as fast.\n"));
    EXPECT_THAT(said,
                HasSubstr("constants: Divergent constants: linear 20 times slower than uniform (1.0x).\n"));
    EXPECT_THAT(
        said,
        HasSubstr(
            "fetch: Fastest in every pattern: 4 bytes any (1.0x), 8 any (1.0x), 16 structured (2.0x).\n"));
    EXPECT_THAT(said, Not(HasSubstr("divergent cbuffer"))); // its price was told
}

// At one GHz one unit delivers as many bytes a clock as a nanosecond.
std::string mostBytesAt(double bytesPerClock, const std::string& row,
                        const std::vector<Conditions>& conditions = {{.clock = 1000}}) {
    MadeUpMatrix matrix{.floor = 0.01};
    matrix.times[row] = 16 / bytesPerClock;
    RunResult run = matrix.run();
    run.device.vendorId = 0x10de;
    run.device.name = "NVIDIA H100";
    run.device.computeUnits = 1;
    run.conditions = conditions;
    const RunFigures figures = analyse(run);
    const Reading reading(figures);
    for (const AdviceRule* rule : adviceRules()) {
        if (rule->name != "bytes") continue;
        const std::vector<Told> told = rule->tell(reading);
        return told.empty() ? "" : told.front().text;
    }
    return {};
}

TEST(Advice, SaysBytesAClockOfWhatTheCacheCanDeliver) {
    EXPECT_EQ(mostBytesAt(126, "ByteAddressBuffer.Load4 linear"),
              "Most bytes: ByteAddressBuffer.Load4 linear, 126 of 128 B/clk/SM");
    // Lanes at random read the same bytes many times over.
    EXPECT_EQ(mostBytesAt(126, "ByteAddressBuffer.Load4 random"),
              "Most bytes: ByteAddressBuffer.Load4 random, 126 B/clk/SM");
    EXPECT_EQ(
        mostBytesAt(126, "ByteAddressBuffer.Load4 linear", {{.clock = 1200}, {.row = "raw", .clock = 1000}}),
        "Most bytes: ByteAddressBuffer.Load4 linear, 126 of 128 B/clk/SM")
        << "by the clock of the limit: a heavy row's";
}

TEST(Advice, SaysAtLeastWhereTheFasterRowIsNotBoundByLoads) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" linear", " random"})
        matrix.times[std::string("StructuredBuffer<float2>.Load") + pattern] = 0.11;
    EXPECT_THAT(saidOf(matrix.run()),
                HasSubstr("Structured against raw: float2 at least 9.0 times as fast.\n"));
}

TEST(Advice, SaysNothingOfSlowerRowsThatAreBoundByAdds) {
    MadeUpMatrix matrix{.floor = 0.95};
    matrix.times["cbuffer{float4} load uniform"] = 0.5;
    EXPECT_EQ(saidOf(matrix.run()), "");
}

TEST(Advice, SaysNothingThatTheIntervalsDoNotCarry) {
    MadeUpMatrix matrix{.spread = 0.4};
    matrix.times["cbuffer{float4} load linear"] = 1.2;
    EXPECT_THAT(saidOf(matrix.run()), Not(HasSubstr("Constant buffers")));
}

TEST(Advice, SaysNothingOfRowsThatWereNotMeasured) {
    RunResult run = MadeUpMatrix().run();
    std::erase_if(run.rows, [](const RowResult& row) { return row.operation != "Buffer<R8>.Load"; });
    const RunFigures figures = analyse(run);
    const AdviceList list = advise(figures);
    std::vector<std::string> silent;
    for (const Unsaid& each : list.unsaid) silent.push_back(each.rule);
    EXPECT_THAT(silent, testing::Contains("fetch"));
    EXPECT_TRUE(list.said.empty()) << list.said[0].sentence; // eight formats may gain by uniform addresses
}

TEST(Advice, NamesThePatternIfOnlyOneDiffers) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.5;
    matrix.times["StructuredBuffer<float2>.Load linear"] = 0.5;
    matrix.times["StructuredBuffer<float2>.Load random"] = 0.4;
    EXPECT_THAT(saidOf(matrix.run()),
                HasSubstr("Structured against raw: float linear 2.0, float2 2.0-2.5 times as fast.\n"));
}

std::string saidOfPrinted(const char* gpu) {
    for (const ReferenceTable& table : referenceTables()) {
        if (table.gpu == gpu) return saidOf(table.run);
    }
    return {};
}

// The fastest of one pattern may be of another kind than the one that serves most patterns.
TEST(Advice, GivesEachKindItsOwnFigure) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.48;
    matrix.times["ByteAddressBuffer.Load linear"] = 0.5;
    matrix.times["ByteAddressBuffer.Load uniform"] = 0.2;
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(said, HasSubstr("Fastest 4 bytes: raw 5.0x uniform, 2.0x linear, 1.0x random.\n"));
    EXPECT_THAT(said, HasSubstr("Buffer<R32f> linear (2.1 times slower than the fastest as wide).\n"));
}

TEST(Advice, SuggestsNothingThatIsNotComparable) {
    const std::string said = saidOfPrinted("Radeon VII");
    EXPECT_THAT(said, HasSubstr("Fastest 4 bytes: "));
    EXPECT_THAT(said.substr(said.find("Fastest 4 bytes")), Not(HasSubstr("raw")));
    EXPECT_THAT(saidOfPrinted("R9 390X"), Not(HasSubstr("Load3 random (")));
}

TEST(Advice, CountsRowsWherePushDescriptorsDiffer) {
    RunResult run = MadeUpMatrix().run();
    run.settings.strategies = {"set", "push"};
    for (RowResult& row : run.rows) {
        StrategyResult push = row.strategies[0];
        push.strategy = "push";
        row.strategies.push_back(push);
    }
    EXPECT_THAT(saidOf(run), HasSubstr("push descriptors (138 rows)"));
    for (double& sample : run.rows[5].strategies[1].nanoseconds) sample *= 2;
    EXPECT_THAT(saidOf(run), HasSubstr("push: Push descriptors against sets: 2.0 times slower in 1 row.\n"));
}

TEST(Advice, TakesPrintedFiguresAsTheyStand) {
    Row fast{.name = "a"}, slow{.name = "b"};
    const StrategyFigures one{.ratio = {.median = 1.2}}, other{.ratio = {.median = 1.05}};
    fast.figures = &one;
    slow.figures = &other;
    EXPECT_EQ(contrast(fast, slow, kDiffers).outcome, Outcome::Faster);
    EXPECT_EQ(contrast(slow, fast, kDiffers).outcome, Outcome::Slower);
    EXPECT_EQ(contrast(fast, slow, kOtherKernelDiffers).outcome, Outcome::Same);
    EXPECT_EQ(contrast(fast, Row{.name = "c"}, kDiffers).outcome, Outcome::Unclear);
}

TEST(Advice, WrapsAtEightyColumns) {
    const std::string word(39, 'a');
    EXPECT_EQ(wrappedAdvice(word + " " + word + "b"), (std::vector<std::string>{word + " " + word + "b"}));
    EXPECT_EQ(wrappedAdvice(word + " " + word + "bb"), (std::vector<std::string>{word, "  " + word + "bb"}));
}

} // namespace
} // namespace vkperftest
