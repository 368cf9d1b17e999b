// When a sentence may be said: planted figures, with intervals and without.
#include <gmock/gmock.h>

#include "advice/advice.h"
#include "advice/reading.h"
#include "advice/rule.h"
#include "cases/format.h"
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
    for (const Advice& each : advise(figures).said)
        if (each.heading != Heading::Use) text += each.rule + ": " + each.sentence + "\n";
    return text;
}

// "16 linear: structured; structured 1.0, raw 2.0": a line of the table.
std::string choiceOf(const RunResult& run, std::uint32_t bytes, Pattern pattern) {
    const RunFigures figures = analyse(run);
    for (const LoadChoice& choice : advise(figures).choices) {
        if (choice.bytes != bytes || choice.pattern != pattern) continue;
        std::string text = kindsText(choice, ", ") + ";";
        for (const Alternative& each : choice.all) text += " " + costText(&each);
        return text;
    }
    return {};
}

// Nearly all figures are known to a tenth at best: their intervals decide what is said.
TEST(Advice, IsGivenOnADisturbedRun) {
    const RunResult run = MadeUpMatrix{.spread = 0.3}.run();
    const RunFigures figures = analyse(run);
    ASSERT_TRUE(figures.quality.has_value());
    ASSERT_EQ(figures.quality->grade, Grade::Disturbed);
    EXPECT_FALSE(advise(figures).empty());
}

TEST(Advice, SaysWhatMakesNoDifference) {
    const std::string said = saidOf(MadeUpMatrix().run());
    for (const char* sentence :
         {"buffers: Raw loads are as fast as typed ones for 4, 8 and 16 bytes.\n",
          "buffers: Structured loads are as fast as raw ones for 4, 8 and 16 bytes.\n",
          "widths: Wide raw loads are free: Load2, Load3 and Load4 take about as long as a Load.\n",
          "widths: Wide structured loads are free: float2 and float4 take about as long as a float.\n",
          "typed: Typed loads, linear and random: all formats take about the same time, so wide ones are "
          "free.\n",
          "raw: Linear raw loads are as fast as random ones for Load, Load2, Load3 and Load4.\n",
          "raw: Raw loads that begin 4 bytes off are as fast as aligned ones for Load2 and Load4. In both "
          "cases the compiler knows only 4 bytes of alignment.\n",
          "uniform: Uniform addresses gain nothing for typed loads, raw loads, structured loads, texture "
          "loads "
          "and samples.\n",
          "constants: Uniform constants are as fast as structured, raw, typed and texture loads of 16 "
          "bytes.\n",
          "constants: Constants that lanes index differently are as fast as uniform ones.\n",
          "textures: Texture loads, linear and random, are as fast as typed ones of the same format.\n",
          "sampling: Bilinear samples, linear and random, are as fast as nearest ones.\n"})
        EXPECT_THAT(said, HasSubstr(sentence));
    EXPECT_THAT(said, Not(HasSubstr("Avoid")));
    EXPECT_EQ(choiceOf(MadeUpMatrix().run(), 16, Pattern::Linear), "any; 1.0 1.0 1.0 1.0 1.0");
}

TEST(Advice, NamesWhatIsFasterAndWhatToAvoid) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float4>.Load") + pattern] = 0.5;
    matrix.times["cbuffer{float4} load linear"] = 20;
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(said,
                HasSubstr("buffers: Structured loads are faster than raw ones for 16 bytes (2.0 times as "
                          "fast); as fast for 4 and 8 bytes.\n"));
    EXPECT_THAT(
        said, HasSubstr("constants: Constants that lanes index differently are slower than uniform ones for "
                        "linear addresses (20 times as long); as fast for random addresses.\n"));
    EXPECT_THAT(said, HasSubstr("avoid: Avoid cbuffer{float4} load: it takes 2.0 to 40 times as long as "
                                "StructuredBuffer<float4>.Load.\n"));
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Linear), "structured; 1.0 2.0 2.0 2.0 40");
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "any; 1.0 1.0 1.0 1.0");
}

TEST(Advice, CountsWideLoadsInNarrowOnes) {
    MadeUpMatrix matrix;
    matrix.times["ByteAddressBuffer.Load2 linear"] = 1.5;
    matrix.times["ByteAddressBuffer.Load3 linear"] = 3;
    matrix.times["ByteAddressBuffer.Load4 linear"] = 12;
    EXPECT_THAT(
        saidOf(matrix.run()),
        HasSubstr(
            "widths: Wide raw loads are free: Load2, Load3 and Load4 uniform and random take about as long "
            "as a Load. They pay off: Load2 linear takes as long as 1.5 Loads. They gain nothing over one "
            "Load per word: Load3 linear takes as long as 3.0 Loads. They cost more than one Load per word, "
            "from separate arrays: Load4 linear takes as long as 12 Loads.\n"));
}

TEST(Advice, SaysWhatMisalignmentCosts) {
    MadeUpMatrix matrix;
    matrix.times["ByteAddressBuffer.Load4 unaligned linear"] = 2;
    EXPECT_THAT(
        saidOf(matrix.run()),
        HasSubstr("raw: Raw loads that begin 4 bytes off are slower than aligned ones for Load4 linear (2.0 "
                  "times as long); as fast for Load2 and Load4 uniform and random.\n"));
}

TEST(Advice, ComparesFormats) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" linear", " random"}) {
        matrix.times[std::string("Buffer<RGBA32f>.Load") + pattern] = 2;
        matrix.times[std::string("Texture2D<RGBA32F>.Sample(bilinear)") + pattern] = 4;
    }
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(
        said,
        HasSubstr(
            "typed: Typed loads, linear and random: 16 bytes take 2.0 times as long as 8 bytes or fewer.\n"));
    EXPECT_THAT(said, HasSubstr("sampling: Bilinear samples, linear and random, are slower than nearest ones "
                                "for 16 bytes (4.0 times as "
                                "long); as fast for 8 bytes or fewer.\n"));
    EXPECT_THAT(said, HasSubstr("textures: Texture loads, linear and random, are faster than typed ones of "
                                "the same format for 16 bytes "
                                "(2.0 times as fast); as fast for 8 bytes or fewer.\n"));
}

TEST(Advice, SaysWhichKindsHaveAUniformPath) {
    MadeUpMatrix matrix;
    for (const FormatTraits& format : perfTestFormats())
        matrix.times[fmt::format("Buffer<{}>.Load uniform", format.bufferName)] = 0.25;
    EXPECT_THAT(saidOf(matrix.run()),
                HasSubstr("uniform: Uniform addresses make typed loads 4.0 times as fast as the better of "
                          "linear and random ones, but "
                          "gain nothing for raw loads, structured loads, texture loads and samples.\n"));
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
              "ByteAddressBuffer.Load4 linear delivers as many bytes as any load: 126 of 128 bytes per clock "
              "and multiprocessor");
    // Lanes at random read the same bytes many times over.
    EXPECT_EQ(mostBytesAt(126, "ByteAddressBuffer.Load4 random"),
              "ByteAddressBuffer.Load4 random delivers as many bytes as any load: 126 bytes per clock and "
              "multiprocessor");
    EXPECT_EQ(
        mostBytesAt(126, "ByteAddressBuffer.Load4 linear", {{.clock = 1200}, {.row = "raw", .clock = 1000}}),
        "ByteAddressBuffer.Load4 linear delivers as many bytes as any load: 126 of 128 bytes per clock and "
        "multiprocessor")
        << "by the clock of the limit: a heavy row's";
}

TEST(Advice, SaysAtLeastWhereTheFasterRowIsNotBoundByLoads) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float2>.Load") + pattern] = 0.09;
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(said, HasSubstr("raw ones for 8 bytes (at least 11 times as fast)"));
    EXPECT_EQ(choiceOf(matrix.run(), 8, Pattern::Linear), "structured; 1.0 ≥11 ≥11 ≥11");
}

// The table shows what was measured, and marks it.
TEST(Advice, SaysNothingOfSlowerRowsThatAreBoundByAdds) {
    MadeUpMatrix matrix{.floor = 0.95};
    matrix.times["cbuffer{float4} load uniform"] = 0.5;
    EXPECT_EQ(saidOf(matrix.run()), "");
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Uniform), "constant; 2.0? 2.0? 2.0? 2.0? 1.0");
}

TEST(Advice, SaysNothingThatTheIntervalsDoNotCarry) {
    MadeUpMatrix matrix{.spread = 0.4};
    matrix.times["cbuffer{float4} load linear"] = 1.2;
    EXPECT_THAT(saidOf(matrix.run()), Not(HasSubstr("Constants")));
}

TEST(Advice, SaysNothingOfRowsThatWereNotMeasured) {
    RunResult run = MadeUpMatrix().run();
    std::erase_if(run.rows, [](const RowResult& row) { return row.operation != "Buffer<R8>.Load"; });
    const RunFigures figures = analyse(run);
    const AdviceList list = advise(figures);
    std::vector<std::string> silent;
    for (const Unsaid& each : list.unsaid) silent.push_back(each.rule);
    EXPECT_THAT(silent, testing::Contains("buffers"));
    EXPECT_TRUE(list.empty()); // eight formats may gain by uniform addresses
}

TEST(Advice, NamesThePatternIfOnlyOneDiffers) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.5;
    matrix.times["StructuredBuffer<float2>.Load linear"] = 0.5;
    matrix.times["StructuredBuffer<float2>.Load random"] = 0.4;
    EXPECT_THAT(saidOf(matrix.run()),
                HasSubstr("Structured loads are faster than raw ones for 4 bytes linear (2.0 times as fast) "
                          "and 8 bytes linear and random (2.0 to 2.5); as fast for"));
}

TEST(Advice, SaysTheTableInSentences) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.5;
    const RunResult run = matrix.run();
    const RunFigures figures = analyse(run);
    const AdviceList list = advise(figures);
    ASSERT_GE(list.said.size(), 3u);
    EXPECT_EQ(list.said[0].sentence, "Fastest for 4 bytes: any (uniform, random); structured (linear).");
    EXPECT_EQ(list.said[1].sentence, "Fastest for 8 bytes: any.");
    EXPECT_EQ(list.said[0].rows.size(), 12u);
}

// Where several kinds are within a few percent, all of them are named, the fastest first.
TEST(Advice, NamesEveryKindThatIsAboutTheFastest) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.48;
    matrix.times["ByteAddressBuffer.Load linear"] = 0.47;
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "raw, structured; 1.0 1.0 2.1 2.1");
}

const RunResult& printedRun(const char* gpu) {
    return findReference(gpu).value()->run;
}

// A conversion can only have made a raw row slower: what is faster all the same is at least as fast.
TEST(Advice, TakesOfCaveatsWhatTheyCannotHaveCaused) {
    EXPECT_EQ(choiceOf(printedRun("R9 390X"), 4, Pattern::Uniform), "raw, typed; ≥1.2 1.0 ≥1.0 ≥4.2");
    for (const char* gpu : {"R9 390X", "Vega Frontier Edition", "Radeon VII"})
        EXPECT_THAT(choiceOf(printedRun(gpu), 4, Pattern::Uniform), HasSubstr("raw")) << gpu;
    EXPECT_THAT(choiceOf(printedRun("R9 390X"), 16, Pattern::Linear), HasSubstr(" ~ "));
    EXPECT_THAT(saidOf(printedRun("R9 390X")), Not(HasSubstr("Avoid ByteAddressBuffer")));
    EXPECT_THAT(saidOf(printedRun("R9 390X")), Not(HasSubstr("Wide raw loads")));
}

TEST(Advice, CountsRowsWherePushDescriptorsDiffer) {
    RunResult run = MadeUpMatrix().run();
    run.settings.strategies = {"set", "push"};
    for (RowResult& row : run.rows) {
        StrategyResult push = row.strategies[0];
        push.strategy = "push";
        row.strategies.push_back(push);
    }
    EXPECT_THAT(saidOf(run),
                HasSubstr("push: Push descriptors are as fast as descriptor sets in 138 rows.\n"));
    for (double& sample : run.rows[5].strategies[1].nanoseconds) sample *= 2;
    EXPECT_THAT(
        saidOf(run),
        HasSubstr("push: Push descriptors are up to 2.0 times as slow as descriptor sets in 1 row.\n"));
}

TEST(Advice, TakesPrintedFiguresAsTheyStand) {
    Row fast{.name = "a"}, slow{.name = "b"};
    const StrategyFigures one{.ratio = {.median = 1.2}}, other{.ratio = {.median = 1.05}};
    fast.figures = &one;
    slow.figures = &other;
    EXPECT_EQ(claimOf(fast, slow, kDiffers)->outcome, Outcome::Faster);
    EXPECT_EQ(claimOf(slow, fast, kDiffers)->outcome, Outcome::Slower);
    EXPECT_FALSE(claimOf(fast, slow, kOtherKernelDiffers).has_value());
    EXPECT_FALSE(claimOf(fast, Row{.name = "c"}, kDiffers).has_value());
}

} // namespace
} // namespace vkperftest
