#include <gmock/gmock.h>

#include "answers/experiment.h"
#include "cases/walk.h"
#include "judged.h"
#include "made_up_walks.h"
#include "model/published.h"
#include "paths.h"
#include "report/findings.h"

namespace vkperftest::cache_test {

constexpr const char *kLevels = "levels", *kChain = "chain, one lane",
                     *kTypedChain = "chain, typed, one lane", *kTyped = "typed loads";

Answer answered(const RunResult& run) {
    return answerOf("cache", analyse(run)).value();
}

Finding chainOf(const std::vector<double>& times, double noise = 0.005) {
    RunResult run = cacheRun();
    addWalk(run, kChain, times, noise);
    return findingOf(answered(run), kLevels, kChain);
}

TEST(Cache, FindsTheLevels) {
    const std::vector<double> kTimes[] = {{33, 33, 33, 33, 215, 215, 215, 215, 600, 600, 600},
                                          {33, 33, 33, 33, 215, 215, 215, 215, 300, 550, 590},
                                          {33, 33, 33, 33, 215, 215, 215, 215, 300, 400, 580}, // not flat yet
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
    addWalk(run, kTyped,
            {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.007, 1.122, 1.402, 1.59, 1.685, 1.987, 2.376, 2.796}, 0.0015);
    expectText(answered(run).findings[0]);
}

TEST(Cache, TheVerdictLineNamesTheLevels) {
    RunResult run = cacheRun();
    addWalk(run, "raw loads", {0.01, 0.01, 0.01, 0.01, 0.02, 0.02, 0.02, 0.02});
    addWalk(run, kChain, {33, 33, 33, 33, 215, 215, 215, 215, 610});
    expectGolden(verdictLine(answered(run)));
    RunResult other = cacheRun(); // one that the first chain does not show
    addWalk(other, kChain, {33, 33, 33, 33, 33, 33, 33});
    addWalk(other, kTypedChain, {50, 50, 50, 50, 120, 120, 120});
    expectGolden(verdictLine(answered(other)));
    RunResult none = cacheRun();
    addWalk(none, "raw loads", {0.01, 0.01, 0.01, 0.01, 0.02, 0.02, 0.02, 0.02});
    expectGolden(verdictLine(answered(none)));
}

TEST(Cache, NamesTheLimitThatASizeExceeds) {
    RunResult run = cacheRun();
    addWalk(run, kTyped, {0.01, 0.01, 0.01, 0.01});
    run.windows.push_back({.walk = kTyped,
                           .bytes = 16384,
                           .status = Status::Unsupported,
                           .reason = {ReasonKind::DeviceLacks, "maxTexelBufferElements is 128"}});
    const Finding finding = findingOf(answered(run), kLevels, "typed loads, 16 KB");
    expectUnknown(finding, Inconclusive::Reported);
    EXPECT_EQ(finding.why->first, "unsupported (maxTexelBufferElements is 128)");
}

RunResult storedRun() {
    return readResultsFile(repositoryFile("results/nvidia-h200-cache.json")).value();
}

// Its other sweeps are not what they seem: sections of lanes shared lines, more or fewer of them with the number of
// steps, and both dispatches of a sample went through different ones.
TEST(Cache, OfTheStoredRunChainsAloneAreJudged) {
    const RunResult run = storedRun();
    const Answer answer = answered(run);
    expectGolden(verdictLine(answer));
    for (const Finding& finding : answer.findings)
        expectGolden(
            fmt::format("{} | {} | {}", finding.subject, verdictWord(finding), findingText(finding)));
    for (const Finding& finding : answer.findings)
        if (findWalk(finding.subject) == nullptr) {
            expectUnknown(finding, Inconclusive::OtherKernels);
        }
}

// An H200 loads 2,091 times 16 bytes in a nanosecond at most.
TEST(Cache, SizesThatBreakALawCountInNoConclusion) {
    RunResult run = storedRun();
    run.windows.clear();
    addWalk(run, "structured loads",
            {1 / 1900.0, 1 / 1900.0, 1 / 1900.0, 1 / 1900.0, 1 / 2300.0, 1 / 600.0, 1 / 600.0, 1 / 600.0,
             1 / 1400.0, 1 / 600.0, 1 / 300.0, 1 / 300.0, 1 / 300.0});
    for (double& time : run.windows[6].twice) time = 1.4 * run.windows[6].nanoseconds[0];
    const Answer answer = answered(run);
    const auto expectLaw = [&](const char* size, Inconclusive law) {
        expectUnknown(findingOf(answer, kLevels, std::string("structured loads, ") + size), law);
    };
    expectLaw("16 KB", Inconclusive::AboveUnit);
    expectLaw("64 KB", Inconclusive::TwiceTooFast);
    expectLaw("256 KB", Inconclusive::OutOfOrder);
    EXPECT_EQ(answer.findings.size(), 4u);
    expectText(findingOf(answer, kLevels, "structured loads"));
    run.windows.resize(2);
    for (WindowResult& window : run.windows) window.twice = window.nanoseconds;
    EXPECT_EQ(answered(run).findings.size(), 2u); // no curve is left
}

TEST(Cache, WithoutSweepsHasNoVerdict) {
    expectUnknown(answered(cacheRun()).findings.at(0), Inconclusive::NoSizes);
    RunResult other;
    other.settings.suite = "binding";
    other.rows.resize(3);
    EXPECT_EQ(answerOf("cache", analyse(other)).error().kind, ErrorKind::Usage);
}

TEST(Cache, SweepsGradeTheRun) {
    for (const double noise : {0.005, 0.05, 0.3}) {
        RunResult run = cacheRun();
        addWalk(run, kChain, {33, 33, 33, 33, 215, 215, 215}, noise);
        EXPECT_EQ(analyse(run).quality.value().grade, noise < 0.1 ? Grade::Good : Grade::Disturbed);
    }
}

} // namespace vkperftest::cache_test
