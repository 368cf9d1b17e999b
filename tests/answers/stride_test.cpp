#include <map>

#include "answers/experiment.h"
#include "judged.h"
#include "made_up_rows.h"
#include "matchers.h"

namespace vkperftest::stride_test {

constexpr int kStrides[] = {20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 80, 96, 128};
constexpr const char* kSplit = "StructuredBuffer<float3>+<float2>.Load";
constexpr const char *kInside = "inside L1, float", *kOwn = "private working sets, float";

std::string strided(int stride) {
    return "StructuredBuffer<" + std::to_string(stride) + " bytes>.Load";
}

// Nanoseconds a load.
struct Times {
    double usual = 4; // inside L1 and in private working sets
    std::map<int, double> inside = {};
    std::map<int, double> own = {};
    double split = 4; // in both
    double noLoads = 1;
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
        addMadeUpRow(run, operation, "linear", ", no loads", times.noLoads, times.spread);
    }
    addMadeUpRow(run, kSplit, "linear", "", times.split, times.spread);
    addMadeUpRow(run, kSplit, "linear", ", own window", times.split, times.spread);
    addMadeUpRow(run, kSplit, "linear", ", no loads", times.noLoads, times.spread);
    return run;
}

Finding judged(const RunResult& run, const char* topic, const std::string& subject) {
    const Result<Answer> answer = answerOf("stride", analyse(run));
    EXPECT_THAT(answer.value().findings, SizeIs(2 * 12 + 1 + 2 + 1));
    return findingOf(answer.value(), topic, subject);
}

constexpr const char* kMisses = "misses of L1";

std::string setsOf(const char* element) {
    return std::string("private working sets of ") + element;
}

Finding misses(const RunResult& run) {
    return judged(run, kMisses, setsOf("float"));
}

TEST(Stride, Verdicts) {
    const std::tuple<Times, const char*, const char*> kJudged[] = {
        {{}, kInside, "stride 24"},                                    // a tie
        {{.inside = {{24, 6}}}, kInside, "stride 24"},                 // 24 is slower
        {{.own = {{24, 5.2}}}, kOwn, "stride 24"},                     // in private ones as well
        {{.own = {{24, 5}}}, kInside, "stride 24"},                    // each place by itself
        {{.own = {{24, 3}}}, kOwn, "stride 24"},                       // 24 is faster
        {{.inside = {{20, 5.08}}}, kInside, "stride 20"},              // just slower
        {{.inside = {{20, 4.92}}}, kInside, "stride 20"},              // not quite
        {{.inside = {{96, 8}, {128, 8}}}, kInside, "stride 96"},       // 96 against 128
        {{.inside = {{36, 8}}}, kInside, "stride 36"},                 // 36 against 64
        {{.inside = {{32, 1.1}}}, kInside, "stride 24"},               // 32 is much faster
        {{}, "two arrays", "inside L1"},                               // a split that ties
        {{.split = 3}, "two arrays", "private working sets"},          // a split that gains
        {{.split = 5.2}, "two arrays", "inside L1"},                   // a split that loses
        {{.inside = {{24, 8}}, .spread = 0.03}, kInside, "stride 24"}, // noise far from the threshold
        // What cannot be judged:
        {{.usual = 1.1}, kInside, "stride 24"},
        {{.usual = 1.3, .inside = {{32, 1.1}}}, kInside, "stride 24"},
        {{.usual = 1.3, .split = 1.1}, "two arrays", "inside L1"},
        {{.inside = {{24, 5}}, .spread = 0.05}, kInside, "stride 24"},
        {{.split = 5, .spread = 0.05}, "two arrays", "inside L1"},
        {{.split = 3.2, .spread = 0.05}, "two arrays", "private working sets"},
    };
    for (const auto& [times, topic, subject] : kJudged) expectText(judged(runOf(times), topic, subject));
}

TEST(Stride, RowsWithoutATimeAreNamed) {
    for (const char* suffix : {" linear", " linear, no loads"}) {
        RunResult run = runOf({});
        madeUpRow(run, strided(32) + suffix).strategies[0] = wrongValues();
        const Finding finding = judged(run, kInside, "stride 24");
        expectUnknown(finding, Inconclusive::Unmeasured);
        EXPECT_EQ(finding.why->first, strided(32) + suffix);
        EXPECT_EQ(judged(run, kInside, "stride 36").verdict, Verdict::Same);
    }
}

// As --filter leaves them out.
TEST(Stride, WhatIsMissingIsNamedAndTheRestIsJudged) {
    RunResult run = runOf({});
    std::erase_if(run.rows, [](const RowResult& row) {
        return !row.name.starts_with(strided(24)) && row.name != strided(36) + " linear";
    });
    const Answer answer = answerOf("stride", analyse(run)).value();
    ASSERT_THAT(answer.findings, SizeIs(2 + 1 + 1 + 1)); // 36 bytes are also an odd number of words
    expectUnknown(answer.findings[0], Inconclusive::Missing);
    EXPECT_EQ(answer.findings[0].why->first, strided(32) + " linear");
    expectUnknown(findingOf(answer, kInside, "stride 36"), Inconclusive::Missing);
}

// The kernel is the same, so only misses can make it slower.
TEST(Stride, PrivateWorkingSetsAreProvenToMissL1ByTheirTime) {
    std::map<int, double> all;
    for (const int stride : kStrides) all[stride] = stride == 20 ? 5.2 : 6;
    EXPECT_EQ(misses(runOf({.own = all})).verdict, Verdict::Worse);
    EXPECT_NEAR(misses(runOf({.own = all})).factor.value().median, 1.5, 0.01);
    all[32] = all[64] = 4.5;
    expectUnknown(misses(runOf({.own = all})), Inconclusive::RowsDiffer);
    EXPECT_EQ(misses(runOf({})).verdict, Verdict::Same);
}

// As on an H100, where a load of a float4 is one and that of four floats are four.
TEST(Stride, EachKindOfElementsIsJudgedByItself) {
    RunResult run = runOf({.inside = {{48, 1.5}, {80, 1.5}}});
    for (const int stride : {48, 64, 80, 96, 128}) {
        for (const auto& [suffix, time] : {std::pair("", 4.0), {", own window", 8.0}, {", no loads", 1.0}})
            addMadeUpRow(run, "StructuredBuffer<" + std::to_string(stride) + " bytes of float4>.Load",
                         "linear", suffix, time, 0.001);
    }
    const Answer answer = answerOf("stride", analyse(run)).value();
    EXPECT_EQ(findingOf(answer, kInside, "stride 48").verdict, Verdict::Better);
    EXPECT_EQ(findingOf(answer, "inside L1, float4", "stride 48").verdict, Verdict::Same);
    EXPECT_EQ(findingOf(answer, kMisses, setsOf("float4")).verdict, Verdict::Worse);
    EXPECT_EQ(findingOf(answer, kMisses, setsOf("float")).verdict, Verdict::Unknown);
}

} // namespace vkperftest::stride_test
