// The table of loads, what to avoid, and notes; and over all devices of which figures are known, that claims rest on
// their rows and do not contradict each other.
#include <gmock/gmock.h>

#include "answers/every_device.h"
#include "answers/made_up_suite.h"
#include "contradiction.h"
#include "model/published.h"

namespace vkperftest::advice_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// "structured; 1.0 2.0 2.0 2.0 40": a line of the table.
std::string choiceOf(const RunResult& run, std::uint32_t bytes, Pattern pattern) {
    const RunFigures figures = analyse(run);
    for (const LoadChoice& choice : advise(figures).choices) {
        if (choice.bytes != bytes || choice.pattern != pattern) continue;
        std::string text = kindsText(choice) + ";";
        for (const Alternative& each : choice.all) text += " " + costText(&each);
        return text;
    }
    return {};
}

std::vector<std::string> avoidedIn(const RunResult& run) {
    const RunFigures figures = analyse(run);
    std::vector<std::string> lines;
    for (const TopicFinding& finding : advise(figures).avoid) lines.push_back(finding.line());
    return lines;
}

// Nearly all figures are known to a tenth at best: their intervals decide what is found.
TEST(Advice, IsGivenOnADisturbedRun) {
    const RunResult run = MadeUpSuite{.spread = 0.3}.run();
    const RunFigures figures = analyse(run);
    ASSERT_TRUE(figures.quality && figures.quality->grade == Grade::Disturbed);
    EXPECT_FALSE(advise(figures).empty());
}

TEST(Advice, NamesTheFastestAndWhatToAvoid) {
    EXPECT_EQ(choiceOf(MadeUpSuite().run(), 16, Pattern::Linear), "any; 1.0 1.0 1.0 1.0 1.0");
    EXPECT_THAT(avoidedIn(MadeUpSuite().run()), ElementsAre());
    MadeUpSuite matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float4>.Load") + pattern] = 0.5;
    matrix.times["cbuffer{float4} load linear"] = 20;
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Linear), "structured; 1.0 2.0 2.0 2.0 40");
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "any; 1.0 1.0 1.0 1.0");
    const std::vector<std::string> avoided = avoidedIn(matrix.run());
    ASSERT_EQ(avoided.size(), 4u); // of each kind one
    EXPECT_THAT(avoided[0], HasSubstr("load: 2.0 to 40x as long ["));
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
    MadeUpSuite matrix{.times = {{"cbuffer{float4} load uniform", 0.5}}, .control = 0.95};
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Uniform), "constant; 2.0? 2.0? 2.0? 2.0? 1.0");
    matrix = {.times = {{"StructuredBuffer<float2>.Load linear", 0.09}}};
    EXPECT_EQ(choiceOf(matrix.run(), 8, Pattern::Linear), "structured; 1.0 ≥11 ≥11 ≥11");
}

// A conversion can only have made a raw row slower: what is faster all the same is at least as fast.
TEST(Advice, TakesOfFootnotesWhatTheyCannotHaveCaused) {
    const auto printedRun = [](const char* gpu) { return findReference(gpu).value()->run; };
    EXPECT_EQ(choiceOf(printedRun("R9 390X"), 4, Pattern::Uniform), "raw, typed; ≥1.2 1.0 ≥1.0 ≥4.2");
    for (const char* gpu : {"R9 390X", "Vega Frontier Edition", "Radeon VII"})
        EXPECT_THAT(choiceOf(printedRun(gpu), 4, Pattern::Uniform), HasSubstr("raw")) << gpu;
    EXPECT_THAT(choiceOf(printedRun("R9 390X"), 16, Pattern::Linear), HasSubstr(" ~ "));
    for (const std::string& line : avoidedIn(printedRun("R9 390X")))
        EXPECT_THAT(line, Not(HasSubstr("ByteAddressBuffer")));
    EXPECT_EQ(foundOn(printedRun("R9 390X"), "wide-raw"), "");
}

// At one GHz one unit delivers as many bytes a clock as a nanosecond.
std::string mostBytesAt(double bytesPerClock, const std::string& row,
                        const std::vector<Conditions>& conditions = {{.clock = 1000}}) {
    RunResult run = MadeUpSuite{.times = {{row, 16 / bytesPerClock}}, .control = 0.01}.run();
    run.device.vendorId = 0x10de;
    run.device.name = "NVIDIA H100";
    run.device.computeUnits = 1;
    run.conditions = conditions;
    const RunFigures figures = analyse(run);
    for (const TopicFinding& finding : advise(figures).findings)
        if (finding.topic == "bytes") return finding.text;
    return {};
}

TEST(Advice, CountsBytesAClockOfWhatTheCacheCanDeliver) {
    EXPECT_THAT(mostBytesAt(126, "ByteAddressBuffer.Load4 linear"), HasSubstr("126 of 128 bytes"));
    // Lanes at random read the same bytes many times over.
    EXPECT_THAT(mostBytesAt(126, "ByteAddressBuffer.Load4 random"), HasSubstr("126 bytes"));
    // By the clock of the limit: a heavy row's.
    EXPECT_THAT(
        mostBytesAt(126, "ByteAddressBuffer.Load4 linear", {{.clock = 1200}, {.row = "raw", .clock = 1000}}),
        HasSubstr("126 of 128 bytes"));
}

TEST(Advice, TellsWhyThereIsNone) {
    RunResult run = MadeUpSuite().run();
    run.rows.resize(1);
    const RunFigures part = analyse(run);
    EXPECT_THAT(advise(part).notes, ElementsAre(HasSubstr("omit --filter")));
    run.settings.suite = "cache";
    const RunFigures other = analyse(run);
    EXPECT_THAT(advise(other).notes, ElementsAre(HasSubstr("'cache'")));
    EXPECT_THAT(advise(other).silent, testing::Contains("raw-typed"));
}

std::vector<TopicClaim> claimsOf(const Advice& advice) {
    std::vector<TopicClaim> claims;
    for (const std::vector<TopicFinding>& findings : {advice.avoid, advice.findings})
        for (const TopicFinding& finding : findings)
            for (const TopicClaim& claim : finding.claims)
                if (claim.outcome != Outcome::Unclear && claim.subject != claim.reference)
                    claims.push_back(claim);
    return claims;
}

TimesClaim timesOf(const TopicClaim& claim) {
    if (claim.outcome == Outcome::Same)
        return {claim.subject, claim.reference, 1.0 * claim.count, true, true, kSameKernel};
    return {claim.subject, claim.reference, claim.times.median, hasLeast(claim.sense), hasMost(claim.sense)};
}

// The factors are computed once more from the rows that are named.
TEST(AdviceOfEveryDevice, RestsOnItsRowsAndContradictsNothing) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const Advice advice = advise(figures);
        EXPECT_FALSE(advice.choices.empty()) << device.name;
        std::vector<TimesClaim> all;
        for (const TopicClaim& claim : claimsOf(advice)) {
            const auto ratio = [&](const std::string& name) {
                return figures.find(name)->under(0)->best().median;
            };
            const double times = ratio(claim.reference) / ratio(claim.subject);
            const double per = times / claim.count;
            EXPECT_NEAR(claim.times.median / times, 1, 1e-9) << device.name << ": " << claim.subject;
            EXPECT_TRUE(claim.outcome != Outcome::Faster || per <= 1 / kSameKernel) << claim.subject;
            EXPECT_TRUE(claim.outcome != Outcome::Slower || per >= kSameKernel) << claim.subject;
            EXPECT_NE(claim.sense, Sense::Unknown) << device.name << ": " << claim.subject;
            if (claim.count == 1 || claim.outcome != Outcome::Same) all.push_back(timesOf(claim));
        }
        EXPECT_EQ(contradiction(all), "") << device.name;
    }
}

TEST(AdviceOfEveryDevice, AvoidsNothingThatIsTheFastest) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const Advice advice = advise(figures);
        for (const TopicFinding& finding : advice.avoid)
            for (const TopicClaim& claim : finding.claims)
                for (const LoadChoice& choice : advice.choices)
                    for (const Alternative& each : choice.all)
                        EXPECT_FALSE(each.isFastest && each.cost.subject.name() == claim.subject)
                            << device.name << ": " << claim.subject;
    }
}

struct MadeUpFigures {
    StrategyFigures figures;
    RowResult result;
    Row row() const { return {&result, &figures}; }
};

MadeUpFigures printed(double ratio, FootnoteEffect effect = FootnoteEffect::Unknown, bool footnote = false,
                      LoadKind kind = LoadKind::Raw) {
    MadeUpFigures made;
    made.figures.ratio = {.median = ratio};
    made.figures.incomparable = footnote || effect != FootnoteEffect::Unknown;
    made.figures.footnoteEffect = effect;
    made.result.load = LoadFacts{.kind = kind};
    return made;
}

// The footnote that makes rows slower leaves "at least as fast", that which makes them faster "at least so slow".
TEST(Cost, TakesOfAFootnoteWhatItCannotHaveCaused) {
    const MadeUpFigures plain = printed(1, FootnoteEffect::Unknown, false, LoadKind::Typed),
                        slowed = printed(1.07, FootnoteEffect::Slower),
                        muchFaster = printed(2, FootnoteEffect::Slower),
                        hastened = printed(0.5, FootnoteEffect::Faster),
                        either = printed(2, FootnoteEffect::Unknown, true),
                        slower = printed(0.5, FootnoteEffect::Slower),
                        other = printed(0.5, FootnoteEffect::Slower, false, LoadKind::Structured);
    const auto outcome = [&](const MadeUpFigures& made) {
        return outcomeOf(costOf(made.row(), plain.row()), kOtherKernel);
    };
    EXPECT_EQ(outcome(slowed), Outcome::NoSlower);
    EXPECT_EQ(outcome(muchFaster), Outcome::Faster);
    EXPECT_EQ(outcome(slower), Outcome::Unclear);
    EXPECT_EQ(outcome(hastened), Outcome::Slower);
    EXPECT_EQ(outcome(either), Outcome::Unclear);
    EXPECT_EQ(costOf(hastened.row(), plain.row()).sense, Sense::AtLeast);
    // The same conversions in both rows can only hide a difference.
    EXPECT_EQ(costOf(slower.row(), muchFaster.row()).sense, Sense::AtLeast);
    EXPECT_EQ(costOf(other.row(), muchFaster.row()).sense, Sense::Unknown);
    // Printed figures are taken as they stand.
    EXPECT_EQ(outcomeOf(costOf(printed(1.2).row(), plain.row()), kSameKernel), Outcome::Faster);
}

} // namespace
} // namespace vkperftest::advice_test
