#include "experiments/binding.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "cases/twins.h"
#include "experiments/judging.h"
#include "golden.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace binding_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::uint64_t kLoads = 1u << 20;
constexpr const char* kRow = "ByteAddressBuffer.Load4 linear";

// Nanoseconds a load; samples are off by `spread` on either side in turns.
StrategyResult measuredIn(const std::string& strategy, double nanoseconds, double spread) {
    StrategyResult result{.strategy = strategy, .status = Status::Measured, .loads = kLoads};
    for (int i = 0; i < 12; ++i)
        result.nanoseconds.push_back(nanoseconds * (i % 2 == 0 ? 1 - spread : 1 + spread) * kLoads);
    return result;
}

RowResult rowNamed(const std::string& operation, const std::string& pattern, const std::string& technique) {
    return {.name = operation + " " + pattern + technique,
            .operation = operation,
            .pattern = pattern,
            .load = factsOfName(operation + " " + pattern + technique),
            .baselineLoads = kLoads,
            .baselineNanoseconds = std::vector<double>(12, 1.0 * kLoads)};
}

// A row under set (4 ns) and one other strategy, which is off the other way, and its floor.
RunResult runOf(const std::string& strategy, double nanoseconds, double spread = 0.001) {
    RunResult run;
    run.settings.strategies = {"set", strategy};
    RowResult row = rowNamed("ByteAddressBuffer.Load4", "linear", "");
    row.strategies = {measuredIn("set", 4, spread), measuredIn(strategy, nanoseconds, -spread)};
    RowResult floor = rowNamed("ByteAddressBuffer.Load4", "linear", ", floor");
    floor.strategies = {measuredIn("set", 1, 0.001), measuredIn(strategy, 1, 0.001)};
    row.floor = floor.name;
    run.rows = {row, floor};
    return run;
}

// The same of a copy, whose stores alone take so many nanoseconds.
RunResult copyOf(const std::string& strategy, double nanoseconds, double stores, double spread = 0.001) {
    RunResult run = runOf(strategy, nanoseconds);
    const char* copy = "StructuredBuffer<float4> matrix copy";
    const auto renamed = [&](const RowResult& row, const std::string& technique) {
        RowResult other = rowNamed(copy, "linear", technique);
        other.strategies = row.strategies;
        return other;
    };
    run.rows = {renamed(run.rows[0], ""), renamed(run.rows[1], ", floor")};
    run.rows[1].strategies = {measuredIn("set", stores, spread), measuredIn(strategy, stores, spread)};
    run.rows[0].floor = run.rows[1].name;
    return run;
}

void addStrategy(RunResult& run, const std::string& name, double nanoseconds, double spread = 0.001) {
    run.settings.strategies.push_back(name);
    run.rows[0].strategies.push_back(measuredIn(name, nanoseconds, spread));
    run.rows[1].strategies.push_back(measuredIn(name, 1, 0.001));
}

void setFloor(RunResult& run, double nanoseconds) {
    for (StrategyResult& floor : run.rows[1].strategies)
        floor = measuredIn(floor.strategy, nanoseconds, 0.001);
}

std::vector<Finding> findingsOf(const RunResult& run) {
    return strategyFindings(run, judgeStrategies(analysed(run)));
}

// Of the only strategy beside set.
Finding strategyOf(const RunResult& run) {
    const std::vector<Finding> findings = findingsOf(run);
    EXPECT_THAT(findings, SizeIs(1));
    return findings.front();
}

// Why its only row cannot be judged.
std::string troubleOf(const RunResult& run) {
    EXPECT_EQ(strategyOf(run).verdict, Found::CannotSay);
    return judgeStrategies(analysed(run)).back().trouble->sentence();
}

Finding alignmentOf(double narrow, double wide, double spread = 0.001) {
    RunResult run = runOf("address-4", narrow, spread);
    addStrategy(run, "address-16", wide, spread);
    const std::vector<Finding> findings = judgeAlignment(analysed(run));
    EXPECT_THAT(findings, SizeIs(1));
    return findings.front();
}

TEST(Binding, StrategiesAgainstSet) {
    const struct {
        const char* what;
        double nanoseconds;
        Found verdict;
        const char* sentence;
    } kExpectations[] = {
        {"a tie", 4, Found::Same, "as fast as set: 1 row"},
        {"hardly slower", 4.08, Found::Same, "as fast as set: 1 row"},
        {"hardly faster", 3.88, Found::Same, "as fast as set: 1 row"},
        {"slower", 5, Found::Slower, "slower than set: ByteAddressBuffer.Load4 linear (1.25x the time)"},
        {"faster", 2, Found::Faster, "faster than set: ByteAddressBuffer.Load4 linear (2.00x as fast)"},
    };
    for (const auto& [what, nanoseconds, verdict, sentence] : kExpectations) {
        SCOPED_TRACE(what);
        const Finding finding = strategyOf(runOf("push", nanoseconds));
        EXPECT_EQ(finding.verdict, verdict);
        EXPECT_EQ(finding.sentence, sentence);
        EXPECT_EQ(finding.subject, "push");
    }
}

TEST(Binding, EachStrategyIsJudgedByItself) {
    RunResult run = runOf("push", 4);
    addStrategy(run, "dynamic", 3);
    addStrategy(run, "buffer", 8);
    const std::vector<Finding> findings = findingsOf(run);
    ASSERT_THAT(findings, SizeIs(3));
    EXPECT_EQ(findings[0].verdict, Found::Same);
    expectGolden(findings[1].sentence);
    expectGolden(findings[2].sentence);
}

StrategyTime timeOf(const char* strategy, const char* row, double time, Found verdict) {
    return {.strategy = strategy,
            .row = row,
            .time = time,
            .verdict = verdict,
            .trouble = verdict == Found::CannotSay ? std::optional(Trouble{&kStrategiesScatter, row})
                                                   : std::nullopt};
}

TEST(Binding, AStrategyNamesTheRowsThatDifferAndCountsTheOthers) {
    RunResult run;
    run.settings.strategies = {"push"};
    std::vector<StrategyTime> times = {timeOf("push", "A.Load linear", 2, Found::Slower),
                                       timeOf("push", "A.Load uniform", 0.5, Found::Faster),
                                       timeOf("push", "B.Load linear", 1, Found::Same),
                                       timeOf("push", "B.Load uniform", 1, Found::CannotSay)};
    run.rows = {rowNamed("A.Load", "linear", "")};
    run.rows[0].strategies = {measuredIn("push", 4, 0)};
    const Finding both = strategyFindings(run, times).front();
    EXPECT_EQ(both.verdict, Found::Depends);
    expectGolden(both.sentence);
    times.clear();
    for (const double time : {2.0, 2.5, 3.0, 3.5, 4.0})
        times.push_back(timeOf("push", "A", time, Found::Slower));
    expectGolden(strategyFindings(run, times).front().sentence);
}

TEST(Binding, Conclusions) {
    const auto recorded = [](Found verdict, const char* way) {
        return Finding{.subject = "CPU, 1000 dispatches",
                       .verdict = verdict,
                       .sentence = "",
                       .ground = Ground::HostTimes,
                       .way = way};
    };
    const Finding cheapest = recorded(Found::Cheapest, "bind only");
    const Finding descriptors = recorded(Found::Cheapest, "descriptor buffer");
    const Finding tie = recorded(Found::TooClose, "bind only");
    const struct {
        std::vector<StrategyTime> times;
        Finding recording;
        const char* conclusion;
    } kConclusions[] = {
        {{timeOf("push", "A", 1, Found::Same), timeOf("push", "B", 1, Found::CannotSay),
          timeOf("buffer", "A", 1, Found::Same)},
         tie,
         "Bind as you like: push, buffer are as fast as set"},
        {{timeOf("push", "A", 1, Found::Same), timeOf("buffer", "A", 2.4, Found::Slower),
          timeOf("inline", "A", 0.8, Found::Faster), timeOf("address-4", "A", 2, Found::Slower),
          timeOf("address-4", "B", 0.7, Found::Faster), timeOf("address-16", "B", 0.25, Found::Faster),
          timeOf("dynamic", "A", 3, Found::Slower)},
         cheapest,
         "Use address-16, inline: up to 4.0x as fast as set (B); avoid buffer (slower on 1 of 1 row), "
         "dynamic (slower on 1 of 1 row): "
         "up to 3.0x the time of set (A); depends on the row: address-4; push is as fast as set; but "
         "address-4 takes 2.0x "
         "the "
         "time of set on A; cheapest to record many dispatches: bind only"},
        {{timeOf("buffer", "A", 2.4, Found::Slower), timeOf("buffer", "B", 1, Found::Same),
          timeOf("buffer", "C", 1, Found::Same), timeOf("buffer", "D", 1, Found::CannotSay)},
         descriptors,
         "Bind as you like: buffer is as fast as set on most rows; but buffer takes 2.4x the time of set on "
         "A; "
         "cheapest to record many dispatches: descriptor buffer (buffer)"},
        {{timeOf("push", "A", 1.07, Found::Slower)},
         tie,
         "Avoid push (slower on 1 of 1 row): up to 1.07x the time of set (A)"},
        {{timeOf("push", "A", 1, Found::CannotSay), timeOf("push", "B", 1, Found::CannotSay)},
         cheapest,
         "No conclusion: none of 2 comparisons with set could be judged, because the samples scatter too "
         "much: "
         "measure again on a quieter machine, or with --precise; cheapest to record many dispatches: bind "
         "only"},
    };
    for (const auto& [times, recording, conclusion] : kConclusions)
        EXPECT_EQ(concludeBinding(times, {recording}), conclusion);
}

TEST(Binding, NoiseAcrossABoundCannotBeJudged) {
    for (const double nanoseconds : {4 * 1.05, 4 / 1.05}) {
        const RunResult run = runOf("push", nanoseconds, 0.02);
        expectGolden(strategyOf(run).sentence);
        EXPECT_EQ(troubleOf(run), "the samples scatter too much: of 'ByteAddressBuffer.Load4 linear'");
    }
    EXPECT_EQ(strategyOf(runOf("push", 8, 0.1)).verdict, Found::Slower); // far from the bound
}

TEST(Binding, TooFewSamplesCannotBeJudged) {
    RunResult run = runOf("push", 4);
    run.rows[0].baselineNanoseconds.resize(5);
    for (StrategyResult& strategy : run.rows[0].strategies) strategy.nanoseconds.resize(5);
    EXPECT_EQ(strategyOf(run).verdict, Found::CannotSay);
}

TEST(Binding, WithoutSetsTimeNothingCanBeSaid) {
    RunResult run = runOf("push", 4);
    run.rows[0].strategies[0] = {.strategy = "set",
                                 .status = Status::WrongValues,
                                 .reason = {ReasonKind::WrongValues, "wrong values"}};
    EXPECT_EQ(troubleOf(run),
              "a needed row has no time: 'ByteAddressBuffer.Load4 linear', failed (wrong values)");
}

TEST(Binding, StrategiesThatNoRowHasSayWhy) {
    RunResult run = runOf("push", 4);
    run.rows[0].strategies[1] = {.strategy = "push",
                                 .status = Status::Unsupported,
                                 .reason = {ReasonKind::DeviceLacks, "no VK_KHR_push_descriptor"}};
    run.rows[1] = run.rows[0];
    run.rows[1].name = "Buffer<R8>.Load uniform";
    run.rows[1].strategies[1].reason = {ReasonKind::NeedsStorageBuffer};
    for (int order = 0; order < 2; ++order, std::swap(run.rows[0], run.rows[1])) {
        const std::vector<Finding> findings = findingsOf(run);
        ASSERT_THAT(findings, SizeIs(1));
        EXPECT_EQ(findings[0].subject, "push");
        EXPECT_EQ(findings[0].verdict, Found::CannotSay);
        expectGolden(findings[0].sentence);
    }
}

TEST(Binding, NothingIsSaidOfRowsWhoseLoadsHardlyShow) {
    for (const double nanoseconds : {3.4, 4.0, 4.8}) { // nor that they are slower or faster
        RunResult run = runOf("push", nanoseconds);
        setFloor(run, 3.9);
        EXPECT_THAT(troubleOf(run), AllOf(HasSubstr("additions, not loads, limit one of the compared rows: "
                                                    "'ByteAddressBuffer.Load4 linear under "),
                                          HasSubstr("x the time of its floor, the same loop without loads")));
    }
    EXPECT_EQ(strategyOf(runOf("push", 4)).verdict, Found::Same);
}

// A tie far from the floor is one of the loads and of what they need, whichever of the two limits the row.
TEST(Binding, ATieNeedsNoLimitThatIsKnown) {
    const auto verdictOf = [](double nanoseconds, double floor) {
        RunResult run = runOf("push", nanoseconds);
        setFloor(run, floor);
        const RunFigures figures = analyse(run);
        return strategyFindings(run, judgeStrategies(figures)).front().verdict;
    };
    EXPECT_EQ(verdictOf(4, 1), Found::Same);
    EXPECT_EQ(verdictOf(4, 3.9), Found::CannotSay);
    EXPECT_EQ(verdictOf(4.4, 1), Found::CannotSay); // no tie: it may be the kernels that differ
}

TEST(Binding, MuchSlowerLoadsShowBesideARowThatHidesIts) {
    RunResult run = runOf("push", 6);
    setFloor(run, 3.9);
    expectGolden(strategyOf(run).sentence);
}

TEST(Binding, AStrategyWithALongerFloorOfItsOwnIsJudgedByALargeDifferenceAlone) {
    for (const double nanoseconds : {4.8, 6.0}) {
        RunResult run = runOf("push", 4);
        addStrategy(run, "address-4", nanoseconds);
        run.rows[0].strategies.back().kernel = "address_load.4.linear";
        run.rows[1].strategies.back() = measuredIn("address-4", nanoseconds - 0.1, 0.001);
        const std::vector<Finding> findings = findingsOf(run);
        EXPECT_EQ(findings[0].verdict, Found::Same);
        EXPECT_EQ(findings[1].verdict, nanoseconds < 5 ? Found::CannotSay : Found::Slower);
    }
}

// As on an H100: raw loads promise 4 bytes under set, elements of float4 16.
TEST(Binding, WhatSetHasByAStructuredBufferIsNoGainOverSet) {
    const auto answerWith = [](double structured) {
        RunResult run = runOf("address-4", 4);
        addStrategy(run, "address-16", 1.1);
        for (const char* technique : {"", ", floor"}) {
            RowResult row = rowNamed("StructuredBuffer<float4>.Load", "linear", technique);
            const bool floor = *technique != '\0';
            for (const char* strategy : {"set", "address-4", "address-16"})
                row.strategies.push_back(measuredIn(strategy,
                                                    floor                                  ? 0.5
                                                    : strategy == std::string("address-4") ? 4
                                                                                           : structured,
                                                    0.001));
            run.rows.push_back(row);
        }
        setFloor(run, 0.5);
        const RunFigures figures = analysed(run);
        const std::vector<StrategyTime> times = judgeStrategies(figures);
        expectGolden(concludeBinding(times, {}, alignmentTimes(figures)));
        for (const Finding& finding : strategyFindings(*figures.run, times)) expectGolden(finding.sentence);
    };
    answerWith(1.1);
    answerWith(2.2);
}

TEST(Binding, NamesTheLeastPromiseThatCostsNothing) {
    const auto conclusionWith = [](double ofEight) {
        RunResult run = runOf("address-4", 4);
        addStrategy(run, "address-8", ofEight);
        addStrategy(run, "address-16", 1);
        const RunFigures figures = analysed(run);
        return concludeBinding(judgeStrategies(figures), {}, alignmentTimes(figures),
                               alignmentTimes(figures, kEightByteAddresses));
    };
    EXPECT_THAT(conclusionWith(1), AllOf(StartsWith("Promise 8 bytes of alignment to loads of 16 bytes: "),
                                         HasSubstr("; 16 gain no more")));
    EXPECT_THAT(conclusionWith(2), AllOf(StartsWith("Promise 16 bytes of alignment to loads of 16 bytes: "),
                                         Not(HasSubstr("gain no more"))));
}

TEST(Binding, AnAlignmentThatCostsNothingIsSaidLast) {
    RunResult run = runOf("address-4", 4);
    addStrategy(run, "address-16", 4);
    const RunFigures figures = analysed(run);
    expectGolden(concludeBinding(judgeStrategies(figures), {}, alignmentTimes(figures)));
}

TEST(Binding, FastestSamplesThatDisagreeCannotBeJudged) {
    RunResult run = runOf("push", 8);
    std::vector<double>& push = run.rows[0].strategies[1].nanoseconds;
    push[3] = push[4] = 3.6 * kLoads; // as where other work disturbed the rest
    EXPECT_THAT(troubleOf(run), HasSubstr("the fastest samples disagree"));
}

// The baseline's noise is in neither, since both were sampled in one submission.
TEST(Binding, StrategiesAreComparedSampleBySample) {
    RunResult run = runOf("push", 4);
    setFloor(run, 0.4);
    for (std::size_t i = 0; i < run.rows[0].baselineNanoseconds.size(); ++i) {
        const double busy = i % 3 == 0 ? 1.5 : 1;
        run.rows[0].baselineNanoseconds[i] *= 1 + 0.01 * static_cast<double>(i % 4);
        for (StrategyResult& strategy : run.rows[0].strategies) strategy.nanoseconds[i] *= busy;
    }
    EXPECT_EQ(strategyOf(run).sentence, "as fast as set: 1 row");
}

TEST(Binding, NothingIsSaidOfCopiesThatAreAllStores) {
    for (const double nanoseconds : {4.0, 4.4}) {
        EXPECT_EQ(troubleOf(copyOf("push", nanoseconds, 3.6)),
                  "stores take nearly all of the time: of 'StructuredBuffer<float4> matrix copy linear'");
    }
    EXPECT_EQ(strategyOf(copyOf("push", 6, 3.6)).verdict, Found::Slower);
}

TEST(Binding, AlignmentOfCopiesSaysWhatTheirStoresTake) {
    const auto aligned = [](double stores) {
        RunResult run = copyOf("address-4", 4, stores);
        addStrategy(run, "address-16", 4);
        run.rows[1].strategies.back() = measuredIn("address-16", stores, 0.001);
        const std::vector<Finding> findings = judgeAlignment(analysed(run));
        EXPECT_THAT(findings, SizeIs(1));
        return findings.front();
    };
    expectGolden(aligned(2).sentence);
    EXPECT_EQ(aligned(3.8).verdict, Found::CannotSay);
    EXPECT_THAT(aligned(3.8).sentence, HasSubstr("no verdict: stores take nearly all of the time"));
}

TEST(Binding, Alignment) {
    expectGolden(alignmentOf(4, 4).sentence);
    EXPECT_EQ(alignmentOf(4, 4).verdict, Found::Same);
    EXPECT_EQ(alignmentOf(4, 4).subject, "alignment: " + std::string(kRow));
    expectGolden(alignmentOf(8, 4).sentence);
    EXPECT_EQ(alignmentOf(8, 4).verdict, Found::Slower);
    expectGolden(alignmentOf(3, 4).sentence);
    EXPECT_EQ(alignmentOf(3, 4).verdict, Found::Faster);
    const Finding noisy = alignmentOf(4.2, 4, 0.02);
    EXPECT_EQ(noisy.verdict, Found::CannotSay);
    EXPECT_THAT(noisy.sentence, HasSubstr("no verdict: the samples scatter too much"));
}

// The widest promise that the row allows is what the others are held against.
TEST(Binding, AlignmentOfEightBytesIsComparedWithTheWidest) {
    RunResult run = runOf("address-4", 4);
    addStrategy(run, "address-8", 2);
    addStrategy(run, "address-16", 1.5);
    for (StrategyResult& floor : run.rows[1].strategies) floor = measuredIn(floor.strategy, 0.5, 0.001);
    const std::vector<Finding> findings = judgeAlignment(analysed(run));
    ASSERT_THAT(findings, SizeIs(2));
    EXPECT_EQ(findings[0].subject, "alignment: " + std::string(kRow));
    EXPECT_EQ(findings[0].sentence, "slower with 4 bytes of alignment: 2.67x as long as with 16");
    EXPECT_EQ(findings[1].subject, "alignment 8: " + std::string(kRow));
    EXPECT_EQ(findings[1].sentence, "slower with 8 bytes of alignment: 1.33x as long as with 16");
    run.rows[0].strategies.back() = {.strategy = "address-16",
                                     .status = Status::Unsupported,
                                     .reason = {ReasonKind::NeedsAlignedLoads, "16"}};
    const std::vector<Finding> narrow = judgeAlignment(analysed(run));
    ASSERT_THAT(narrow, SizeIs(1));
    EXPECT_EQ(narrow[0].sentence, "slower with 4 bytes of alignment: 2.00x as long as with 8");
    EXPECT_EQ(narrow[0].figures.front().referenceStrategy, "address-8");
}

TEST(Binding, AlignmentOfLoadsThatHardlyShowCannotBeJudged) {
    RunResult run = runOf("address-4", 4);
    addStrategy(run, "address-16", 4);
    setFloor(run, 3.9);
    const std::vector<Finding> findings = judgeAlignment(analysed(run));
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].verdict, Found::CannotSay);
    EXPECT_THAT(findings[0].sentence, AllOf(HasSubstr("additions, not loads, limit one of the compared rows"),
                                            HasSubstr("1.00x as long")));
}

TEST(Binding, AlignmentWithoutAddressesSaysWhy) {
    RunResult run = runOf("address-4", 4);
    EXPECT_THAT(judgeAlignment(analysed(run)), IsEmpty()); // nobody asked for address-16
    run.settings.strategies.emplace_back("address-16");
    for (RowResult& row : run.rows)
        row.strategies.push_back({.strategy = "address-16",
                                  .status = Status::Unsupported,
                                  .reason = {ReasonKind::DeviceLacks, "no VK_KHR_buffer_device_address"}});
    const std::vector<Finding> findings = judgeAlignment(analysed(run));
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].verdict, Found::CannotSay);
    expectGolden(findings[0].sentence);
}

// Floors and push constants are no part of it.
TEST(Binding, TimesOfAKindAreTheMeanOfItsRows) {
    RunResult run = runOf("buffer", 8);
    const auto addRow = [&](const char* operation, double set, double buffer) {
        run.rows.push_back(rowNamed(operation, "linear", ""));
        run.rows.back().strategies = {measuredIn("set", set, 0.001), measuredIn("buffer", buffer, -0.001)};
    };
    addRow("StructuredBuffer<float4>.Load", 4, 4);
    addRow("Texture2D<RGBA8>.Load", 2, 3);
    addRow("Texture2D<RGBA8>.Sample(bilinear)", 2, 2);
    run.rows.push_back(rowNamed("push constants{float4} load", "uniform", ""));
    run.rows.back().strategies = {measuredIn("set", 1, 0.001), measuredIn("buffer", 9, 0.001)};
    struct Expected {
        BoundKind kind;
        double times;
        std::size_t rows;
    };
    const Expected expected[] = {
        {BoundKind::Storage, std::sqrt(2.0), 2}, {BoundKind::Texture, 1.5, 1}, {BoundKind::Sampled, 1, 1}};
    const std::vector<KindTime> all = timesByKind(analysed(run));
    ASSERT_THAT(all, SizeIs(std::size(expected)));
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        const auto& [strategy, kind, times, rows] = all[i];
        EXPECT_EQ(strategy, "buffer");
        EXPECT_EQ(kind, expected[i].kind);
        EXPECT_EQ(rows, expected[i].rows);
        EXPECT_NEAR(times.median, expected[i].times, 0.01);
        ASSERT_TRUE(times.interval.has_value());
        EXPECT_LT(times.interval->low, times.median);
        EXPECT_GT(times.interval->high, times.median);
        EXPECT_LT(times.interval->high / times.interval->low, 1.01);
    }
}

TEST(Binding, AKindWithARowOfTooFewSamplesHasNoInterval) {
    RunResult run = runOf("buffer", 8);
    run.rows[0].baselineNanoseconds.resize(2);
    for (StrategyResult& strategy : run.rows[0].strategies) strategy.nanoseconds.resize(2);
    const std::vector<KindTime> all = timesByKind(analysed(run));
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_FALSE(all[0].times.interval.has_value());
    run.settings.strategies.pop_back();
    for (RowResult& row : run.rows) row.strategies.pop_back();
    EXPECT_THAT(timesByKind(analysed(run)), IsEmpty()) << "without another strategy";
}

// The whole ------------------------------------------------------------

// The suite's rows and strategies, by their names, and every way of recording.
RunResult wholeRun() {
    RunResult run;
    for (const StrategyTraits& strategy : kStrategies) run.settings.strategies.emplace_back(strategy.name);
    for (const Case& row : bindingRows()) {
        RowResult& result = run.rows.emplace_back();
        result.name = caseName(row);
        result.operation = row.operation.name;
        result.pattern = patternName(row.pattern);
        result.load = factsOf(row);
        for (const std::vector<Case>& floors : {bindingRows(), missingTwins(bindingRows())}) {
            const auto serves = [&](const Case& floor) { return servesAsFloor(floor, row); };
            const auto floor = std::ranges::find_if(floors, serves);
            if (floor != floors.end() && result.floor.empty()) result.floor = caseName(*floor);
        }
        result.baselineLoads = kLoads;
        result.baselineNanoseconds = std::vector<double>(12, 1.0 * kLoads);
        for (const std::string& strategy : run.settings.strategies)
            result.strategies.push_back(
                measuredIn(strategy, row.technique == Technique::Floor ? 1.0 : 4.0, 0.001));
    }
    for (const Case& floor : missingTwins(bindingRows()))
        run.twins.push_back({.name = caseName(floor),
                             .baselineLoads = kLoads,
                             .baselineNanoseconds = std::vector<double>(12, 1.0 * kLoads),
                             .strategies = {measuredIn("set", 1.0, 0.001)}});
    for (const std::string& way : recordingWays()) run.recording.push_back(recordedIn(std::string(way), 50));
    return run;
}

TEST(BindingFindings, JudgeTheWholeSuite) {
    const Result<Answer> answer = answerBinding(analysed(wholeRun()));
    ASSERT_TRUE(answer.ok()) << answer.error().sentence();
    EXPECT_THAT(answer.value().conclusion, testing::StartsWith("Bind as you like: push, "));
    const std::vector<Finding>& findings = answer.value().findings;
    std::size_t direct = 0;
    for (const Case& row : bindingRows()) direct += row.technique == Technique::Direct;
    EXPECT_EQ(findings.size(), (kStrategies.size() - 1) + 2 * direct + 1);
    EXPECT_EQ(findings.front().subject, "push");
    EXPECT_EQ(findings.front().sentence, "as fast as set: " + std::to_string(direct) + " rows");
    EXPECT_EQ(findings.back().subject, "CPU, 1000 dispatches");
}

TEST(BindingFindings, WhatIsMissingIsNamed) {
    const auto refusal = [](const RunResult& run) {
        const Result<Answer> answer = answerBinding(analysed(run));
        EXPECT_FALSE(answer.ok());
        EXPECT_EQ(answer.error().kind, ErrorKind::Usage);
        EXPECT_THAT(answer.error().remedy, HasSubstr("--suite binding"));
        return answer.error();
    };
    RunResult run = wholeRun();
    std::erase_if(run.rows, [](const RowResult& row) { return row.name != kRow; }); // as --filter leaves it
    expectGolden(answerBinding(analysed(run)).value().findings.front().sentence);
    run.settings.strategies.pop_back();
    for (RowResult& row : run.rows) row.strategies.pop_back();
    EXPECT_EQ(refusal(run).cause, "the run lacks strategies: 'address-16'");
    EXPECT_THAT(refusal(run).remedy, HasSubstr("without --strategy"));
    run.rows.clear();
    EXPECT_THAT(refusal(run).cause, HasSubstr("no row of the experiment 'binding' (for example 'Structured"));
}

// A run that was interrupted has not come to it.
TEST(BindingFindings, WithoutRecordingTheRowsAreJudged) {
    RunResult run = wholeRun();
    run.recording.clear();
    const std::vector<Finding> findings = answerBinding(analysed(run)).value().findings;
    EXPECT_EQ(findings.front().verdict, Found::Same);
    EXPECT_EQ(findings.back().subject, "CPU");
    expectGolden(findings.back().sentence);
}

TEST(BindingFindings, VerdictsHaveNames) {
    EXPECT_EQ(verdictName(Found::Same), "the same");
    EXPECT_EQ(verdictName(Found::Slower), "slower");
    EXPECT_EQ(verdictName(Found::Faster), "faster");
    EXPECT_EQ(verdictName(Found::CannotSay), "no verdict");
}

} // namespace binding_test
} // namespace vkperftest
