// What the experiments find in the stored files of an H100 and an H200: verdicts and figures that a GPU engineer has
// recomputed from the samples.
#include <string>

#include "answers/experiment.h"
#include "judged.h"
#include "matchers.h"
#include "model/published.h"
#include "paths.h"

namespace vkperftest::stored_test {

struct Stored {
    Answer answer;
    std::string headline;
};

Stored found(const std::string& experiment, const std::string& file) {
    const RunResult run = readResultsFile(repositoryFile("results/" + file + ".json")).value();
    Answer answer = judgeRun(*findExperiment(experiment).value(), analyse(run)).value();
    std::string headline = verdictLine(answer);
    return {std::move(answer), std::move(headline)};
}

// Times as fast, or, if it is slower, times as long.
void expectFactor(const Finding& finding, Verdict verdict, double factor) {
    EXPECT_EQ(finding.verdict, verdict) << finding.subject;
    ASSERT_TRUE(finding.factor) << finding.subject;
    const double times = finding.factor->median;
    EXPECT_NEAR(verdict == Verdict::Better ? 1 / times : times, factor, 0.006 * factor) << finding.subject;
    EXPECT_TRUE(finding.factor->interval) << finding.subject;
}

TEST(StoredUniform, LoadsThatGainBySharing) {
    const Stored stored = found("uniform", "nvidia-h100-uniform");
    const struct {
        const char* load;
        Verdict verdict;
        double factor;
        Seen seen;
        PlainLoop limitedBy = PlainLoop::Loads;
    } kTable[] = {
        {"Buffer<RGBA8>.Load", Verdict::Same, 0.958, Seen::NotShared, PlainLoop::Shuffles},
        {"Buffer<R32f>.Load", Verdict::Better, 3.70, Seen::NotShared},
        {"ByteAddressBuffer.Load", Verdict::Better, 1.29, Seen::NotShared, PlainLoop::Instructions},
        {"ByteAddressBuffer.Load2", Verdict::Better, 1.29, Seen::NotShared, PlainLoop::Instructions},
        {"ByteAddressBuffer.Load3", Verdict::Better, 1.28, Seen::NotShared, PlainLoop::Instructions},
        {"ByteAddressBuffer.Load4", Verdict::Better, 1.22, Seen::NotShared, PlainLoop::Instructions},
        {"StructuredBuffer<float4>.Load", Verdict::Same, 1.01, Seen::NotShared, PlainLoop::Shuffles},
        {"cbuffer{float4} load", Verdict::Worse, 1.46, Seen::Constants, PlainLoop::Constants},
    };
    for (const auto& [load, verdict, factor, seen, limitedBy] : kTable) {
        const Finding finding = findingOf(stored.answer, "sharing by hand", load);
        expectFactor(finding, verdict, factor);
        EXPECT_EQ(finding.seen, seen) << load;
        EXPECT_EQ(finding.limitedBy, limitedBy) << load;
    }
    expectFactor(findingOf(stored.answer, "sharing by hand", "Texture2D<RGBA8>.Load"), Verdict::Same, 0.963);
    EXPECT_EQ(findingOf(stored.answer, "sharing by hand", "Texture2D<RGBA8>.Load").seen, Seen::NotShared);
    EXPECT_THAT(stored.headline, StartsWith("The driver shares no uniform load. "));
    EXPECT_THAT(stored.headline, Not(HasSubstr("4 of 9")));
}

// Sums alone need a share of the loads from each lane.
TEST(StoredUniform, SplittingTheLoopReachesWhatPerfTestMeasuredElsewhere) {
    const Stored stored = found("uniform", "nvidia-h100-uniform");
    for (const auto& [load, factor] : {std::pair("Buffer<RGBA8>.Load", 25.2),
                                       {"Buffer<R32f>.Load", 28.9},
                                       {"ByteAddressBuffer.Load", 17.4},
                                       {"ByteAddressBuffer.Load4", 9.24},
                                       {"StructuredBuffer<float4>.Load", 17.95}})
        expectFactor(findingOf(stored.answer, "splitting the loop", load), Verdict::Better, factor);
    EXPECT_EQ(findingOf(stored.answer, "splitting the loop", "cbuffer{float4} load").verdict, Verdict::Worse);
    EXPECT_THAT(stored.headline, HasSubstr(" 9.24 to 28.9x as fast"));
}

TEST(StoredUniform, OtherLoadsOfTheSameBytesNeedNoSharing) {
    const Stored stored = found("uniform", "nvidia-h100-uniform");
    const Finding word = findingOf(stored.answer, "without sharing", "Buffer<R32f>.Load");
    expectFactor(word, Verdict::Better, 2.92);
    EXPECT_EQ(word.way, "ByteAddressBuffer.Load");
    const Finding four = findingOf(stored.answer, "without sharing", "ByteAddressBuffer.Load4");
    expectFactor(four, Verdict::Better, 1.35);
    EXPECT_EQ(four.way, "StructuredBuffer<float4>.Load");
}

TEST(StoredUniform, FiguresAreAlsoClocks) {
    const Finding finding =
        findingOf(found("uniform", "nvidia-h100-uniform").answer, "sharing by hand", "Buffer<R32f>.Load");
    ASSERT_TRUE(finding.clocks);
    EXPECT_NEAR(finding.clocks->reference, 4.0, 0.02);
    EXPECT_NEAR(finding.clocks->subject, 1.08, 0.01);
    ASSERT_TRUE(finding.clocks->unit);
    EXPECT_EQ(finding.clocks->unit->unit, Unit::Shuffle) << "not the load";
    EXPECT_EQ(finding.clocks->unit->clocks, 1);
}

// Of the 34 and 35 rows, 14 and 12 are no-load controls.
TEST(StoredBinding, RowsWithoutLoadsCountNowhere) {
    for (const auto& [file, rows] : {std::pair("nvidia-h100-binding", 20u), {"nvidia-h200-binding", 23u}}) {
        const Stored stored = found("binding", file);
        const Finding push = findingOf(stored.answer, "against set", "push");
        EXPECT_EQ(push.verdict, Verdict::Same);
        EXPECT_EQ(push.rows.size(), rows) << file;
        for (const Finding& finding : stored.answer.findings)
            for (const FoundRow& row : finding.rows)
                EXPECT_THAT(row.name, Not(HasSubstr("no loads"))) << file;
    }
}

TEST(StoredBinding, TheCostOfAddressesIsApartFromThatOfAlignment) {
    const Stored stored = found("binding", "nvidia-h100-binding");
    const auto cause = [&](const char* name) {
        return findingOf(stored.answer, "addresses against set", std::string("address-4: ") + name);
    };
    const Finding arithmetic = cause("64-bit addresses"), narrow = cause("narrow loads"),
                  unchecked = cause("no bounds checks");
    EXPECT_EQ(arithmetic.verdict, Verdict::Worse);
    EXPECT_EQ(arithmetic.rows.size(), 5u);
    expectFactor(arithmetic, Verdict::Worse, 1.355);
    EXPECT_EQ(narrow.rows.size(), 2u);
    expectFactor(narrow, Verdict::Worse, 3.94);
    EXPECT_EQ(unchecked.verdict, Verdict::Better);
    expectFactor(unchecked, Verdict::Better, 1.444);
    for (const char* row : {"ByteAddressBuffer.Load4 linear", "StructuredBuffer<float4>.Load linear"})
        expectFactor(findingOf(stored.answer, "alignment", std::string("4 bytes: ") + row), Verdict::Worse,
                     3.91);
    for (const char* row : {"ByteAddressBuffer.Load4 uniform", "StructuredBuffer<float4>.Load uniform"})
        EXPECT_EQ(findingOf(stored.answer, "alignment", std::string("4 bytes: ") + row).verdict,
                  Verdict::Same);
}

// A bare dispatch binds nothing, and ways whose intervals overlap have no order.
TEST(StoredBinding, OnlyAWayThatIsSurelyTheCheapestIsNamed) {
    for (const char* file : {"nvidia-h100-binding", "nvidia-h200-binding"}) {
        std::size_t named = 0;
        for (const Finding& finding : found("binding", file).answer.findings) {
            if (finding.topic != "recording on the CPU" || finding.verdict != Verdict::Better) continue;
            ++named;
            EXPECT_NE(finding.subject, "1 dispatch");
            EXPECT_EQ(finding.way, "descriptor buffer");
            for (const FoundRow& row : finding.evidence) {
                EXPECT_NE(row.name, "dispatch only");
                if (row.name != finding.way) {
                    EXPECT_GT(row.value->interval->low, finding.evidence[0].value->interval->high);
                }
            }
        }
        EXPECT_GT(named, 0u) << file;
    }
}

TEST(StoredStride, PaddingToAPowerOfTwoLosesAndToAnOddNumberOfWordsGains) {
    const Stored stored = found("stride", "nvidia-h100-stride");
    for (const auto& [stride, factor] : {std::pair(20, 4.02), {24, 3.57}, {36, 5.24}, {48, 3.91}, {80, 5.51}})
        expectFactor(findingOf(stored.answer, "inside L1, float", "stride " + std::to_string(stride)),
                     Verdict::Better, factor);
    expectFactor(findingOf(stored.answer, "odd numbers of words", "stride 36"), Verdict::Better, 2.62);
}

TEST(StoredStride, BankConflictsAndLinesGiveTheTimeOfEachStride) {
    const Finding reason =
        findingOf(found("stride", "nvidia-h100-stride").answer, "the reason", "strides of float inside L1");
    EXPECT_EQ(reason.rows.size(), 15u);
    for (const FoundRow& row : reason.rows) EXPECT_NEAR(row.value->median, 1, 0.04) << row.name;
}

// So no offset can cost anything, and what promised alignment costs is another question.
TEST(StoredVector, RawLoadsTakeAWordAtATimeWhateverTheirOffset) {
    const Stored stored = found("vector", "nvidia-h100-vector");
    const Finding claim = findingOf(stored.answer, "vectors of 5 or more", "misaligned loads");
    EXPECT_EQ(claim.verdict, Verdict::Same);
    EXPECT_EQ(claim.seen, Seen::WordLoads);
    expectUnknown(findingOf(stored.answer, "with promised alignment", "structured buffers"),
                  Inconclusive::Missing);
}

// By the rows that the tables show, not by those with one load in flight.
TEST(StoredRobustness, FiguresAreThoseOfTheTable) {
    const Stored stored = found("robustness", "nvidia-h200-robustness");
    for (const char* topic : {"robustBufferAccess", "robustness 2"}) {
        expectFactor(findingOf(stored.answer, topic, "ByteAddressBuffer.Load uniform"), Verdict::Worse,
                     1.237);
        expectFactor(findingOf(stored.answer, topic, "ByteAddressBuffer.Load4 uniform"), Verdict::Worse,
                     1.260);
        EXPECT_EQ(findingOf(stored.answer, topic, "ByteAddressBuffer.Load4 linear").verdict, Verdict::Same);
    }
}

} // namespace vkperftest::stored_test
