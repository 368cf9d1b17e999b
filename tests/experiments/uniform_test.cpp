#include "experiments/uniform.h"

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/judging.h"
#include "golden.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace uniform_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

constexpr const char* kRaw = "ByteAddressBuffer.Load4";
constexpr const char* kConstants = "cbuffer{float4} load";

// Nanoseconds a load of one operation's rows; samples are off by `spread` on either side in turns.
struct Times {
    double direct = 4;
    double shuffle = 4;
    double broadcast = 4;
    double reduce = 0.5;
    double perLane = 4;
    double floor = 1;
    double linear = 8;
    double spread = 0.001;
};

void addRow(RunResult& run, const std::string& operation, const std::string& technique, double nanoseconds,
            double spread) {
    addMadeUpRow(run, operation, "uniform", (technique.empty() ? "" : ", ") + technique, nanoseconds, spread);
}

void addOperation(RunResult& run, const std::string& operation, const Times& times) {
    addRow(run, operation, "", times.direct, times.spread);
    addRow(run, operation, "shuffle", times.shuffle, times.spread);
    addRow(run, operation, "broadcast", times.broadcast, times.spread);
    addRow(run, operation, "reduce", times.reduce, times.spread);
    addRow(run, operation, "perlane", times.perLane, times.spread);
    addRow(run, operation, "floor", times.floor, times.spread);
}

// Of 32 lanes. The linear row's floor takes 1 ns a load. The constant buffer's direct row takes 2 ns a load,
// its floor 1.
RunResult runOf(const Times& raw, double constantsFloor = 1) {
    RunResult run;
    run.device.subgroupSize = 32;
    addRow(run, kConstants, "floor", constantsFloor, 0.001);
    addMadeUpRow(run, kRaw, "linear", ", floor", 1, 0.001);
    run.twins = std::move(run.rows);
    run.rows.clear();
    addOperation(run, kRaw, raw);
    addMadeUpRow(run, kRaw, "linear", "", raw.linear, 0.001);
    addRow(run, kConstants, "", 2, 0.001);
    return run;
}

UniformFinding judged(const RunResult& run) {
    const std::vector<UniformFinding> findings = judgeUniform(analysed(run));
    EXPECT_THAT(findings, SizeIs(1));
    return findings.front();
}

struct Expectation {
    const char* what;
    Times times;
    Found verdict;
    const char* sentence; // a part of it
};

TEST(Uniform, Verdicts) {
    const Expectation kExpectations[] = {
        {"shuffling is faster",
         {.shuffle = 2, .broadcast = 3},
         Found::DoesNotShare,
         "not shared: a hand-written shuffle is 2.00x as fast"},
        {"broadcasting is faster still",
         {.shuffle = 2, .broadcast = 1.6},
         Found::DoesNotShare,
         "a hand-written broadcast is 2.50x as fast"},
        {"shuffling is faster than the floor",
         {.shuffle = 0.7},
         Found::RemovedAdditions,
         "hand-written shuffle"},
        {"just a gain", {.shuffle = 3.1}, Found::DoesNotShare, "is 1.29x as fast"},
        {"a tie",
         {},
         Found::AlreadyShares,
         "shared already: a hand-written shuffle gains less than 25 % (1.00x as fast)"},
        {"not quite a gain", {.shuffle = 3.3}, Found::AlreadyShares, "gains less than 25 % (1.21x as fast)"},
        {"a small loss",
         {.shuffle = 4.5, .broadcast = 5},
         Found::AlreadyShares,
         "gains less than 25 % (0.89x as fast)"},
        {"as fast as the constant buffer",
         {.direct = 2.1, .shuffle = 2.1, .broadcast = 2.1, .perLane = 2.1},
         Found::ScalarLoads,
         "shared by scalar loads: 1.05x the time of the constant buffer"},
        {"faster than the constant buffer",
         {.direct = 1.5, .shuffle = 1.5, .broadcast = 1.5, .perLane = 1.5},
         Found::AlreadyShares,
         "shared already"},
        {"a little faster than the constant buffer",
         {.direct = 1.9, .shuffle = 1.9, .broadcast = 1.9, .perLane = 1.9},
         Found::ScalarLoads,
         "0.95x the time of the constant buffer"},
        {"a little slower than the constant buffer",
         {.direct = 2.3, .shuffle = 2.3, .broadcast = 2.3, .perLane = 2.3},
         Found::AlreadyShares,
         "shared already"},
        {"as fast as the constant buffer, but shuffling gains",
         {.direct = 2, .shuffle = 1.2, .perLane = 2},
         Found::DoesNotShare,
         "is 1.67x as fast"},
        {"perlane is slower",
         {.perLane = 6},
         Found::RemovedAdditions,
         "no verdict: the compiler also merged the lanes' additions (sums that differ by lane take 1.50x the "
         "time)"},
        {"perlane is slower, and shuffling faster",
         {.shuffle = 1, .perLane = 6},
         Found::RemovedAdditions,
         "merged"},
        {"faster than the floor",
         {.direct = 0.5, .shuffle = 0.5, .broadcast = 0.5, .perLane = 0.5},
         Found::RemovedAdditions,
         "additions alone take 2.00x the time"},
        {"perlane is faster, by the compiler's whim",
         {.shuffle = 2, .perLane = 3},
         Found::DoesNotShare,
         "not shared"},
        {"bound by adds",
         {.direct = 1.2, .shuffle = 0.9, .broadcast = 0.9, .perLane = 1.2},
         Found::CannotSay,
         "no verdict: additions, not loads, limit one of the compared rows: 'ByteAddressBuffer.Load4 "
         "uniform' "
         "takes only 1.20x the time of its floor, the same loop without loads"},
        {"shuffles are slow",
         {.shuffle = 8, .broadcast = 10},
         Found::NoGain,
         "a hand-written shuffle costs more than the loads it saves (0.50x as fast)"},
        {"a tie of which one way is slow",
         {.broadcast = 8},
         Found::AlreadyShares,
         "a hand-written shuffle gains less than 25 %"},
        {"a tie, but as slow as lanes that each load",
         {.reduce = 0.125},
         Found::NoGain,
         "no gain from a hand-written shuffle (less than 25 %); unclear whether the driver shares: the loop "
         "takes 32.00x the time of 'reduce', and without sharing up to 32x is possible"},
        {"a tie, and hardly faster than lanes that each load", {.reduce = 0.35}, Found::NoGain, "11.43x"},
        {"a tie, and faster than lanes that each load",
         {.reduce = 0.4},
         Found::AlreadyShares,
         "shared already"},
        {"a tie, and as slow as neighbouring elements",
         {.linear = 4.1},
         Found::DoesNotShare,
         "not shared: as slow as if each lane had its own address. A hand-written shuffle still gains less "
         "than 25 % (1.00x as fast)"},
        {"a tie with neighbouring elements that are bound by adds",
         {.linear = 1.1},
         Found::AlreadyShares,
         ""},
        {"a gain, and as slow as neighbouring elements",
         {.shuffle = 2, .linear = 4},
         Found::DoesNotShare,
         "is 2.00x as fast"},
        {"a gain needs no ceiling", {.shuffle = 2, .reduce = 0.125}, Found::DoesNotShare, "is 2.00x as fast"},
    };
    for (const auto& [what, times, verdict, sentence] : kExpectations) {
        SCOPED_TRACE(what);
        const UniformFinding finding = judged(runOf(times));
        EXPECT_EQ(finding.verdict, verdict) << finding.sentence;
        EXPECT_THAT(finding.sentence, HasSubstr(sentence));
        EXPECT_EQ(finding.subject, kRaw);
    }
}

// A form that is faster is so whatever limits the row, but not one by fewer additions.
TEST(Uniform, AFasterFormIsSaidOfRowsWhoseLoadsDoNotShow) {
    const auto hidden = [](const Times& times) {
        const RunResult run = runOf(times);
        return judgeUniform(analyse(run)).front();
    };
    const UniformFinding faster = hidden({.shuffle = 2});
    EXPECT_EQ(faster.verdict, Found::Faster) << faster.sentence;
    EXPECT_EQ(faster.gains, true);
    expectGolden(faster.sentence);
    expectGolden(concludeUniform({faster}));
    EXPECT_EQ(hidden({}).verdict, Found::NoGain); // whatever limits it
    EXPECT_EQ(hidden({.shuffle = 8, .broadcast = 10}).gains, false);
    EXPECT_EQ(hidden({.shuffle = 3.2, .spread = 0.05}).verdict, Found::CannotSay);
    EXPECT_EQ(hidden({.shuffle = 2, .perLane = 6}).verdict, Found::RemovedAdditions);
    EXPECT_EQ(hidden({.direct = 1.2, .shuffle = 0.9, .perLane = 1.2}).verdict, Found::CannotSay);
    const UniformFinding merged = hidden({.direct = 1.5, .shuffle = 0.7, .perLane = 1.5});
    EXPECT_EQ(merged.verdict, Found::RemovedAdditions);
    EXPECT_FALSE(merged.gains);
    expectGolden(merged.sentence);
}

// Every bound in turn lies inside an interval.
TEST(Uniform, NoiseAcrossABoundCannotBeJudged) {
    const std::pair<const char*, Times> kNoisy[] = {
        {"gain", {.shuffle = 3.2, .spread = 0.05}},
        {"gain of the other way", {.broadcast = 3.2, .spread = 0.05}},
        {"ceiling", {.reduce = 0.375, .spread = 0.05}},
        {"loss", {.shuffle = 5, .broadcast = 6, .spread = 0.05}},
        {"load-bound", {.direct = 1.25, .shuffle = 1, .broadcast = 1, .perLane = 1.25, .spread = 0.05}},
        {"perlane", {.perLane = 5, .spread = 0.05}},
        {"floor", {.direct = 0.8, .shuffle = 0.8, .broadcast = 0.8, .perLane = 0.8, .spread = 0.05}},
    };
    for (const auto& [what, times] : kNoisy) {
        SCOPED_TRACE(what);
        const UniformFinding finding = judged(runOf(times));
        EXPECT_EQ(finding.verdict, Found::CannotSay) << finding.sentence;
        EXPECT_THAT(finding.sentence,
                    StartsWith("no verdict: the samples scatter too much: 'ByteAddressBuffer.Load4 uniform"));
    }
    EXPECT_THAT(
        judged(runOf({.perLane = 5, .spread = 0.05})).sentence,
        AllOf(HasSubstr(": 'ByteAddressBuffer.Load4 uniform, perlane' takes 1."),
              HasSubstr("x the time of 'ByteAddressBuffer.Load4 uniform', and the threshold is 1.25x")));
}

// Other work kept the row from half of the cores nearly all of its time: the interval is narrow, about twice
// the time.
TEST(Uniform, FastestSamplesThatTellAnotherStoryForbidAVerdict) {
    RunResult run = runOf({.direct = 8, .perLane = 8});
    EXPECT_EQ(judged(run).verdict, Found::DoesNotShare);
    for (const char* suffix : {" uniform", " uniform, perlane"})
        makeTwoFast(madeUpRow(run, std::string(kRaw) + suffix).strategies[0], 4);
    expectGolden(judged(run).sentence);
    RunResult slowedWays = runOf({.shuffle = 6, .broadcast = 6});
    for (const char* technique : {"shuffle", "broadcast"}) {
        makeTwoFast(madeUpRow(slowedWays, std::string(kRaw) + " uniform, " + technique).strategies[0], 2);
    }
    EXPECT_THAT(judged(slowedWays).sentence, HasSubstr("the fastest samples disagree"));
}

TEST(Uniform, NoiseFarFromEveryBoundDoesNotMatter) {
    EXPECT_EQ(judged(runOf({.shuffle = 2, .spread = 0.05})).verdict, Found::DoesNotShare);
    EXPECT_EQ(judged(runOf({.spread = 0.05})).verdict, Found::AlreadyShares);
}

TEST(Uniform, NoiseAboutTheConstantBufferLeavesTheWeakerClaim) {
    const Times times{.direct = 2.2, .shuffle = 2.2, .broadcast = 2.2, .perLane = 2.2, .spread = 0.02};
    EXPECT_EQ(judged(runOf(times)).verdict, Found::AlreadyShares);
}

TEST(Uniform, GainHasAnInterval) {
    const UniformFinding finding = judged(runOf({.shuffle = 2, .spread = 0.01}));
    EXPECT_EQ(finding.technique, Technique::Shuffle);
    ASSERT_TRUE(finding.gain.has_value());
    EXPECT_NEAR(finding.gain->median, 2, 1e-3);
    ASSERT_TRUE(finding.gain->interval.has_value());
    EXPECT_THAT(finding.gain->interval->low, AllOf(testing::Gt(1.96), testing::Lt(1.99)));
    EXPECT_THAT(finding.gain->interval->high, AllOf(testing::Gt(2.01), testing::Lt(2.04)));
}

TEST(Uniform, TooFewSamplesCannotBeJudged) {
    RunResult run = runOf({.shuffle = 2});
    for (RowResult& row : run.rows) {
        row.baselineNanoseconds.resize(5);
        row.strategies[0].nanoseconds.resize(5);
    }
    EXPECT_THAT(judged(run).sentence,
                StartsWith("no verdict: too few samples: of 'ByteAddressBuffer.Load4 uniform, perlane' or "
                           "'ByteAddressBuffer.Load4 uniform'"));
}

TEST(Uniform, TheConstantBufferIsNotComparedWithItself) {
    RunResult run;
    run.device.subgroupSize = 32;
    addOperation(run, kConstants, {});
    EXPECT_EQ(judged(run).verdict, Found::AlreadyShares);
}

TEST(Uniform, OneWayOfSharingIsEnough) {
    for (const char* technique : {"shuffle", "broadcast"}) {
        RunResult run = runOf({.shuffle = 2, .broadcast = 2});
        madeUpRow(run, std::string(kRaw) + " uniform, " + technique).strategies[0] = {
            .strategy = "set",
            .status = Status::Unsupported,
            .reason = {ReasonKind::DeviceLacks, "no such bit"}};
        const UniformFinding finding = judged(run);
        EXPECT_EQ(finding.verdict, Found::DoesNotShare) << finding.sentence;
        EXPECT_NE(techniqueName(finding.technique.value()), technique);
    }
}

TEST(Uniform, RowsWithoutATimeAreNamed) {
    for (const char* name : {"ByteAddressBuffer.Load4 uniform", "ByteAddressBuffer.Load4 uniform, perlane",
                             "ByteAddressBuffer.Load4 uniform, floor"}) {
        RunResult run = runOf({.shuffle = 2});
        madeUpRow(run, name).strategies[0] = {.strategy = "set",
                                              .status = Status::WrongValues,
                                              .reason = {ReasonKind::WrongValues, "wrong values"}};
        const UniformFinding finding = judged(run);
        EXPECT_EQ(finding.verdict, Found::CannotSay);
        EXPECT_EQ(finding.sentence,
                  std::string("no verdict: a needed row has no time: '") + name + "', failed (wrong values)");
    }
    RunResult run = runOf({});
    for (const char* technique : {"shuffle", "broadcast"}) {
        madeUpRow(run, std::string(kRaw) + " uniform, " + technique).strategies[0] = {
            .strategy = "set",
            .status = Status::Unsupported,
            .reason = {ReasonKind::DeviceLacks, "no such bit"}};
    }
    EXPECT_THAT(judged(run).sentence, HasSubstr("uniform, shuffle', unsupported (no such bit)"));
    EXPECT_FALSE(judged(run).technique.has_value());
}

// A tie with one of them says nothing of the other, nor does it say that loads are shared.
TEST(Uniform, ATieNeedsBothWaysAndTheCeiling) {
    for (const char* technique : {"shuffle", "broadcast", "reduce"}) {
        RunResult run = runOf({});
        madeUpRow(run, std::string(kRaw) + " uniform, " + technique).strategies[0] = {
            .strategy = "set",
            .status = Status::Unsupported,
            .reason = {ReasonKind::DeviceLacks, "no such bit"}};
        EXPECT_EQ(judged(run).verdict, Found::CannotSay) << technique;
        EXPECT_EQ(judged(run).sentence,
                  "no verdict: a needed row has no time: 'ByteAddressBuffer.Load4 uniform, " +
                      std::string(technique) + "', unsupported (no such bit)");
    }
    RunResult run = runOf({});
    run.device.subgroupSize = 0;
    EXPECT_THAT(judged(run).sentence, HasSubstr("the number of lanes in a subgroup is not known"));
    run.device.measuredSubgroupSize = 8; // rather than what the driver says
    run.device.subgroupSize = 32;
    EXPECT_THAT(judged(run).sentence,
                HasSubstr("takes 8.00x the time of 'reduce', and without sharing up to 8x"));
    // Drivers choose the size for each kernel: best is what is known of the row's own.
    CodeDigest code;
    madeUpRow(run, std::string(kRaw) + " uniform").strategies[0].code = "the row's";
    run.codes["the row's"] = code;
    EXPECT_THAT(judged(run).sentence, HasSubstr("up to 8x is possible")) << "its size is not told";
    code.subgroupSize = 4;
    run.codes["the row's"] = code;
    EXPECT_THAT(judged(run).sentence, HasSubstr("up to 4x is possible"));
}

TEST(Uniform, AConstantBufferThatIsNotLoadBoundIsNoYardstick) {
    const Times times{.direct = 2, .shuffle = 2, .broadcast = 2, .perLane = 2};
    EXPECT_EQ(judged(runOf(times)).verdict, Found::ScalarLoads);
    EXPECT_EQ(judged(runOf(times, 1.8)).verdict, Found::AlreadyShares);
    RunResult run = runOf(times);
    run.twins.clear();
    EXPECT_EQ(judged(run).verdict, Found::AlreadyShares);
}

// Floors that were not asked for stand apart, and have one strategy.
TEST(Uniform, TheFloorMayStandApart) {
    RunResult run = runOf({.shuffle = 2});
    run.twins.push_back(madeUpRow(run, std::string(kRaw) + " uniform, floor"));
    std::erase_if(run.rows, [](const RowResult& row) { return row.name.ends_with(", floor"); });
    EXPECT_EQ(judged(run).verdict, Found::DoesNotShare) << judged(run).sentence;
}

TEST(Uniform, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    RunResult run = runOf({.shuffle = 2});
    run.settings.strategies = {"push", "set"};
    for (RowResult& row : run.rows)
        row.strategies.insert(row.strategies.begin(), {.strategy = "push",
                                                       .status = Status::Unsupported,
                                                       .reason = {ReasonKind::DeviceLacks, "no push"}});
    const std::vector<Finding> findings = answerUniform(analysed(run)).value().findings;
    ASSERT_THAT(findings, SizeIs(1 + 1)); // and of the constant cache
    expectGolden(findings[0].sentence);
    expectGolden(answerUniform(analysed(runOf({.shuffle = 2}))).value().findings[0].sentence);
}

// The constant buffer serves a comparison only.
TEST(Uniform, WithoutTheConstantBuffersTimeTheWeakerClaimIsLeft) {
    RunResult run = runOf({.direct = 2, .shuffle = 2, .broadcast = 2, .perLane = 2});
    madeUpRow(run, "cbuffer{float4} load uniform").strategies[0] = {
        .strategy = "set",
        .status = Status::WrongValues,
        .reason = {ReasonKind::WrongValues, "wrong values"}};
    EXPECT_EQ(judged(run).verdict, Found::AlreadyShares);
}

// As --filter leaves them out.
TEST(Uniform, RowsThatAreMissingAreNamedWhereTheyAreNeeded) {
    const auto without = [](RunResult run, const std::string& name) {
        std::erase_if(run.rows, [&](const RowResult& row) { return row.name == name; });
        return judged(run);
    };
    const std::string raw = kRaw;
    for (const std::string& name : {raw + " uniform", raw + " uniform, perlane", raw + " uniform, floor"}) {
        EXPECT_EQ(without(runOf({.shuffle = 2}), name).sentence,
                  "no verdict: a needed row is missing: '" + name + "'");
    }
    for (const char* technique : {" uniform, broadcast", " uniform, reduce", " linear"}) {
        EXPECT_EQ(without(runOf({.shuffle = 2}), raw + technique).verdict, Found::DoesNotShare) << technique;
        EXPECT_EQ(without(runOf({}), raw + technique).sentence,
                  "no verdict: a needed row is missing: '" + raw + technique + "'");
    }
    EXPECT_EQ(without(runOf({}), std::string(kConstants) + " uniform").verdict, Found::AlreadyShares);
}

UniformFinding madeUp(const char* subject, Found verdict, std::optional<bool> gains, double gain = 1) {
    UniformFinding finding;
    finding.subject = subject;
    finding.verdict = verdict;
    if (verdict == Found::CannotSay) finding.trouble = Trouble{&kStrategiesScatter, subject};
    finding.gain = PairedRatio{.median = gain};
    finding.gains = gains;
    return finding;
}

TEST(Uniform, Conclusions) {
    const UniformFinding raw2 = madeUp("ByteAddressBuffer.Load2", Found::DoesNotShare, true, 2.04);
    const UniformFinding raw4 = madeUp("ByteAddressBuffer.Load4", Found::DoesNotShare, true, 5.46);
    const UniformFinding slow = madeUp("Buffer<RGBA8>.Load", Found::DoesNotShare, false);
    const UniformFinding shared = madeUp("cbuffer{float4} load", Found::AlreadyShares, false);
    const UniformFinding noisy = madeUp("Texture2D<RGBA8>.Load", Found::CannotSay, std::nullopt);
    const UniformFinding merged = madeUp("Buffer<R32f>.Load", Found::RemovedAdditions, std::nullopt);
    const std::pair<std::vector<UniformFinding>, const char*> kConclusions[] = {
        {{raw2, raw4}, "In loops, share uniform loads by hand: 2.0 to 5.5x as fast on both loads"},
        {{raw4},
         "In loops, share uniform loads by hand: 5.5x as fast on 1 of 1 load (ByteAddressBuffer.Load4)"},
        {{raw2, raw4, slow, noisy},
         "In loops, share uniform loads by hand: 2.0 to 5.5x as fast on 2 of 4 loads "
         "(ByteAddressBuffer.Load2, Load4); "
         "no gain on 1 load; no verdict on 1 load"},
        {{shared, shared, slow, noisy},
         "Leave uniform loads in loops as they are: the driver shares 2 of 4 itself, and sharing by hand "
         "gains "
         "nothing on "
         "3 of 4 loads; no verdict on 1 load"},
        {{slow}, "Leave uniform loads in loops as they are: sharing by hand gains nothing on 1 of 1 loads"},
        {{noisy, noisy},
         "No conclusion: none of 2 loads could be judged, because the samples scatter too much: measure "
         "again on "
         "a quieter machine, or with --precise"},
        {{merged, merged},
         "No conclusion: the compiler merges the additions of all lanes, so the rows show nothing about "
         "loads"},
    };
    for (const auto& [findings, conclusion] : kConclusions) EXPECT_EQ(concludeUniform(findings), conclusion);
}

TEST(Uniform, RunsOfOtherSuitesAreAnError) {
    RunResult run;
    addRow(run, kRaw, "", 4, 0);
    addRow(run, kConstants, "", 4, 0);
    const Result<Answer> answer = answerUniform(analysed(run));
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().cause, HasSubstr("no row of the experiment"));
    EXPECT_FALSE(answerUniform(analysed(RunResult())).ok());
}

// As on an H100: 4 KB are more than its constant cache holds.
TEST(Uniform, TheConstantCacheIsJudgedByASmallerBuffer) {
    for (const double nanoseconds : {4.0, 2.0}) {
        RunResult run;
        addRow(run, kConstants, "", 4, 0);
        run.rows.push_back(run.rows[0]);
        run.rows[1].name = "cbuffer{float4[16]} load uniform";
        run.rows[1].strategies = {madeUpTimes(nanoseconds, 0.001)};
        const std::optional<Finding> finding = judgeConstants(analysed(run), 0);
        ASSERT_TRUE(finding);
        EXPECT_EQ(finding->verdict, nanoseconds < 3 ? Found::Slower : Found::NotSlower);
        expectGolden(finding->sentence);
        run.rows.pop_back();
        EXPECT_THAT(judgeConstants(analysed(run), 0)->sentence,
                    HasSubstr("a needed row is missing: 'cbuffer{float4[16]}"));
    }
    EXPECT_FALSE(judgeConstants(analysed(RunResult()), 0));
}

// The suite has the rows that the verdicts look for, by these names.
TEST(Uniform, JudgesEveryLoadOfTheSuite) {
    RunResult run;
    for (const Case& row : uniformRows()) {
        run.rows.push_back(
            {.name = caseName(row),
             .operation = row.operation.name,
             .pattern = std::string(patternName(row.pattern)),
             .load = factsOf(row),
             .strategies = {{.strategy = "set", .reason = {ReasonKind::OtherSentence, "no time"}}}});
    }
    std::vector<std::string> operations;
    for (const UniformFinding& finding : judgeUniform(analysed(run))) {
        operations.push_back(finding.subject);
        EXPECT_THAT(finding.sentence,
                    StartsWith("no verdict: a needed row has no time: '" + finding.subject + " uniform"));
    }
    EXPECT_THAT(operations, ElementsAre("Buffer<RGBA8>.Load", "Buffer<R32f>.Load", "ByteAddressBuffer.Load",
                                        "ByteAddressBuffer.Load2", "ByteAddressBuffer.Load3",
                                        "ByteAddressBuffer.Load4", "StructuredBuffer<float4>.Load",
                                        "cbuffer{float4} load", "Texture2D<RGBA8>.Load"));
}

TEST(Uniform, VerdictsHaveNames) {
    EXPECT_EQ(verdictName(Found::DoesNotShare), "does not share");
}

} // namespace uniform_test
} // namespace vkperftest
