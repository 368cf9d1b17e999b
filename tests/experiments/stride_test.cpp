#include "experiments/stride.h"

#include <map>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/judging.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr int kStrides[] = {20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 80, 96, 128};
constexpr const char* kSplit = "StructuredBuffer<float3>+<float2>.Load";

std::string strided(int stride) {
    return "StructuredBuffer<" + std::to_string(stride) + " bytes>.Load";
}

// Nanoseconds a load.
struct Times {
    double usual = 4; // inside L1 and outside
    std::map<int, double> inside = {};
    std::map<int, double> outside = {};
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
        addMadeUpRow(run, operation, "linear", ", outside L1", timeOf(times.outside, stride, times.usual),
                     times.spread);
        addMadeUpRow(run, operation, "linear", ", floor", times.floor, times.spread);
    }
    addMadeUpRow(run, kSplit, "linear", "", times.split, times.spread);
    addMadeUpRow(run, kSplit, "linear", ", outside L1", times.split, times.spread);
    addMadeUpRow(run, kSplit, "linear", ", floor", times.floor, times.spread);
    return run;
}

Finding judged(const RunResult& run, const std::string& subject) {
    const Result<std::vector<Finding>> findings = strideFindings(analyse(run));
    EXPECT_TRUE(findings.ok()) << findings.error().sentence();
    EXPECT_THAT(findings.value(), SizeIs(2 * 14));
    for (const Finding& finding : findings.value()) {
        if (finding.subject == subject) return finding;
    }
    ADD_FAILURE() << subject;
    return {};
}

struct Expectation {
    const char* what;
    Times times;
    const char* subject;
    std::string_view verdict;
    const char* sentence; // a part of it
};

TEST(Stride, Verdicts) {
    std::map<int, double> allSlower;
    for (const int stride : kStrides) allSlower[stride] = 6;
    for (const int divides : {32, 64, 128}) allSlower[divides] = 4;
    const Expectation kExpectations[] = {
        {"a tie",
         {},
         "stride 24, inside L1",
         kNotSlower,
         "takes 1.00 times as long as stride 32: padding gains nothing"},
        {"24 is slower",
         {.inside = {{24, 6}}},
         "stride 24, inside L1",
         kSlower,
         "takes 1.50 times as long as stride 32: padding gains"},
        {"outside L1 as well", {.outside = {{24, 5.2}}}, "stride 24, outside L1", kSlower, "1.30"},
        {"each place by itself", {.outside = {{24, 5}}}, "stride 24, inside L1", kNotSlower, "1.00"},
        {"24 is faster",
         {.outside = {{24, 3}}},
         "stride 24, outside L1",
         kNotSlower,
         "0.75 times as long as stride 32: padding costs"},
        {"just slower", {.inside = {{20, 5.08}}}, "stride 20, inside L1", kSlower, "1.27"},
        {"not quite slower", {.inside = {{20, 4.92}}}, "stride 20, inside L1", kNotSlower, "1.23"},
        {"larger ones against larger ones",
         {.inside = {{96, 8}, {128, 8}}},
         "stride 96, inside L1",
         kNotSlower,
         "1.00 times as long as stride 128"},
        {"36 against 64", {.inside = {{36, 8}}}, "stride 36, inside L1", kSlower, "as stride 64"},
        {"a split that ties",
         {},
         "split, inside L1",
         kAsFast,
         "reading two arrays takes 1.00 times as long as"},
        {"a split that gains", {.split = 3}, "split, outside L1", kFaster, "0.75 times as long as stride 20"},
        {"a split that loses", {.split = 5.2}, "split, inside L1", kSlower, "1.30"},
        {"the claim in a tie",
         {},
         "claim, inside L1",
         kDoesNotHold,
         "does not hold: 24 takes 1.00 times as long as stride 32; none of 12 is slower"},
        {"the claim by 24 alone",
         {.inside = {{24, 6}}},
         "claim, inside L1",
         kHoldsInPart,
         "holds in part: 24 takes 1.50 times as long as stride 32; slower are 24, not slower 20, 28, 36, 40, "
         "44, 48, 52, 56, 60, 80, 96"},
        {"the claim by all", {.inside = allSlower}, "claim, inside L1", kHolds, "each of 12 is slower"},
        {"the claim outside",
         {.inside = allSlower},
         "claim, outside L1",
         kDoesNotHold,
         "none of 12 is slower"},
        {"bound by adds",
         {.usual = 1.1},
         "stride 24, inside L1",
         kCannotSay,
         "cannot say, because 'StructuredBuffer<32 bytes>.Load linear' is bound by adds: its loads hardly "
         "show, with them the loop takes 1.10 times as long"},
        {"32 is bound by adds", {.inside = {{32, 1.1}}}, "stride 24, inside L1", kCannotSay, "hardly show"},
        {"a split that is bound by adds", {.split = 1.1}, "split, inside L1", kCannotSay, "hardly show"},
        {"the claim without rows bound by loads",
         {.usual = 1.1},
         "claim, inside L1",
         kCannotSay,
         "cannot say, because stride 24 could not be judged"},
        {"the claim without 24",
         {.inside = {{20, 8}, {24, 1.1}}},
         "claim, inside L1",
         kCannotSay,
         "cannot say, because stride 24 could not be judged: 'StructuredBuffer<24 bytes>.Load linear' is "
         "bound by adds"},
        {"a claim that one stride would decide",
         {.inside = {{60, 1.1}}},
         "claim, inside L1",
         kCannotSay,
         "cannot say, because 1 of 12 strides (60) could not be judged; of the other 11 none is slower"},
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
        {"stride 24, inside L1", {.inside = {{24, 5}}, .spread = 0.05}},
        {"split, inside L1", {.split = 5, .spread = 0.05}},
        {"split, outside L1", {.split = 3.2, .spread = 0.05}},
        {"stride 60, outside L1", {.usual = 1.25, .spread = 0.05}},
    };
    for (const auto& [subject, times] : kNoisy) {
        const Finding finding = judged(runOf(times), subject);
        EXPECT_EQ(finding.verdict, kCannotSay) << subject;
        EXPECT_THAT(finding.sentence, HasSubstr("because its samples scatter too much: '")) << subject;
    }
}

// Other work kept the row from half of the cores nearly all of its time: the interval is narrow, about twice
// the time.
TEST(Stride, FastestSamplesThatTellAnotherStoryForbidAVerdict) {
    RunResult run = runOf({.inside = {{24, 8}, {32, 4}}});
    EXPECT_EQ(judged(run, "stride 24, inside L1").verdict, kSlower);
    makeTwoFast(madeUpRow(run, strided(24) + " linear").strategies[0], 4);
    EXPECT_EQ(
        judged(run, "stride 24, inside L1").sentence,
        "cannot say, because the fastest samples disagree: 'StructuredBuffer<24 bytes>.Load linear' takes "
        "2.00 times as long as 'StructuredBuffer<32 bytes>.Load linear', but 1.05 times by them");
}

TEST(Stride, NoiseFarFromEveryBoundDoesNotMatter) {
    const RunResult run = runOf({.inside = {{24, 8}}, .spread = 0.03});
    EXPECT_EQ(judged(run, "stride 24, inside L1").verdict, kSlower);
    EXPECT_EQ(judged(run, "stride 24, outside L1").verdict, kNotSlower);
    EXPECT_EQ(judged(run, "split, outside L1").verdict, kAsFast);
}

TEST(Stride, WhatCannotBeJudgedIsLeftOutOfTheClaim) {
    const Finding finding =
        judged(runOf({.inside = {{20, 5}, {24, 8}, {28, 8}}, .spread = 0.05}), "claim, inside L1");
    EXPECT_EQ(finding.verdict, kHoldsInPart);
    EXPECT_THAT(finding.sentence, HasSubstr("slower are 24, 28, not slower 36"));
    EXPECT_THAT(finding.sentence, HasSubstr("(20 could not be judged)"));
}

TEST(Stride, RowsWithoutATimeAreNamed) {
    for (const char* suffix : {" linear", " linear, floor"}) {
        RunResult run = runOf({});
        madeUpRow(run, strided(32) + suffix).strategies[0] = {
            .strategy = "set", .status = Status::Failed, .reason = "wrong values"};
        EXPECT_EQ(judged(run, "stride 24, inside L1").sentence,
                  "cannot say, because 'StructuredBuffer<32 bytes>.Load" + std::string(suffix) +
                      "' is failed (wrong values)");
        EXPECT_EQ(judged(run, "stride 36, inside L1").verdict, kNotSlower);
    }
}

TEST(Stride, MissingRowsAreAnErrorThatNamesThem) {
    RunResult run = runOf({});
    std::erase_if(run.rows, [](const RowResult& row) {
        return row.name == strided(64) + " linear, outside L1" ||
               row.name == std::string(kSplit) + " linear, floor";
    });
    const Result<std::vector<Finding>> findings = strideFindings(analyse(run));
    ASSERT_FALSE(findings.ok());
    EXPECT_EQ(findings.error().kind, ErrorKind::Usage);
    EXPECT_EQ(findings.error().cause,
              "the run lacks rows: 'StructuredBuffer<64 bytes>.Load linear, outside L1', "
              "'StructuredBuffer<float3>+<float2>.Load linear, floor'");
    EXPECT_THAT(findings.error().remedy, HasSubstr("vkperftest run --suite stride"));
}

TEST(Stride, RunsOfOtherSuitesAreAnError) {
    RunResult run;
    addMadeUpRow(run, "ByteAddressBuffer.Load4", "linear", "", 4, 0);
    for (const RunResult& other : {run, RunResult()}) {
        const Result<std::vector<Finding>> findings = strideFindings(analyse(other));
        ASSERT_FALSE(findings.ok());
        EXPECT_EQ(findings.error().kind, ErrorKind::Usage);
        EXPECT_EQ(findings.error().cause, "the run holds no row of the experiment 'stride', such as "
                                          "'StructuredBuffer<24 bytes>.Load linear'");
        EXPECT_THAT(findings.error().remedy, HasSubstr("`vkperftest experiment stride` measures all"));
    }
}

TEST(Stride, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    RunResult run = runOf({});
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows)
        row.strategies.insert(row.strategies.begin(),
                              {.strategy = "push", .status = Status::Unsupported, .reason = "no push"});
    EXPECT_EQ(judged(run, "stride 24, inside L1").sentence,
              "takes 1.00 times as long as stride 32: padding gains nothing (under set)");
}

// The suite has the rows that the verdicts look for, by these names.
TEST(Stride, FindsTheRowsOfTheSuite) {
    RunResult run;
    for (const Case& row : strideRows()) {
        run.rows.push_back({.name = caseName(row),
                            .operation = row.operation.name,
                            .pattern = std::string(patternName(row.pattern)),
                            .strategies = {{.strategy = "set", .reason = "no time"}}});
    }
    for (const Finding& finding : strideFindings(analyse(run)).value())
        EXPECT_EQ(finding.verdict, kCannotSay) << finding.subject;
}

} // namespace
} // namespace vkperftest
