#include "experiments/stride.h"

#include <map>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/judging.h"
#include "golden.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace stride_test {

using testing::HasSubstr;
using testing::SizeIs;

constexpr int kStrides[] = {20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 80, 96, 128};
constexpr const char* kSplit = "StructuredBuffer<float3>+<float2>.Load";

std::string strided(int stride) {
    return "StructuredBuffer<" + std::to_string(stride) + " bytes>.Load";
}

// Nanoseconds a load.
struct Times {
    double usual = 4; // inside L1 and in own windows
    std::map<int, double> inside = {};
    std::map<int, double> own = {};
    double split = 4; // in both
    double floor = 1;
    double spread = 0.001;
};

double timeOf(const std::map<int, double>& times, int stride, double usual) {
    const auto found = times.find(stride);
    return found == times.end() ? usual : found->second;
}

RunResult runOf(const Times& times) {
    RunResult run;
    for (const int stride : kStrides) {
        const std::string operation = strided(stride);
        addMadeUpRow(run, operation, "linear", "", timeOf(times.inside, stride, times.usual), times.spread);
        addMadeUpRow(run, operation, "linear", ", own window", timeOf(times.own, stride, times.usual),
                     times.spread);
        addMadeUpRow(run, operation, "linear", ", floor", times.floor, times.spread);
    }
    addMadeUpRow(run, kSplit, "linear", "", times.split, times.spread);
    addMadeUpRow(run, kSplit, "linear", ", own window", times.split, times.spread);
    addMadeUpRow(run, kSplit, "linear", ", floor", times.floor, times.spread);
    return run;
}

Finding judged(const RunResult& run, const std::string& subject) {
    const Result<Answer> answer = answerStride(analysed(run));
    EXPECT_TRUE(answer.ok()) << answer.error().sentence();
    EXPECT_THAT(answer.value().findings, SizeIs(2 * 14 + 1));
    for (const Finding& finding : answer.value().findings) {
        if (finding.subject == subject) return finding;
    }
    ADD_FAILURE() << subject;
    return {};
}

struct Expectation {
    const char* what;
    Times times;
    const char* subject;
    Found verdict;
    const char* sentence; // a part of it
};

TEST(Stride, Verdicts) {
    std::map<int, double> allSlower;
    for (const int stride : kStrides) allSlower[stride] = 6;
    for (const int divides : {32, 64, 128}) allSlower[divides] = 4;
    const Expectation kExpectations[] = {
        {"a tie",
         {},
         "inside L1, float, stride 24",
         Found::NotSlower,
         "1.00x as fast as 32 bytes: padding gains nothing"},
        {"24 is slower",
         {.inside = {{24, 6}}},
         "inside L1, float, stride 24",
         Found::Slower,
         "1.50x the time of 32 bytes: pad to 32"},
        {"in own windows as well",
         {.own = {{24, 5.2}}},
         "own windows, float, stride 24",
         Found::Slower,
         "1.30"},
        {"each place by itself", {.own = {{24, 5}}}, "inside L1, float, stride 24", Found::NotSlower, "1.00"},
        {"24 is faster",
         {.own = {{24, 3}}},
         "own windows, float, stride 24",
         Found::NotSlower,
         "1.33x as fast as 32 bytes: do not pad"},
        {"just slower", {.inside = {{20, 5.08}}}, "inside L1, float, stride 20", Found::Slower, "1.27"},
        {"not quite slower",
         {.inside = {{20, 4.92}}},
         "inside L1, float, stride 20",
         Found::NotSlower,
         "0.81x as fast"},
        {"larger ones against larger ones",
         {.inside = {{96, 8}, {128, 8}}},
         "inside L1, float, stride 96",
         Found::NotSlower,
         "1.00x as fast as 128 bytes"},
        {"36 against 64",
         {.inside = {{36, 8}}},
         "inside L1, float, stride 36",
         Found::Slower,
         "2.00x the time of 64 bytes: pad to 64"},
        {"a split that ties",
         {},
         "inside L1, split",
         Found::AsFast,
         "two arrays are 1.00x as fast as one of stride 20"},
        {"a split that gains",
         {.split = 3},
         "own windows, split",
         Found::Faster,
         "two arrays are 1.33x as fast as one of stride 20"},
        {"a split that loses", {.split = 5.2}, "inside L1, split", Found::Slower, "0.77x"},
        {"the claim in a tie",
         {},
         "inside L1, float",
         Found::DoesNotHold,
         "claim not confirmed: strides that do not divide the cache line are not slower (none of 12); 24 "
         "bytes are "
         "1.00x as fast as 32"},
        {"the claim by 24 alone",
         {.inside = {{24, 6}}},
         "inside L1, float",
         Found::HoldsInPart,
         "claim confirmed in part: slower at 24, not slower at 20, 28, 36, 40, 44, 48, 52, 56, 60, 80, 96; "
         "24 bytes are 0.67x as fast as 32"},
        {"the claim by all",
         {.inside = allSlower},
         "inside L1, float",
         Found::Holds,
         "are slower (all 12); 24 bytes are 0.67x as fast as 32"},
        {"the claim in own windows",
         {.inside = allSlower},
         "own windows, float",
         Found::DoesNotHold,
         "not slower (none of 12)"},
        {"bound by adds",
         {.usual = 1.1},
         "inside L1, float, stride 24",
         Found::CannotSay,
         "no verdict: additions, not loads, limit one of the compared rows: 'StructuredBuffer<32 bytes>.Load "
         "linear' "
         "takes only 1.10x the time of its floor, the same loop without loads"},
        {"32 is bound by adds",
         {.usual = 1.3, .inside = {{32, 1.1}}},
         "inside L1, float, stride 24",
         Found::CannotSay,
         "additions, not loads, limit one of the compared rows"},
        {"32 is bound by adds, and much faster",
         {.inside = {{32, 1.1}}},
         "inside L1, float, stride 24",
         Found::Slower,
         "3.64x the time of 32 bytes: pad to 32"},
        {"a split that is bound by adds",
         {.usual = 1.3, .split = 1.1},
         "inside L1, split",
         Found::CannotSay,
         "additions, not loads, limit one of the compared rows"},
        {"the claim without rows bound by loads",
         {.usual = 1.1},
         "inside L1, float",
         Found::CannotSay,
         "no verdict: stride 24 was not judged: "},
        {"the claim without 24",
         {.usual = 1.3, .inside = {{20, 8}, {24, 1.1}}},
         "inside L1, float",
         Found::CannotSay,
         "no verdict: stride 24 was not judged: additions, not loads, limit one of the compared rows: "
         "'StructuredBuffer<24 bytes>.Load linear' takes only 1.10x"},
        {"a claim that one stride would decide",
         {.usual = 1.3, .inside = {{60, 1.1}}},
         "inside L1, float",
         Found::CannotSay,
         "no verdict: 1 of 12 strides (60) could not be judged; of the other 11, none is slower"},
    };
    for (const auto& [what, times, subject, verdict, sentence] : kExpectations) {
        SCOPED_TRACE(what);
        const Finding finding = judged(runOf(times), subject);
        EXPECT_EQ(finding.verdict, verdict) << finding.sentence;
        EXPECT_THAT(finding.sentence, HasSubstr(sentence));
    }
}

TEST(Stride, NoiseAcrossABoundCannotBeJudged) {
    const std::pair<const char*, Times> kNoisy[] = {
        {"inside L1, float, stride 24", {.inside = {{24, 5}}, .spread = 0.05}},
        {"inside L1, split", {.split = 5, .spread = 0.05}},
        {"own windows, split", {.split = 3.2, .spread = 0.05}},
    };
    for (const auto& [subject, times] : kNoisy) {
        const Finding finding = judged(runOf(times), subject);
        EXPECT_EQ(finding.verdict, Found::CannotSay) << subject;
        EXPECT_THAT(finding.sentence, HasSubstr("no verdict: the samples scatter too much: '")) << subject;
    }
}

// Other work kept the row from half of the cores nearly all of its time: the interval is narrow, about twice
// the time.
TEST(Stride, FastestSamplesThatTellAnotherStoryForbidAVerdict) {
    RunResult run = runOf({.inside = {{24, 8}, {32, 4}}});
    EXPECT_EQ(judged(run, "inside L1, float, stride 24").verdict, Found::Slower);
    makeTwoFast(madeUpRow(run, strided(24) + " linear").strategies[0], 4);
    EXPECT_EQ(judged(run, "inside L1, float, stride 24").sentence,
              "no verdict: the fastest samples disagree: 'StructuredBuffer<24 bytes>.Load linear' takes "
              "2.00x the time "
              "of 'StructuredBuffer<32 bytes>.Load linear', but 1.05x by the fastest samples");
}

TEST(Stride, NoiseFarFromEveryBoundDoesNotMatter) {
    const RunResult run = runOf({.inside = {{24, 8}}, .spread = 0.03});
    EXPECT_EQ(judged(run, "inside L1, float, stride 24").verdict, Found::Slower);
    EXPECT_EQ(judged(run, "own windows, float, stride 24").verdict, Found::NotSlower);
    EXPECT_EQ(judged(run, "own windows, split").verdict, Found::AsFast);
}

TEST(Stride, WhatCannotBeJudgedIsLeftOutOfTheClaim) {
    const Finding finding =
        judged(runOf({.inside = {{20, 5}, {24, 8}, {28, 8}}, .spread = 0.05}), "inside L1, float");
    EXPECT_EQ(finding.verdict, Found::HoldsInPart);
    EXPECT_THAT(finding.sentence, HasSubstr("slower at 24, 28, not slower at 36"));
    EXPECT_THAT(finding.sentence, HasSubstr("(no verdict at 20)"));
}

TEST(Stride, RowsWithoutATimeAreNamed) {
    for (const char* suffix : {" linear", " linear, floor"}) {
        RunResult run = runOf({});
        madeUpRow(run, strided(32) + suffix).strategies[0] = {
            .strategy = "set",
            .status = Status::WrongValues,
            .reason = {ReasonKind::WrongValues, "wrong values"}};
        EXPECT_EQ(judged(run, "inside L1, float, stride 24").sentence,
                  "no verdict: a needed row has no time: 'StructuredBuffer<32 bytes>.Load" +
                      std::string(suffix) + "', failed (wrong values)");
        EXPECT_EQ(judged(run, "inside L1, float, stride 36").verdict, Found::NotSlower);
    }
}

// As --filter leaves them out.
TEST(Stride, WhatIsMissingIsNamedAndTheRestIsJudged) {
    RunResult run = runOf({});
    std::erase_if(run.rows, [](const RowResult& row) {
        const bool stride24 = row.name.starts_with(strided(24)),
                   inside36 = row.name == strided(36) + " linear";
        return !stride24 && !inside36;
    });
    const std::vector<Finding> findings = answerStride(analysed(run)).value().findings;
    ASSERT_THAT(findings,
                SizeIs(2 + 1 + 1 + 1 + 1)); // two inside L1, one in own windows, the claims, the misses
    expectGolden(findings[0].sentence);
    EXPECT_EQ(findings[1].subject, "inside L1, float, stride 36");
    EXPECT_THAT(findings[2].sentence, HasSubstr("stride 24 was not judged: a needed row is missing"));
    std::erase_if(run.rows, [](const RowResult& row) { return row.name.starts_with(strided(24)); });
    EXPECT_THAT(answerStride(analysed(run)).value().findings[1].sentence,
                HasSubstr("a needed row is missing: stride 24"));
}

StrideTime timeAt(unsigned stride, unsigned padded, std::string_view place, double time) {
    return {{.time = time, .slower = time >= kStrideCosts, .faster = time < 1 / kStrideCosts},
            stride,
            padded,
            place};
}

TEST(Stride, Conclusions) {
    constexpr std::string_view kIn = "inside L1", kOwn = "own windows";
    StrideTime noisy = timeAt(60, 64, kIn, 1);
    noisy.slower = noisy.faster = std::nullopt;
    noisy.trouble = Trouble{&kStrategiesScatter, "x"};
    const auto ofFloat4 = [](StrideTime time) {
        time.members = "float4";
        return time;
    };
    const std::vector<std::vector<StrideTime>> kConclusions = {
        {timeAt(24, 32, kIn, 1.5), timeAt(28, 32, kIn, 2.04), timeAt(80, 128, kIn, 1)},
        {timeAt(24, 32, kIn, 1.5), timeAt(36, 64, kOwn, 1.6), timeAt(80, 128, kIn, 0.42)},
        {timeAt(24, 32, kIn, 1), timeAt(80, 128, kIn, 0.42), noisy},
        {timeAt(24, 32, kIn, 1), timeAt(24, 32, kOwn, 1), timeAt(0, 20, kIn, 0.75)},
        {timeAt(24, 32, kIn, 2), timeAt(24, 32, kOwn, 0.5)},
        {timeAt(24, 32, kIn, 0.3), timeAt(24, 32, kOwn, 0.5), ofFloat4(timeAt(48, 64, kIn, 1)),
         ofFloat4(timeAt(48, 64, kOwn, 1.4))},
        {noisy, ofFloat4(timeAt(48, 64, kOwn, 1))},
        {noisy, noisy},
    };
    for (const auto& times : kConclusions) expectGolden(concludeStrides(times));
}

// The kernel is the same, so only misses can make it slower.
TEST(Stride, OwnWindowsAreProvenToMissL1ByTheirTime) {
    std::map<int, double> all;
    for (const int stride : kStrides) all[stride] = stride == 20 ? 5.2 : 6;
    EXPECT_EQ(judged(runOf({.own = all}), "misses of L1, float").verdict, Found::Holds);
    expectGolden(judged(runOf({.own = all}), "misses of L1, float").sentence);
    all[32] = all[64] = 4.5;
    EXPECT_EQ(judged(runOf({.own = all}), "misses of L1, float").verdict, Found::HoldsInPart);
    expectGolden(judged(runOf({.own = all}), "misses of L1, float").sentence);
    EXPECT_EQ(judged(runOf({}), "misses of L1, float").verdict, Found::DoesNotHold);
    expectGolden(judged(runOf({}), "misses of L1, float").sentence);
}

// 128 bytes a clock of 132 units at 2 GHz: 33,792 a nanosecond, of which 20 bytes of 700 loads are 41 %.
TEST(Stride, WhatNothingBehindL1DeliversIsNoMiss) {
    for (const double loads : {700.0, 600.0}) {
        RunResult run = runOf({.own = {{20, 6}}});
        run.device = {.name = "NVIDIA H100", .vendorId = 0x10de, .computeUnits = 132};
        run.conditions = {{.clock = 2000}};
        RunFigures figures = analysed(run);
        for (RowFigures& row : figures.rows)
            if (row.strategies[0]) row.strategies[0]->loadsPerNanosecond = loads;
        const std::vector<Finding> findings = answerStride(figures).value().findings;
        EXPECT_EQ(findings.back().verdict, loads > 650 ? Found::DoesNotHold : Found::HoldsInPart);
        expectGolden(findings.back().sentence);
    }
}

TEST(Stride, OlderFilesSayThatTheirWindowWasShared) {
    RunResult run = runOf({});
    std::erase_if(run.rows, [](const RowResult& row) { return row.name.ends_with(", own window"); });
    RowResult shared = madeUpRow(run, strided(32) + " linear");
    shared.name += ", outside L1";
    shared.load->place = CachePlace::OutsideL1;
    run.rows.push_back(shared);
    const Result<Answer> answer = answerStride(analysed(run));
    EXPECT_EQ(answer.value().findings.back().subject, "outside L1");
    expectGolden(answer.value().findings.back().sentence);
    expectGolden(answer.value().conclusion);
}

// As on an H100, where a load of a float4 is one and that of four floats are four.
TEST(Stride, EachKindOfElementsIsJudgedByItself) {
    RunResult run = runOf({.inside = {{48, 1.5}, {80, 1.5}}});
    for (const int stride : {48, 64, 80, 96, 128}) {
        for (const char* suffix : {"", ", own window", ", floor"}) {
            addMadeUpRow(run, "StructuredBuffer<" + std::to_string(stride) + " bytes of float4>.Load",
                         "linear", suffix,
                         *suffix == '\0'                    ? 4
                         : suffix == std::string(", floor") ? 1
                                                            : 8,
                         0.001);
        }
    }
    const Result<Answer> answer = answerStride(analysed(run));
    expectGolden(answer.value().conclusion);
    std::map<std::string, Found> verdicts;
    for (const Finding& finding : answer.value().findings) verdicts[finding.subject] = finding.verdict;
    EXPECT_EQ(verdicts["inside L1, float4"], Found::DoesNotHold);
    EXPECT_EQ(verdicts["misses of L1, float4"], Found::Holds);
    EXPECT_EQ(verdicts["misses of L1, float"], Found::HoldsInPart);
}

TEST(Stride, RunsOfOtherSuitesAreAnError) {
    RunResult run;
    addMadeUpRow(run, "ByteAddressBuffer.Load4", "linear", "", 4, 0);
    for (const RunResult& other : {run, RunResult()}) {
        const Result<Answer> answer = answerStride(analysed(other));
        ASSERT_FALSE(answer.ok());
        EXPECT_EQ(answer.error().kind, ErrorKind::Usage);
        EXPECT_EQ(answer.error().cause, "the run has no row of the experiment 'stride' (for example "
                                        "'StructuredBuffer<24 bytes>.Load linear')");
        EXPECT_THAT(answer.error().remedy, HasSubstr("`vkperftest experiment stride` measures all"));
    }
}

TEST(Stride, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    RunResult run = runOf({});
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows)
        row.strategies.insert(row.strategies.begin(), {.strategy = "push",
                                                       .status = Status::Unsupported,
                                                       .reason = {ReasonKind::DeviceLacks, "no push"}});
    EXPECT_EQ(judged(run, "inside L1, float, stride 24").sentence,
              "1.00x as fast as 32 bytes: padding gains nothing (under set)");
}

// The suite has the rows that the verdicts look for, by these names.
TEST(Stride, FindsTheRowsOfTheSuite) {
    RunResult run;
    for (const Case& row : strideRows()) {
        run.rows.push_back(
            {.name = caseName(row),
             .operation = row.operation.name,
             .pattern = std::string(patternName(row.pattern)),
             .strategies = {{.strategy = "set", .reason = {ReasonKind::OtherSentence, "no time"}}}});
    }
    for (const Finding& finding : answerStride(analysed(run)).value().findings)
        EXPECT_EQ(finding.verdict, Found::CannotSay) << finding.subject;
}

} // namespace stride_test
} // namespace vkperftest
