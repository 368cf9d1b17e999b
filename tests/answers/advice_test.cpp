// The table of loads, what to avoid, and notes; and over all devices of which figures are known, that claims rest on
// their rows and do not contradict each other.

#include "analysis/thresholds.h"
#include "answers/every_device.h"
#include "answers/made_up_suite.h"
#include "base/text.h"
#include "contradiction.h"
#include "matchers.h"
#include "model/published.h"
#include "report/devices.h"

namespace vkperftest::advice_test {

// "structured; 1.0 2.0 2.0? 2.0 40.0": a line of the table; "?" of unclear figures.
std::string choiceOf(const RunResult& run, std::uint32_t bytes, Pattern pattern) {
    const RunFigures figures = analyse(run);
    for (const LoadChoice& choice : advise(figures).choices) {
        if (choice.bytes != bytes || choice.pattern != pattern) continue;
        std::string text = join(choice.fastest(), ", ") + ";";
        for (const Alternative& each : choice.all)
            text += fmt::format(" {:.1f}{}", each.cost.value->median,
                                each.isFastest || each.cost.verdict != Verdict::Unknown ? "" : "?");
        return text;
    }
    return {};
}

// The figures of what to avoid, by subject.
std::map<std::string, std::vector<double>> avoidedIn(const RunResult& run) {
    const RunFigures figures = analyse(run);
    std::map<std::string, std::vector<double>> all;
    for (const Finding& finding : advise(figures).avoid)
        for (const FoundRow& row : finding.rows) all[finding.subject].push_back(row.value->median);
    return all;
}

// Nearly all figures are known to a tenth at best: their intervals decide what is found.
TEST(Advice, IsGivenOnADisturbedRun) {
    const RunResult run = MadeUpSuite{.spread = 0.3}.run();
    const RunFigures figures = analyse(run);
    ASSERT_TRUE(figures.quality && figures.quality->grade == Grade::Disturbed);
    EXPECT_FALSE(advise(figures).empty());
}

// A load that was not reached, or for too short a time, may be faster than what was.
TEST(Advice, NamesNoFastestThatAnotherLoadMayBeat) {
    const char* const name = "Buffer<RGBA32f>.Load linear";
    const MadeUpSuite matrix{.times = {{name, 0.5}}};
    RunResult awaited = matrix.run(), few = matrix.run();
    madeUpRow(awaited, name).strategies[0] = {.strategy = "set", .status = Status::NotMeasured};
    madeUpRow(few, name).strategies[0].nanoseconds.resize(2);
    madeUpRow(few, name).baselineNanoseconds.resize(2);
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Linear), "typed; 2.0 2.0 1.0 2.0 2.0");
    EXPECT_EQ(choiceOf(awaited, 16, Pattern::Linear).front(), ';');
    EXPECT_EQ(choiceOf(few, 16, Pattern::Linear).front(), ';');
    EXPECT_NE(choiceOf(awaited, 16, Pattern::Uniform).front(), ';');
}

TEST(Advice, NamesTheFastestAndWhatToAvoid) {
    EXPECT_EQ(choiceOf(MadeUpSuite().run(), 16, Pattern::Linear),
              "structured, raw, typed, texture, constant; 1.0 1.0 1.0 1.0 1.0");
    EXPECT_TRUE(avoidedIn(MadeUpSuite().run()).empty());
    MadeUpSuite matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float4>.Load") + pattern] = 0.5;
    matrix.times["cbuffer{float4} load linear"] = 20;
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Linear), "structured; 1.0 2.0 2.0 2.0 40.0");
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "structured, raw, typed, texture; 1.0 1.0 1.0 1.0");
    const auto avoided = avoidedIn(matrix.run());
    ASSERT_EQ(avoided.size(), 3u); // of each kind one
    EXPECT_THAT(
        avoided.at("Avoid cbuffer{float4} load of " + sizeText(16384)),
        ElementsAre(testing::DoubleNear(2, 0.1), testing::DoubleNear(40, 0.1), testing::DoubleNear(2, 0.1)));
}

// Where several kinds are within a few percent, all of them are named, the fastest first.
TEST(Advice, NamesEveryKindThatIsAboutTheFastest) {
    const MadeUpSuite matrix{
        .times = {{"StructuredBuffer<float>.Load linear", 0.48}, {"ByteAddressBuffer.Load linear", 0.47}}};
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "raw, structured; 1.0 1.0 2.1 2.1");
    const RunResult run = matrix.run();
    const RunFigures figures = analyse(run);
    EXPECT_THAT(fastestText(advise(figures).choices, 4), HasSubstr("; structured or raw (linear)"));
}

// What was measured is shown, and marked.
TEST(Advice, MarksWhatInstructionsMayHide) {
    const MadeUpSuite matrix{.times = {{"cbuffer{float4} load uniform", 0.5}}, .control = 0.95};
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Uniform), "constant; 2.0? 2.0? 2.0? 2.0? 1.0");
    EXPECT_TRUE(avoidedIn(matrix.run()).empty());
}

// Hashed addresses are what people mean by random ones.
TEST(Advice, PrefersHashedRowsToRandomOnes) {
    RunResult run = MadeUpSuite().run();
    for (RowResult& row : run.rows)
        if (row.load->kind == LoadKind::Raw && row.load->pattern == Pattern::Random)
            row.load->pattern = Pattern::Hashed;
    EXPECT_EQ(choiceOf(run, 16, Pattern::Random), "");
    for (RowResult& row : run.rows)
        if (row.load->pattern == Pattern::Random) row.load->pattern = Pattern::Hashed;
    EXPECT_EQ(choiceOf(run, 16, Pattern::Hashed),
              "structured, raw, typed, texture, constant; 1.0 1.0 1.0 1.0 1.0");
}

RunResult printedRun(const char* gpu) {
    return *findReference(gpu).value();
}

// A conversion can only have made a raw row slower: what is faster all the same is at least as fast.
TEST(Advice, TakesOfFootnotesWhatTheyCannotHaveCaused) {
    EXPECT_EQ(choiceOf(printedRun("R9 390X"), 4, Pattern::Uniform), "; 1.2? 1.0? 1.1? 4.3");
    for (const auto& [subject, figures] : avoidedIn(printedRun("R9 390X")))
        EXPECT_THAT(subject, Not(HasSubstr("ByteAddressBuffer")));
}

// PerfTest has one scalar load in flight: that says nothing against them.
TEST(Advice, DoesNotCondemnAmdsScalarLoads) {
    for (const RunResult& table : referenceTables()) {
        if (table.device.vendorId != kVendorAmd) continue;
        const RunFigures figures = analyse(table);
        const Advice advice = advise(figures);
        for (const LoadChoice& choice : advice.choices) {
            if (choice.pattern != Pattern::Uniform) continue;
            for (const Alternative& each : choice.all) {
                const bool scalar =
                    each.kind->kind == LoadKind::Structured || each.kind->kind == LoadKind::Raw;
                EXPECT_FALSE(scalar && each.cost.verdict == Verdict::Worse)
                    << table.device.name << ": " << each.cost.name;
            }
        }
    }
}

// 2^28 loads 30 times in 0.651 ms are no loads.
TEST(Advice, IgnoresLoopsThatWereRewritten) {
    for (const char* gpu : {"RTX 2080 Ti", "RTX 3090"}) {
        const RunFigures figures = analyse(*findReference(gpu).value());
        const Advice advice = advise(figures);
        for (const LoadChoice& choice : advice.choices) {
            if (choice.pattern != Pattern::Uniform) continue;
            EXPECT_THAT(choice.fastest(), Not(Contains(testing::AnyOf("typed", "texture", "constant"))));
        }
    }
}

TEST(Advice, TellsWhyThereIsNone) {
    RunResult run = MadeUpSuite().run();
    run.rows.resize(1);
    const RunFigures part = analyse(run);
    EXPECT_THAT(advise(part).notes, ElementsAre(HasSubstr("omit --filter")));
    run.settings.suite = "cache";
    const RunFigures other = analyse(run);
    EXPECT_THAT(advise(other).notes, ElementsAre(HasSubstr("'cache'")));
}

// The figures are computed once more from the rows that are named.
TEST(AdviceOfEveryDevice, RestsOnItsRowsAndContradictsNothing) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const Advice advice = advise(figures);
        EXPECT_FALSE(advice.choices.empty()) << device.name;
        std::vector<TimesClaim> all;
        for (const std::vector<Finding>& findings : {advice.avoid, advice.topics}) {
            for (const Finding& finding : findings) {
                for (const FoundRow& row : finding.rows) {
                    const auto ratio = [&](const std::string& name) {
                        return figures.find(name)->under(0)->best().median;
                    };
                    if (row.verdict == Verdict::Unknown || row.name == row.reference) continue;
                    const double times = row.value->median;
                    EXPECT_NEAR(times, ratio(row.reference) / ratio(row.name), 1e-9 * times) << row.name;
                    EXPECT_TRUE(row.verdict != Verdict::Better || times <= 1 / kSameKernel) << row.name;
                    EXPECT_TRUE(row.verdict != Verdict::Worse || times >= kSameKernel) << row.name;
                    all.push_back({row.name, row.reference, times, true, true});
                }
            }
        }
        EXPECT_EQ(contradiction(all), "") << device.name;
    }
}

// Which of a file's rows are slower, and faster, on a topic; and how much.
std::map<std::string, double> judgedOn(const char* file, const std::string& topic) {
    const RunResult run = readResultsFile(repositoryFile(std::string("results/") + file + ".json")).value();
    const RunFigures figures = analyse(run);
    std::map<std::string, double> all;
    for (const Finding& finding : advise(figures).topics)
        for (const FoundRow& row : finding.rows)
            if (finding.topic == topic && row.verdict != Verdict::Unknown) all[row.name] = row.value->median;
    return all;
}

// What the stored files of an H200 show, and no more than that.
TEST(AdviceOnH200, SaysWhatItsRowsShow) {
    EXPECT_NEAR(judgedOn("nvidia-h200-shared", "uniform-shared").at("groupshared{float4} load uniform"), 0.55,
                0.01);
    EXPECT_NEAR(judgedOn("nvidia-h200-atomic", "atomic-results")
                    .at("groupshared{uint}.InterlockedAdd with result linear"),
                0.36, 0.01);
    EXPECT_NEAR(judgedOn("nvidia-h200-atomic", "atomic-typed").at("RWBuffer<R32ui>.InterlockedAdd linear"),
                2.1, 0.05);
    EXPECT_NEAR(judgedOn("nvidia-h200-constant", "indexed-constants").at("cbuffer{float4[4]} load linear"),
                3.8, 0.05);
    EXPECT_NEAR(judgedOn("nvidia-h200-constant", "small-constants").at("push constants{float4} load uniform"),
                0.6, 0.01);
    EXPECT_NEAR(
        judgedOn("nvidia-h200-robustness", "checks").at("ByteAddressBuffer.Load uniform, robustness buffer"),
        1.24, 0.01);
    EXPECT_NEAR(judgedOn("nvidia-h200-store", "raw-stores").at("RWByteAddressBuffer.Store4 linear"), 3.3,
                0.1);
    EXPECT_NEAR(judgedOn("nvidia-h200-storage", "rw-structured").at("RWStructuredBuffer<float>.Load linear"),
                1.6, 0.05);
    EXPECT_NEAR(judgedOn("nvidia-h200-texture", "samples")
                    .at("Texture2D<RGBA16F>.Sample(bilinear, between texels) linear"),
                2, 0.01);
    EXPECT_NEAR(judgedOn("nvidia-h200-narrow", "narrow").at("buffer{u16vec2} load linear"), 1.1, 0.05);
    EXPECT_NEAR(judgedOn("nvidia-h100-uniform", "reduce").at("Buffer<R32f>.Load uniform, reduce"), 1 / 28.9,
                0.001);
    // Alignment, not integers or shared memory; once in L2, no bus; a race; a loop without loads.
    for (const char* topic : {"shared", "long", "host-cached", "uniform-stores"})
        for (const char* file :
             {"nvidia-h200-shared", "nvidia-h200-narrow", "nvidia-h200-memory", "nvidia-h200-store"})
            EXPECT_TRUE(judgedOn(file, topic).empty()) << topic;
    for (const char* strategy : {"push", "dynamic", "inline"})
        for (const auto& [name, times] : judgedOn("nvidia-h100-binding", strategy)) {
            EXPECT_THAT(name, Not(HasSubstr("no loads")));
            EXPECT_LT(times, 1.01) << name;
        }
}

TEST(AdviceOfEveryDevice, AvoidsNothingThatIsTheFastest) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const Advice advice = advise(figures);
        for (const Finding& finding : advice.avoid)
            for (const FoundRow& row : finding.rows)
                for (const LoadChoice& choice : advice.choices)
                    for (const Alternative& each : choice.all)
                        EXPECT_FALSE(each.isFastest && each.row.name() == row.name)
                            << device.name << ": " << row.name;
    }
}

struct MadeUpFigures {
    StrategyFigures figures;
    RowResult result;
    Row row() const { return {&result, &figures}; }
};

MadeUpFigures printed(double ratio, FootnoteEffect effect = FootnoteEffect::Unknown, bool footnote = false) {
    MadeUpFigures made;
    made.figures.ratio = {.median = ratio};
    if (footnote || effect != FootnoteEffect::Unknown) made.figures.footnote = effect;
    made.result.load = LoadFacts{};
    return made;
}

TEST(Compared, TakesOfAFootnoteWhatItCannotHaveCaused) {
    const MadeUpFigures plain = printed(1);
    const auto verdict = [&](const MadeUpFigures& made, const MadeUpFigures& other) {
        return compared(made.row(), other.row(), kOtherKernel, false).verdict;
    };
    EXPECT_EQ(verdict(printed(1.07), plain), Verdict::Same);
    EXPECT_EQ(verdict(printed(1.07, FootnoteEffect::Slower), plain), Verdict::Unknown);
    EXPECT_EQ(verdict(printed(2, FootnoteEffect::Slower), plain), Verdict::Better);
    EXPECT_EQ(verdict(printed(0.5, FootnoteEffect::Slower), plain), Verdict::Unknown);
    EXPECT_EQ(verdict(printed(0.5, FootnoteEffect::Faster), plain), Verdict::Worse);
    EXPECT_EQ(verdict(plain, printed(2, FootnoteEffect::Faster)), Verdict::Unknown);
    EXPECT_EQ(verdict(printed(2, FootnoteEffect::Unknown, true), plain), Verdict::Unknown);
}

} // namespace vkperftest::advice_test
