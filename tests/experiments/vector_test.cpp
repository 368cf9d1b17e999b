#include "experiments/vector.h"

#include <map>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/judging.h"
#include "golden.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace vector_test {

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
    const Result<Answer> answer = answerVector(analysed(run));
    EXPECT_TRUE(answer.ok()) << answer.error().sentence();
    return answer.value().findings;
}

const Times kFree;
const Times kAnyOffsetCosts{.at = {{4, 8}, {8, 8}, {12, 8}, {16, 8}, {20, 8}, {28, 8}}}; // but 32
const Times kOddWordsCost{.at = {{4, 6}, {12, 6.4}, {20, 6}, {28, 6}}};

struct Expectation {
    const char* what;
    Times times; // of float5
    Found width;
    const char* sentence; // a part of it
    Found claim;
    const char* claimSentence; // a part of it
};

TEST(Vector, Verdicts) {
    const Expectation kExpectations[] = {
        {"a tie",
         {},
         Found::CostsNothing,
         "not slower at any offset: 1.00x the time at worst",
         Found::DoesNotHold,
         "claim not confirmed: none of 6 misaligned loads of such vectors is slower (the slowest takes 1.00x "
         "the time: float5 at offset 4)"},
        {"every offset but the aligned one", kAnyOffsetCosts, Found::Costs,
         "slower at offset 4, 8, 12, 16, 20, 28: up to 2.00x the time; not at 32", Found::Holds,
         "claim confirmed: all 6 misaligned loads of such vectors are slower (up to 2.00x the time: float5 "
         "at offset 4)"},
        {"odd words", kOddWordsCost, Found::Costs,
         "slower at offset 4, 12, 20, 28: up to 1.60x the time; not at 8, 16, 32", Found::HoldsInPart,
         "claim confirmed in part: 4 of 6 misaligned loads of such vectors are slower (up to 1.60x the time: "
         "float5 at offset 12), but none "
         "at "
         "multiples of 8 bytes"},
        {"all but multiples of 16",
         {.at = {{4, 6}, {8, 6}, {12, 6}, {20, 6}, {28, 6}}},
         Found::Costs,
         "not at 16, 32",
         Found::HoldsInPart,
         "but none at multiples of 16 bytes"},
        {"a cost at an aligned offset",
         {.at = {{32, 6}}},
         Found::Costs,
         "slower at offset 32: up to 1.50x the time",
         Found::DoesNotHold,
         "none of 6"},
        {"just a cost",
         {.at = {{4, 4.48}}},
         Found::Costs,
         "slower at offset 4: up to 1.12x the time",
         Found::HoldsInPart,
         "1 of 6"},
        {"not quite a cost",
         {.at = {{4, 4.32}}},
         Found::CostsNothing,
         "not slower at any offset: 1.08x",
         Found::DoesNotHold,
         ""},
        {"faster",
         {.at = {{4, 2}}},
         Found::CostsNothing,
         "not slower at any offset: 1.00x",
         Found::DoesNotHold,
         ""},
        {"bound by adds",
         {.aligned = 1.1},
         Found::CannotSay,
         "no verdict: additions, not loads, limit one of the compared rows: "
         "'ByteAddressBuffer.Load<float5> linear' takes only 1.10x the time of its floor, the same loop "
         "without loads (at "
         "4, 8, 12, 16, 20, 28, 32)",
         Found::CannotSay,
         "no verdict: none of 6 misaligned loads of such vectors could be judged: additions, not loads, "
         "limit one of the compared rows"},
        {"the aligned row alone is bound by adds",
         {.aligned = 1.1, .at = {{4, 3}, {12, 3}}},
         Found::Costs,
         "slower at offset 4, 12: up to 2.73x the time; no verdict: additions, not loads, limit one of the "
         "compared rows",
         Found::CannotSay,
         "4 of 6 misaligned loads of such vectors could not be judged"},
        {"one offset is bound by adds, since it is much faster",
         {.aligned = 1.4, .at = {{8, 1.1}}},
         Found::CostsNothing,
         "not slower at any offset",
         Found::DoesNotHold,
         "none of 6"},
        {"one offset is bound by adds",
         {.aligned = 1.3, .at = {{8, 1.2}}},
         Found::CannotSay,
         "'ByteAddressBuffer.Load<float5> linear, offset 8' takes only 1.20x the time of its floor",
         Found::CannotSay,
         "no verdict: 1 of 6 misaligned loads of such vectors could not be judged; of the other 5, none is "
         "slower (the slowest takes 1.00x the time: float5 at offset 4)"},
        {"the others cost",
         {.aligned = 1.3, .at = {{4, 3}, {8, 1.2}, {12, 3}, {16, 3}, {20, 3}, {28, 3}}},
         Found::Costs,
         "; no verdict: additions, not loads, limit one of the compared rows",
         Found::CannotSay,
         "1 of 6 misaligned loads of such vectors could not be judged; of the other 5, all are slower (the "
         "slowest takes 2.31x"},
        {"what is unclear lies where an alignment would be enough",
         {.aligned = 1.3, .at = {{4, 3}, {8, 1.2}, {12, 3}, {20, 3}, {28, 3}}},
         Found::Costs,
         "not at 16, 32",
         Found::HoldsInPart,
         "4 of 5 misaligned loads of such vectors are slower (up to 2.31x the time: float5 at offset 4), but "
         "none at "
         "multiples of 16 bytes; no verdict on 1 load"},
        {"no alignment is sure to be enough",
         {.aligned = 1.3, .at = {{4, 3}, {16, 1.2}, {12, 3}, {20, 3}, {28, 3}}},
         Found::Costs,
         "not at 8, 32",
         Found::HoldsInPart,
         ", and it is unclear whether a smaller alignment is enough; no verdict on 1 load"},
    };
    for (const auto& [what, times, width, sentence, claim, claimSentence] : kExpectations) {
        SCOPED_TRACE(what);
        const std::vector<Finding> findings = judged(runOf({{"float5", times}}));
        ASSERT_THAT(findings, SizeIs(2));
        EXPECT_EQ(findings[0].subject, "float5");
        EXPECT_EQ(findings[0].verdict, width);
        EXPECT_THAT(findings[0].sentence, HasSubstr(sentence));
        EXPECT_EQ(findings[1].subject, "vectors of 5 or more");
        EXPECT_EQ(findings[1].verdict, claim);
        EXPECT_THAT(findings[1].sentence, HasSubstr(claimSentence));
    }
}

TEST(Vector, NoiseAcrossTheBoundCannotBeJudged) {
    const std::string scatters =
        "the samples scatter too much: 'ByteAddressBuffer.Load<float5> linear, offset 4' takes ";
    const std::vector<Finding> one = judged(runOf({{"float5", {.at = {{4, 4.4}}, .spread = 0.05}}}));
    EXPECT_EQ(one[0].verdict, Found::CannotSay);
    EXPECT_THAT(one[0].sentence, StartsWith("no verdict: " + scatters));
    EXPECT_THAT(
        one[0].sentence,
        EndsWith("x the time of 'ByteAddressBuffer.Load<float5> linear', and the threshold is 1.10x (at 4)"));
    EXPECT_EQ(one[1].verdict, Found::CannotSay);
    EXPECT_THAT(one[1].sentence, HasSubstr("1 of 6 misaligned loads of such vectors could not be judged"));

    const std::vector<Finding> beside =
        judged(runOf({{"float5", {.at = {{4, 4.4}, {8, 8}}, .spread = 0.05}}}));
    EXPECT_EQ(beside[0].verdict, Found::Costs);
    EXPECT_THAT(beside[0].sentence, StartsWith("slower at offset 8: up to 2.00x the time; not at "));
    EXPECT_THAT(beside[0].sentence, HasSubstr("; no verdict: " + scatters));
}

// Each of the two has a reason of its own.
TEST(Vector, AReasonIsThatOfItsOffset) {
    RunResult run = runOf({{"float5", {.at = {{8, 4.4}}, .spread = 0.05}}});
    madeUpRow(run, operationOf("float5") + " linear, offset 20").strategies[0] = {
        .strategy = "set",
        .status = Status::WrongValues,
        .reason = {ReasonKind::WrongValues, "wrong values"}};
    EXPECT_THAT(judged(run)[0].sentence, HasSubstr("no verdict: the samples scatter too much: 'Byte"));
    EXPECT_THAT(judged(run)[0].sentence, EndsWith(" (at 8; at 20 for other reasons)"));
}

TEST(Vector, WithoutWideVectorsThereIsNoClaim) {
    EXPECT_EQ(judged(runOf({{"float4", kFree}})).back().sentence,
              "no verdict: the run has no misaligned rows");
}

TEST(Vector, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    RunResult run = runOf({{"float5", kFree}});
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows)
        row.strategies.insert(row.strategies.begin(), {.strategy = "push",
                                                       .status = Status::Unsupported,
                                                       .reason = {ReasonKind::DeviceLacks, "no push"}});
    expectGolden(judged(run)[0].sentence);
}

TEST(Vector, FastestSamplesThatTellAnotherStoryForbidAVerdict) {
    RunResult run = runOf({{"float5", {.at = {{4, 8}}}}});
    EXPECT_EQ(judged(run)[0].verdict, Found::Costs);
    makeTwoFast(madeUpRow(run, operationOf("float5") + " linear, offset 4").strategies[0], 4);
    expectGolden(judged(run)[0].sentence);
}

TEST(Vector, NoiseFarFromTheBoundDoesNotMatter) {
    EXPECT_EQ(judged(runOf({{"float5", {.spread = 0.03}}}))[1].verdict, Found::DoesNotHold);
    Times costly = kAnyOffsetCosts;
    costly.spread = 0.03;
    EXPECT_EQ(judged(runOf({{"float5", costly}}))[1].verdict, Found::Holds);
}

TEST(Vector, TooFewSamplesCannotBeJudged) {
    RunResult run = runOf({{"float5", kAnyOffsetCosts}});
    for (RowResult& row : run.rows) {
        row.baselineNanoseconds.resize(5);
        row.strategies[0].nanoseconds.resize(5);
    }
    EXPECT_THAT(judged(run)[0].sentence, HasSubstr("too few samples: of 'ByteAddressBuffer"));
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
    EXPECT_EQ(judged(runOf({{"float4", kAnyOffsetCosts}})).back().verdict, Found::CannotSay);
}

TEST(Vector, WhereNothingSmallerIsEnoughItSaysSo) {
    EXPECT_THAT(judged(runOf({{"float5", kFree}, {"float9", {.at = {{32, 8}}}}})).back().sentence,
                HasSubstr("1 of 13 misaligned loads of such vectors are slower (up to 2.00x the time: float9 "
                          "at offset 32), "
                          "and no smaller alignment"));
}

TEST(Vector, RowsWithoutATimeAreNamed) {
    for (const char* name : {" linear", " linear, floor"}) {
        RunResult run = runOf({{"float5", kFree}});
        madeUpRow(run, operationOf("float5") + name).strategies[0] = {
            .strategy = "set",
            .status = Status::WrongValues,
            .reason = {ReasonKind::WrongValues, "wrong values"}};
        EXPECT_EQ(judged(run)[0].verdict, Found::CannotSay);
        EXPECT_THAT(judged(run)[0].sentence, HasSubstr("'ByteAddressBuffer.Load<float5>" + std::string(name) +
                                                       "', failed (wrong values)"));
    }
    RunResult run = runOf({{"float5", kFree}});
    madeUpRow(run, operationOf("float5") + " linear, offset 8").strategies[0] = {
        .strategy = "set",
        .status = Status::NotMeasured,
        .reason = {ReasonKind::OtherSentence, "no time was left for it"}};
    EXPECT_THAT(judged(run)[0].sentence, EndsWith(" (at 8)"));
    EXPECT_THAT(judged(run)[1].sentence,
                HasSubstr("1 of 6 misaligned loads of such vectors could not be judged"));
}

// As --filter leaves them out.
TEST(Vector, WhatIsMissingIsNamedAndTheRestIsJudged) {
    const auto without = [](const std::string& suffix) {
        RunResult run = runOf({{"float5", kOddWordsCost}});
        std::erase_if(run.rows,
                      [&](const RowResult& row) { return row.name == operationOf("float5") + suffix; });
        return judged(run);
    };
    const std::string aligned = operationOf("float5") + " linear";
    EXPECT_THAT(without(" linear")[0].sentence, HasSubstr("a needed row is missing: '" + aligned + "'"));
    EXPECT_THAT(without(" linear, floor")[0].sentence, HasSubstr("missing: the floor of '" + aligned));
    EXPECT_THAT(without(" linear, offset 4")[0].sentence, StartsWith("slower at offset 12, 20, 28: "));
    RunResult run = runOf({{"float5", kFree}});
    std::erase_if(run.rows, [](const RowResult& row) { return row.name.ends_with("2"); });
    expectGolden(judged(run)[0].sentence);
}

PlacedVector placedAt(unsigned offset, double cost) {
    return {{.time = cost, .slower = cost >= kOffsetCosts}, "float5", 5, 32, offset};
}

VectorForm formOf(const char* vector, unsigned bytes, bool promised, double time) {
    const double bound = promised ? kPromiseGains : kOffsetCosts;
    return {{.time = time, .slower = time >= bound, .faster = time < 1 / bound}, vector, bytes, promised};
}

TEST(Vector, Conclusions) {
    PlacedVector noisy = placedAt(8, 1);
    noisy.slower.reset();
    noisy.trouble = Trouble{&kStrategiesScatter, "x"};
    VectorForm unclear = formOf("float4", 16, true, 1);
    unclear.faster.reset();
    const Placed free = {placedAt(4, 1.01), placedAt(32, 1.5), noisy};
    const std::pair<Placed, std::vector<VectorForm>> kConclusions[] = {
        {free, {}},
        {free, {formOf("float4", 16, true, 1)}},
        {free, {unclear}},
        // As on an H100, which loads word by word what promises 4 bytes.
        {free,
         {formOf("float4", 20, false, 0.3), formOf("float3", 12, false, 1),
          formOf("float4", 16, true, 0.25)}},
        {free,
         {formOf("float4", 20, false, 1.4), formOf("float3", 12, false, 1), formOf("float4", 16, true, 1)}},
        {{placedAt(4, 1.5), placedAt(8, 1), placedAt(20, 1.62)}, {formOf("float4", 16, true, 0.5)}},
        {{placedAt(4, 1.5), placedAt(8, 1), placedAt(20, 1.62)}, {}},
        {{placedAt(4, 1.5), placedAt(8, 2)}, {}},
        {{noisy, noisy}, {formOf("float4", 16, true, 0.5)}},
        {{noisy, noisy}, {}},
    };
    for (const auto& [vectors, forms] : kConclusions) expectGolden(concludeVectors(vectors, forms));
}

// Neither row is needed to judge offsets.
TEST(Vector, OtherFormsAreJudgedAgainstTheNaturalOne) {
    const auto with = [](double apart, double promised) {
        RunResult run = runOf({{"float4", kFree}});
        addMadeUpRow(run, operationOf("float4") + " 20 bytes apart", "linear", "", apart, 0.001);
        madeUpRow(run, operationOf("float4") + " 20 bytes apart linear").floor =
            operationOf("float4") + " linear, floor";
        addMadeUpRow(run, "StructuredBuffer<16 bytes of float4>.Load", "linear", "", promised, 0.001);
        addMadeUpRow(run, "StructuredBuffer<16 bytes of float4>.Load", "linear", ", floor", 1, 0.001);
        return judged(run);
    };
    for (const auto& [apart, promised] : {std::pair(4.2, 4.2), {2.0, 1.5}, {6.0, 6.0}}) {
        const std::vector<Finding> findings = with(apart, promised);
        ASSERT_THAT(findings, SizeIs(1 + 2 + 1));
        EXPECT_EQ(findings[1].subject, "float4 20 bytes apart");
        EXPECT_EQ(findings[2].subject, "float4 promised 16 bytes");
        expectGolden(findings[1].sentence);
        expectGolden(findings[2].sentence);
    }
}

TEST(Vector, RunsOfOtherSuitesAreAnError) {
    RunResult run;
    addMadeUpRow(run, "ByteAddressBuffer.Load4", "linear", "", 4, 0);
    const Result<Answer> findings = answerVector(analysed(run));
    ASSERT_FALSE(findings.ok());
    EXPECT_EQ(findings.error().kind, ErrorKind::Usage);
    EXPECT_THAT(findings.error().cause, HasSubstr("no row of the experiment 'vector'"));
}

// The suite has the rows that the verdicts look for, by these names.
TEST(Vector, JudgesEveryVectorOfTheSuite) {
    RunResult run;
    for (const Case& row : vectorRows()) {
        run.rows.push_back(
            {.name = caseName(row),
             .operation = row.operation.name,
             .pattern = std::string(patternName(row.pattern)),
             .strategies = {{.strategy = "set", .reason = {ReasonKind::OtherSentence, "no time"}}}});
    }
    const std::vector<Finding> findings = judged(run);
    EXPECT_THAT(findings, SizeIs(15 + 8 + 15 + 3 + 1));
    EXPECT_EQ(findings.front().subject, "float2");
    EXPECT_EQ(findings[22].subject, "half16");
    for (const Finding& finding : findings) EXPECT_EQ(finding.verdict, Found::CannotSay) << finding.subject;
}

} // namespace vector_test
} // namespace vkperftest
