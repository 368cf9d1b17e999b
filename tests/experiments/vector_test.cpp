#include "experiments/vector.h"

#include <map>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/judging.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

constexpr int kOffsets[] = {0, 4, 8, 12, 16, 20, 28, 32};

std::string operationOf(const std::string& vector) {
    return "ByteAddressBuffer.Load<" + vector + ">";
}

// Nanoseconds a load of one vector's rows.
struct Times {
    double aligned = 4;
    std::map<int, double> at = {}; // offsets that take another time
    double floor = 1;
    double spread = 0.001;
};

void addVector(RunResult& run, const std::string& vector, const Times& times) {
    for (const int offset : kOffsets) {
        const auto other = times.at.find(offset);
        addMadeUpRow(run, operationOf(vector), "linear",
                     offset == 0 ? "" : ", offset " + std::to_string(offset),
                     other == times.at.end() ? times.aligned : other->second, times.spread);
    }
    addMadeUpRow(run, operationOf(vector), "linear", ", floor", times.floor, times.spread);
}

RunResult runOf(const std::map<std::string, Times>& vectors) {
    RunResult run;
    for (const auto& [vector, times] : vectors) addVector(run, vector, times);
    return run;
}

std::vector<Finding> judged(const RunResult& run) {
    const Result<std::vector<Finding>> findings = vectorFindings(analyse(run));
    EXPECT_TRUE(findings.ok()) << findings.error().sentence();
    return findings.value();
}

const Times kFree;
const Times kAnyOffsetCosts{.at = {{4, 8}, {8, 8}, {12, 8}, {16, 8}, {20, 8}, {28, 8}}}; // but 32
const Times kOddWordsCost{.at = {{4, 6}, {12, 6.4}, {20, 6}, {28, 6}}};

struct Expectation {
    const char* what;
    Times times; // of float5
    std::string_view width;
    const char* sentence; // a part of it
    std::string_view claim;
    const char* claimSentence; // a part of it
};

TEST(Vector, Verdicts) {
    const Expectation kExpectations[] = {
        {"a tie",
         {},
         kCostsNothing,
         "no offset costs anything (worst 1.00x at 4)",
         kDoesNotHold,
         "does not hold: none of 6 misaligned loads costs anything (worst 1.00x, float5 at 4)"},
        {"every offset but the aligned one", kAnyOffsetCosts, kCosts,
         "costs 2.00x at 4, 2.00x at 8, 2.00x at 12, 2.00x at 16, 2.00x at 20, 2.00x at 28; nothing at 32",
         kHolds, "holds: all 6 misaligned loads cost (worst 2.00x, float5 at 4)"},
        {"odd words", kOddWordsCost, kCosts,
         "costs 1.50x at 4, 1.60x at 12, 1.50x at 20, 1.50x at 28; nothing at 8, 16, 32", kHoldsInPart,
         "4 of 6 misaligned loads cost (worst 1.60x, float5 at 12); at multiples of 8 bytes none does"},
        {"all but multiples of 16",
         {.at = {{4, 6}, {8, 6}, {12, 6}, {20, 6}, {28, 6}}},
         kCosts,
         "nothing at 16, 32",
         kHoldsInPart,
         "at multiples of 16 bytes none does"},
        {"a cost at an aligned offset",
         {.at = {{32, 6}}},
         kCosts,
         "costs 1.50x at 32",
         kDoesNotHold,
         "none of 6"},
        {"just a cost", {.at = {{4, 4.48}}}, kCosts, "1.12x at 4", kHoldsInPart, "1 of 6"},
        {"not quite a cost", {.at = {{4, 4.32}}}, kCostsNothing, "worst 1.08x at 4", kDoesNotHold, ""},
        {"faster", {.at = {{4, 2}}}, kCostsNothing, "worst 1.00x at 8", kDoesNotHold, ""},
        {"bound by adds",
         {.aligned = 1.1},
         kCannotSay,
         "cannot say, because at 4, 8, 12, 16, 20, 28, 32 'ByteAddressBuffer.Load<float5> linear' is bound "
         "by adds: its loads hardly show, with them the loop takes 1.10 times as long",
         kCannotSay,
         "cannot say, because none of 6 misaligned loads of them could be judged: float5 at 4 "
         "'ByteAddressBuffer.Load<float5> linear' is bound by adds"},
        {"the aligned row alone is bound by adds",
         {.aligned = 1.1, .at = {{4, 3}, {12, 3}}},
         kCannotSay,
         "hardly show",
         kCannotSay,
         "none of 6 misaligned loads of them could be judged"},
        {"one offset is bound by adds, since it is faster",
         {.aligned = 1.4, .at = {{8, 1.1}}},
         kCannotSay,
         "at 8 'ByteAddressBuffer.Load<float5> linear, offset 8' is bound by adds",
         kCannotSay,
         "cannot say, because 1 of 6 misaligned loads of them could not be judged; of the other 5 none costs "
         "anything (worst 1.00x, float5 at 4)"},
        {"the others cost",
         {.aligned = 1.4, .at = {{4, 3}, {8, 1.1}, {12, 3}, {16, 3}, {20, 3}, {28, 3}}},
         kCosts,
         "; cannot say at 8 'ByteAddressBuffer.Load<float5> linear, offset 8' is bound by adds",
         kCannotSay,
         "1 of 6 misaligned loads of them could not be judged; of the other 5 all cost (worst 2.14x"},
        {"what is unclear lies where an alignment would be enough",
         {.aligned = 1.4, .at = {{4, 3}, {8, 1.1}, {12, 3}, {20, 3}, {28, 3}}},
         kCosts,
         "nothing at 16, 32",
         kHoldsInPart,
         "4 of 5 misaligned loads cost (worst 2.14x, float5 at 4); at multiples of 16 bytes none does; 1 "
         "more "
         "could not be judged"},
        {"no alignment is sure to be enough",
         {.aligned = 1.4, .at = {{4, 3}, {16, 1.1}, {12, 3}, {20, 3}, {28, 3}}},
         kCosts,
         "nothing at 8, 32",
         kHoldsInPart,
         "; whether a smaller alignment is enough could not be judged; 1 more could not be judged"},
    };
    for (const auto& [what, times, width, sentence, claim, claimSentence] : kExpectations) {
        SCOPED_TRACE(what);
        const std::vector<Finding> findings = judged(runOf({{"float5", times}}));
        ASSERT_THAT(findings, SizeIs(2));
        EXPECT_EQ(findings[0].subject, "ByteAddressBuffer.Load<float5>");
        EXPECT_EQ(findings[0].verdict, width);
        EXPECT_THAT(findings[0].sentence, HasSubstr(sentence));
        EXPECT_EQ(findings[1].subject, "vectors of 5 or more");
        EXPECT_EQ(findings[1].verdict, claim);
        EXPECT_THAT(findings[1].sentence, HasSubstr(claimSentence));
    }
}

TEST(Vector, NoiseAcrossTheBoundCannotBeJudged) {
    const std::string scatters =
        "at 4 its samples scatter too much: 'ByteAddressBuffer.Load<float5> linear, offset 4' takes ";
    const std::vector<Finding> one = judged(runOf({{"float5", {.at = {{4, 4.4}}, .spread = 0.05}}}));
    EXPECT_EQ(one[0].verdict, kCannotSay);
    EXPECT_THAT(one[0].sentence, StartsWith("cannot say, because " + scatters));
    EXPECT_THAT(one[0].sentence,
                EndsWith(" times as long as 'ByteAddressBuffer.Load<float5> linear', and the "
                         "bound is 1.10"));
    EXPECT_EQ(one[1].verdict, kCannotSay);
    EXPECT_THAT(one[1].sentence, HasSubstr("1 of 6 misaligned loads of them could not be judged"));

    const std::vector<Finding> beside =
        judged(runOf({{"float5", {.at = {{4, 4.4}, {8, 8}}, .spread = 0.05}}}));
    EXPECT_EQ(beside[0].verdict, kCosts);
    EXPECT_THAT(beside[0].sentence, StartsWith("costs 2.00x at 8; nothing at "));
    EXPECT_THAT(beside[0].sentence, HasSubstr("; cannot say " + scatters));

    const std::vector<Finding> bound = judged(runOf({{"float5", {.aligned = 1.25, .spread = 0.05}}}));
    EXPECT_THAT(bound[0].sentence, HasSubstr("scatter"));
    EXPECT_EQ(bound[1].verdict, kCannotSay);
}

// Each of the two has a reason of its own.
TEST(Vector, AReasonIsThatOfItsOffset) {
    RunResult run = runOf({{"float5", {.at = {{8, 4.4}}, .spread = 0.05}}});
    madeUpRow(run, operationOf("float5") + " linear, offset 20").strategies[0] = {
        .strategy = "set", .status = Status::Failed, .reason = "wrong values"};
    EXPECT_THAT(judged(run)[0].sentence, HasSubstr("because at 8 its samples scatter too much: 'Byte"));
    EXPECT_THAT(judged(run)[0].sentence, EndsWith(" (at 20 for other reasons)"));
}

TEST(Vector, WithoutWideVectorsThereIsNoClaim) {
    EXPECT_EQ(judged(runOf({{"float4", kFree}})).back().sentence, "cannot say, because the run holds none");
}

TEST(Vector, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    RunResult run = runOf({{"float5", kFree}});
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows)
        row.strategies.insert(row.strategies.begin(),
                              {.strategy = "push", .status = Status::Unsupported, .reason = "no push"});
    EXPECT_EQ(judged(run)[0].sentence, "no offset costs anything (worst 1.00x at 4) (under set)");
}

TEST(Vector, FastestSamplesThatTellAnotherStoryForbidAVerdict) {
    RunResult run = runOf({{"float5", {.at = {{4, 8}}}}});
    EXPECT_EQ(judged(run)[0].verdict, kCosts);
    makeTwoFast(madeUpRow(run, operationOf("float5") + " linear, offset 4").strategies[0], 4);
    EXPECT_EQ(
        judged(run)[0].sentence,
        "cannot say, because at 4 the fastest samples disagree: 'ByteAddressBuffer.Load<float5> linear, "
        "offset 4' takes 2.00 times as long as 'ByteAddressBuffer.Load<float5> linear', but 1.05 times "
        "by them");
}

TEST(Vector, NoiseFarFromTheBoundDoesNotMatter) {
    EXPECT_EQ(judged(runOf({{"float5", {.spread = 0.03}}}))[1].verdict, kDoesNotHold);
    Times costly = kAnyOffsetCosts;
    costly.spread = 0.03;
    EXPECT_EQ(judged(runOf({{"float5", costly}}))[1].verdict, kHolds);
}

TEST(Vector, TooFewSamplesCannotBeJudged) {
    RunResult run = runOf({{"float5", kAnyOffsetCosts}});
    for (RowResult& row : run.rows) {
        row.baselineNanoseconds.resize(5);
        row.strategies[0].nanoseconds.resize(5);
    }
    EXPECT_THAT(judged(run)[0].sentence, HasSubstr("too few samples were taken of 'ByteAddressBuffer"));
}

// Natural alignments: float4 16 bytes, half16 32, float9 64, half2 4.
TEST(Vector, TheClaimIsAboutOffsetsOffTheNaturalAlignmentOfWideVectors) {
    EXPECT_THAT(judged(runOf({{"float5", kFree}, {"float4", kAnyOffsetCosts}, {"half2", kAnyOffsetCosts}}))
                    .back()
                    .sentence,
                HasSubstr("none of 6 misaligned"));
    EXPECT_THAT(judged(runOf({{"half16", kFree}})).back().sentence, HasSubstr("none of 6 misaligned"));
    EXPECT_THAT(judged(runOf({{"half6", kFree}})).back().sentence, HasSubstr("none of 5 misaligned"));
    EXPECT_THAT(judged(runOf({{"float9", kFree}})).back().sentence, HasSubstr("none of 7 misaligned"));
    EXPECT_EQ(judged(runOf({{"float4", kAnyOffsetCosts}})).back().verdict, kCannotSay);
}

TEST(Vector, WhereNothingSmallerIsEnoughItSaysSo) {
    EXPECT_THAT(judged(runOf({{"float5", kFree}, {"float9", {.at = {{32, 8}}}}})).back().sentence,
                HasSubstr("1 of 13 misaligned loads cost (worst 2.00x, float9 at 32); no smaller alignment"));
}

TEST(Vector, RowsWithoutATimeAreNamed) {
    for (const char* name : {" linear", " linear, floor"}) {
        RunResult run = runOf({{"float5", kFree}});
        madeUpRow(run, operationOf("float5") + name).strategies[0] = {
            .strategy = "set", .status = Status::Failed, .reason = "wrong values"};
        EXPECT_EQ(judged(run)[0].verdict, kCannotSay);
        EXPECT_THAT(judged(run)[0].sentence, EndsWith("'ByteAddressBuffer.Load<float5>" + std::string(name) +
                                                      "' is failed (wrong values)"));
    }
    RunResult run = runOf({{"float5", kFree}});
    madeUpRow(run, operationOf("float5") + " linear, offset 8").strategies[0] = {
        .strategy = "set", .status = Status::NotMeasured, .reason = "no time was left for it"};
    EXPECT_THAT(judged(run)[0].sentence, StartsWith("cannot say, because at 8 '"));
    EXPECT_THAT(judged(run)[1].sentence, HasSubstr("1 of 6 misaligned loads of them could not be judged"));
}

TEST(Vector, MissingRowsAreAnErrorThatNamesThem) {
    RunResult run = runOf({{"float5", kFree}, {"half2", kFree}});
    std::erase_if(run.rows, [](const RowResult& row) {
        return row.name.ends_with("<float5> linear, floor") ||
               row.name.ends_with("<half2> linear, offset 12");
    });
    const Result<std::vector<Finding>> findings = vectorFindings(analyse(run));
    ASSERT_FALSE(findings.ok());
    EXPECT_EQ(findings.error().kind, ErrorKind::Usage);
    EXPECT_EQ(findings.error().cause, "the run lacks rows: 'ByteAddressBuffer.Load<float5> linear, floor', "
                                      "'ByteAddressBuffer.Load<half2> linear, offset 12'");
    EXPECT_THAT(findings.error().remedy, HasSubstr("vkperftest run --suite vector"));
}

TEST(Vector, RunsOfOtherSuitesAreAnError) {
    RunResult run;
    addMadeUpRow(run, "ByteAddressBuffer.Load4", "linear", "", 4, 0);
    const Result<std::vector<Finding>> findings = vectorFindings(analyse(run));
    ASSERT_FALSE(findings.ok());
    EXPECT_EQ(findings.error().kind, ErrorKind::Usage);
    EXPECT_THAT(findings.error().cause, HasSubstr("no row of the experiment 'vector'"));
}

// The suite has the rows that the verdicts look for, by these names.
TEST(Vector, JudgesEveryVectorOfTheSuite) {
    RunResult run;
    for (const Case& row : vectorRows()) {
        run.rows.push_back({.name = caseName(row),
                            .operation = row.operation.name,
                            .pattern = std::string(patternName(row.pattern)),
                            .strategies = {{.strategy = "set", .reason = "no time"}}});
    }
    const std::vector<Finding> findings = judged(run);
    EXPECT_THAT(findings, SizeIs(15 + 8 + 1));
    EXPECT_EQ(findings.front().subject, "ByteAddressBuffer.Load<float2>");
    EXPECT_EQ(findings[22].subject, "ByteAddressBuffer.Load<half16>");
    for (const Finding& finding : findings) EXPECT_EQ(finding.verdict, kCannotSay) << finding.subject;
}

} // namespace
} // namespace vkperftest
