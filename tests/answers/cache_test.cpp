#include <gmock/gmock.h>

#include "answers/experiment.h"
#include "cases/suite.h"
#include "cases/walk.h"
#include "judged.h"
#include "made_up_walks.h"
#include "report/findings.h"

namespace vkperftest {
namespace cache_test {

using testing::ElementsAre;

constexpr const char *kLevels = "levels", *kMatrix = "rows of the matrix", *kChain = "chain, one lane",
                     *kTyped = "typed, shared window";

Answer answered(const RunResult& run) {
    return answerCache(analyse(run)).value();
}

Finding chainOf(const std::vector<double>& times, double noise = 0.005) {
    RunResult run = cacheRun();
    addWalk(run, kChain, times, noise);
    return findingOf(answered(run), kLevels, kChain);
}

TEST(Cache, FindsTheLevels) {
    const std::vector<double> kTimes[] = {{33, 33, 33, 33, 215, 215, 215, 215, 600, 600, 600},
                                          {33, 33, 33, 33, 33, 33, 33},
                                          {1, 2, 4, 8, 16, 32, 64},
                                          {20, 20, 20, 20, 20, 20, 298}, // the largest alone is slower
                                          {33, 33, 33, 33, 215, 215, 215, 215, 610},
                                          {33, 33, 33, 33, 60, 120, 300}};
    for (const std::vector<double>& times : kTimes) expectText(chainOf(times));
    expectText(chainOf({33, 33, 33, 33, 215, 215, 215, 215}, 0.5));
}

// As typed loads of all workgroups from one working set on an H200.
TEST(Cache, LargerSizesMayFormNoLevel) {
    RunResult run = cacheRun();
    addWalk(run, "typed, shared window",
            {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.007, 1.122, 1.402, 1.59, 1.685, 1.987, 2.376, 2.796}, 0.0015);
    expectText(answered(run).findings[0]);
}

TEST(Cache, TheVerdictLineNamesTheLevels) {
    RunResult run = cacheRun();
    addWalk(run, "raw, shared window", {0.01, 0.01, 0.01, 0.01, 0.02, 0.02, 0.02, 0.02});
    addWalk(run, kChain, {33, 33, 33, 33, 215, 215, 215, 215, 610});
    expectGolden(verdictLine(answered(run)));
    RunResult other = cacheRun(); // one that the chain does not show
    addWalk(other, "raw, own windows", {0.01, 0.01, 0.01, 0.03, 0.03, 0.03});
    addWalk(other, "typed, shared window", {0.01, 0.01, 0.01, 0.01, 0.03, 0.03, 0.03});
    expectGolden(verdictLine(answered(other)));
}

TEST(Cache, TheMatrixHitsL1IfItsResourcesFit) {
    RunResult run = cacheRun();
    addWalk(run, kChain, {33, 33, 33, 33, 33, 33, 33, 33, 215, 215, 215});
    addWalk(run, "raw, shared window", {0.01, 0.01, 0.01, 0.03, 0.03, 0.03}); // the chain names the levels
    EXPECT_EQ(findingOf(answered(run), kMatrix, "storage buffers").verdict, Verdict::Same);
    RunResult small = cacheRun();
    addWalk(small, kChain, {33, 33, 33, 33, 215, 215, 215, 215, 600, 600, 600});
    EXPECT_EQ(findingOf(answered(small), kMatrix, "storage buffers").verdict, Verdict::Worse);
    RunResult typed = cacheRun();
    addWalk(typed, "typed, shared window", {0.01, 0.01, 0.01, 0.01, 0.01, 0.03, 0.03, 0.03});
    expectUnknown(findingOf(answered(typed), kMatrix, "texel buffers"), Inconclusive::RowsDiffer);
}

// Their first level is the others' second, which tells nothing of L1.
TEST(Cache, LoadsThatShowNoLevelBeforeALargerOneDecideNothing) {
    RunResult run = cacheRun();
    addWalk(run, kChain, {33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 215, 215, 215});
    addWalk(run, "chain, typed, one lane", {33, 33, 33, 33, 33, 33, 33, 90, 90, 90, 90, 215, 215, 215});
    std::vector<std::string> subjects;
    for (const Finding& finding : answered(run).findings)
        if (finding.topic == kMatrix) subjects.push_back(finding.subject);
    EXPECT_THAT(subjects, ElementsAre("texel buffers"));
}

TEST(Cache, NamesTheLimitThatASizeExceeds) {
    RunResult run = cacheRun();
    addWalk(run, "typed, shared window", {0.01, 0.01, 0.01, 0.01});
    for (const std::uint64_t bytes : {4096u, 8192u})
        run.windows.push_back({.walk = "typed, shared window",
                               .bytes = bytes,
                               .status = Status::Unsupported,
                               .reason = {ReasonKind::DeviceLacks, "maxTexelBufferElements is 128"}});
    const Finding finding = findingOf(answered(run), kLevels, kTyped + std::string(", 4 KB to 8 KB"));
    expectUnknown(finding, Inconclusive::Reported);
    EXPECT_EQ(finding.why->first, "unsupported (maxTexelBufferElements is 128)");
}

TEST(Cache, WithoutSweepsHasNoVerdict) {
    expectUnknown(answered(cacheRun()).findings.at(0), Inconclusive::NoSizes);
    RunResult other;
    other.settings.suite = "binding";
    other.rows.resize(3);
    EXPECT_EQ(answerCache(analyse(other)).error().kind, ErrorKind::Usage);
}

TEST(Cache, SweepsGradeTheRun) {
    for (const double noise : {0.005, 0.05, 0.3}) {
        RunResult run = cacheRun();
        addWalk(run, kChain, {33, 33, 33, 33, 215, 215, 215}, noise);
        EXPECT_EQ(analyse(run).quality.value().grade, noise < 0.1 ? Grade::Good : Grade::Disturbed);
    }
}

TEST(Cache, IntervalsOfSweepsAreNotWidened) {
    RunResult run = cacheRun();
    addWalk(run, kChain, {33, 33, 33, 33, 215, 215, 215});
    run.aaControl = {
        .name = "null", .baselineLoads = 1000, .baselineNanoseconds = std::vector<double>(12, 5000)};
    run.aaControl.strategies = {{.strategy = "set",
                                 .status = Status::Measured,
                                 .loads = 1000,
                                 .nanoseconds = std::vector<double>(12, 7000)}};
    const RunFigures figures = analyse(run);
    EXPECT_GT(disturbance(figures), 0);
    EXPECT_EQ(judgeRun(*findExperiment("cache").value(), figures).value().widened, 0);
}

} // namespace cache_test
} // namespace vkperftest
