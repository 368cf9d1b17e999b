#include "experiments/cache.h"

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "cases/walk.h"
#include "experiments/experiment.h"
#include "made_up_walks.h"

namespace vkperftest {
namespace cache_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

Answer answered(const RunResult& run) {
    const Result<Answer> answer = answerCache(analyse(run));
    EXPECT_TRUE(answer.ok());
    return answer.value();
}

TEST(Cache, NamesTheLevelsThatTheChainOfOneLaneShows) {
    RunResult run = cacheRun();
    addWalk(run, "raw, shared window", {0.01, 0.01, 0.01, 0.01, 0.02, 0.02, 0.02, 0.02});
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 215, 215, 215, 215, 600, 600, 600});
    const Answer answer = answered(run);
    EXPECT_EQ(answer.conclusion,
              "L1 2 KB: 33 ns; L2 32 KB: 215 ns; up to at least 256 KB: 600 ns (chain, one lane)");
    ASSERT_THAT(answer.findings, SizeIs(3)); // and that on the matrix
    EXPECT_EQ(answer.findings[0].subject, "raw, shared window");
    EXPECT_EQ(answer.findings[0].verdict, Found::Levels);
    EXPECT_THAT(answer.findings[0].sentence,
                StartsWith("up to 2 KB: 100 loads/ns [99.8, 100]; up to at least 32 KB: 50 lo"));
    EXPECT_THAT(answer.findings[1].sentence,
                StartsWith("up to 2 KB: 33 ns [32.9, 33.1]; up to 32 KB: 215 ns ["));
    ASSERT_THAT(answer.findings[1].figures, SizeIs(3));
    EXPECT_EQ(answer.findings[1].figures[1].name, "chain, one lane, 4 KB to 32 KB");
    EXPECT_NEAR(answer.findings[1].figures[1].value.median, 215, 0.5);
    EXPECT_EQ(answer.findings[2].verdict, Found::DoesNotHold); // no buffer of the matrix fits 2 KB
}

constexpr std::string_view kMatrix = "rows of the matrix";

TEST(Cache, TheMatrixHitsL1IfItsResourcesFit) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 33, 33, 33, 33, 215, 215, 215});
    addWalk(run, "raw, shared window", {0.01, 0.01, 0.01, 0.03, 0.03, 0.03}); // the chain names the levels
    const Finding finding = answered(run).findings.back();
    EXPECT_EQ(finding.subject, kMatrix);
    EXPECT_EQ(finding.verdict, Found::Holds);
    EXPECT_EQ(finding.sentence, "they fit L1: storage buffers have at most 16 KB, the first level 32 KB "
                                "(chain, one lane)");
}

// Their first level is the others' second, which says nothing of L1.
TEST(Cache, NothingIsSaidOfLoadsThatShowNoLevelBeforeALargerOne) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 215, 215, 215});
    addWalk(run, "chain, typed, one lane", {33, 33, 33, 33, 33, 33, 33, 90, 90, 90, 90, 215, 215, 215});
    const Finding finding = answered(run).findings.back();
    EXPECT_EQ(finding.subject, kMatrix);
    EXPECT_EQ(
        finding.sentence,
        "they fit L1: texel buffers have at most 16 KB, the first level 16 KB (chain, typed, one lane)");
}

TEST(Cache, RowsThatReadMoreThanTheFirstLevelAreNamed) {
    RunResult run = cacheRun();
    addWalk(run, "typed, shared window", {0.01, 0.01, 0.01, 0.01, 0.01, 0.03, 0.03, 0.03});
    const Finding some = answered(run).findings.back();
    EXPECT_EQ(some.verdict, Found::HoldsInPart);
    EXPECT_EQ(
        some.sentence,
        "9 of 27 judged rows read more than L1 holds, so their loads may miss it (Buffer<RGBA16f>.Load, "
        "Buffer<RG32f>.Load, Buffer<RGBA32f>.Load): texel buffers have at most 16 KB, the first level "
        "4 KB (typed, shared window)");
}

TEST(Cache, ReportsThatThereIsNoStep) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 33, 33, 33});
    addWalk(run, "chain, all lanes", {1, 2, 4, 8, 16, 32, 64});
    const Answer answer = answered(run);
    EXPECT_THAT(answer.conclusion, StartsWith("No step found"));
    EXPECT_THAT(answer.findings, SizeIs(2)); // none on the matrix: no level is known
    EXPECT_EQ(answer.findings[0].verdict, Found::NoStep);
    EXPECT_THAT(answer.findings[0].sentence, StartsWith("no step found from 256 bytes to 16 KB: 33 ns ["));
    EXPECT_EQ(answer.findings[1].sentence,
              "no step found from 256 bytes to 16 KB: 1 ns to 64 ns, without any level");
}

TEST(Cache, SaysIfTheLargestWindowAloneIsSlower) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {20, 20, 20, 20, 20, 20, 298});
    const Answer answer = answered(run);
    EXPECT_EQ(answer.conclusion,
              "No sure step: L1 probably 8 KB: 20 ns; at 16 KB, the only larger size: 298 ns (chain, one "
              "lane)");
    EXPECT_THAT(answer.findings, SizeIs(1)) << "nothing on the matrix: no end of L1 is known";
    EXPECT_EQ(answer.findings[0].verdict, Found::NoStep);
    EXPECT_THAT(answer.findings[0].sentence,
                AllOf(StartsWith("no sure step from 256 bytes to 16 KB: probably up to 8 KB: 20 ns ["),
                      HasSubstr("]; at 16 KB, the only larger size: 298 ns (one size is too few to be sure; "
                                "--precise measures sizes up to 512 MB)")));
}

TEST(Cache, NamesALevelThatOneLargerSizeShows) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 215, 215, 215, 215, 610});
    const Answer answer = answered(run);
    EXPECT_EQ(answer.conclusion,
              "L1 2 KB: 33 ns; L2 probably 32 KB: 215 ns; at 64 KB, the only larger size: 610 ns (chain, one "
              "lane)");
    EXPECT_EQ(answer.findings[0].verdict, Found::Levels);
    EXPECT_THAT(answer.findings[0].sentence, HasSubstr("; probably up to 32 KB: 215 ns ["));
}

// --precise has no larger sizes.
TEST(Cache, ALargestSizeHasNoRemedy) {
    RunResult run = cacheRun();
    std::vector<double> times(22, 33); // up to 512 MB
    times.back() = 215;
    addWalk(run, "chain, one lane", times);
    EXPECT_THAT(
        answered(run).findings[0].sentence,
        testing::EndsWith("at 512 MB, the only larger size: 215 ns (one size is too few to be sure)"));
}

TEST(Cache, TimesThatScatterShowNothing) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 215, 215, 215, 215}, 0.5);
    const Answer answer = answered(run);
    EXPECT_THAT(answer.conclusion, StartsWith("No conclusion: the times scatter too much"));
    EXPECT_EQ(answer.findings[0].verdict, Found::CannotSay);
    EXPECT_THAT(answer.findings[0].sentence, HasSubstr("half of the intervals are wider than ±50 %"));
}

TEST(Cache, ALevelMayEndWithoutANextOne) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 60, 120, 300});
    const Answer answer = answered(run);
    EXPECT_EQ(answer.conclusion, "L1 2 KB: 33 ns; at 16 KB: 300 ns (chain, one lane)");
    EXPECT_THAT(answer.findings[0].sentence, HasSubstr("; beyond, no level: at 16 KB: 300 ns"));
}

// As typed loads of all workgroups from one window on an H200.
TEST(Cache, SaysIfLargerWindowsFormNoLevel) {
    RunResult run = cacheRun();
    addWalk(run, "typed, shared window",
            {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.007, 1.122, 1.402, 1.59, 1.685, 1.987, 2.376, 2.796}, 0.0015);
    const Answer answer = answered(run);
    EXPECT_EQ(answer.findings[0].verdict, Found::NoStep);
    EXPECT_EQ(
        answer.findings[0].sentence,
        "no sharp step from 256 bytes to 64 MB: up to at least 512 KB: 1 loads/ns [0.999, 1]; beyond, no "
        "level: at 64 MB: 0.358 loads/ns");
}

TEST(Cache, AnotherWalkNamesThemIfTheChainShowsNone) {
    RunResult run = cacheRun();
    addWalk(run, "raw, own windows", {0.01, 0.01, 0.01, 0.03, 0.03, 0.03});
    addWalk(run, "typed, shared window", {0.01, 0.01, 0.01, 0.01, 0.03, 0.03, 0.03});
    EXPECT_EQ(answered(run).conclusion,
              "L1 2 KB: 100 loads/ns; up to at least 16 KB: 33.3 loads/ns (typed, shared window)");
}

TEST(Cache, NamesTheLimitThatASizeExceeds) {
    RunResult run = cacheRun();
    addWalk(run, "typed, shared window", {0.01, 0.01, 0.01, 0.01});
    for (const std::uint64_t bytes : {4096u, 8192u})
        run.windows.push_back({.walk = "typed, shared window",
                               .bytes = bytes,
                               .status = Status::Unsupported,
                               .reason = {ReasonKind::DeviceLacks, "maxTexelBufferElements is 128"}});
    const Answer answer = answered(run);
    ASSERT_THAT(answer.findings, SizeIs(2));
    EXPECT_EQ(answer.findings[1].subject, "typed, shared window, 4 KB to 8 KB");
    EXPECT_EQ(answer.findings[1].verdict, Found::CannotSay);
    EXPECT_THAT(answer.findings[1].sentence, HasSubstr("unsupported (maxTexelBufferElements is 128)"));
}

TEST(Cache, WithoutWindowsHasNoVerdict) {
    EXPECT_THAT(answered(cacheRun()).conclusion, StartsWith("No conclusion"));
    RunResult other;
    other.settings.suite = "binding";
    other.rows.resize(3);
    const Result<Answer> answer = answerCache(analyse(other));
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::Usage);
    EXPECT_EQ(answer.error().sentence(),
              "the run holds 3 rows of the suite 'binding', but no times of windows of memory; `vkperftest "
              "experiment cache --output FILE.json` measures windows");
}

TEST(Cache, WindowsGradeTheRun) {
    for (const double noise : {0.005, 0.05, 0.3}) {
        RunResult run = cacheRun();
        addWalk(run, "chain, one lane", {33, 33, 33, 33, 215, 215, 215}, noise);
        const std::optional<RunQuality> quality = analyse(run).quality;
        ASSERT_TRUE(quality.has_value());
        EXPECT_EQ(quality->grade, noise < 0.1 ? Grade::Good : Grade::Disturbed);
        if (noise < 0.1) continue;
        EXPECT_THAT(quality->reasons,
                    ElementsAre("the intervals of 100 % of the figures are wider than ±7.5 %"));
    }
}

TEST(Cache, NothingIsSaidOfWiderIntervals) {
    RunResult run = cacheRun();
    addWalk(run, "chain, one lane", {33, 33, 33, 33, 215, 215, 215});
    run.nullRow = {
        .name = "null", .baselineLoads = 1000, .baselineNanoseconds = std::vector<double>(12, 5000)};
    run.nullRow.strategies = {{.strategy = "set",
                               .status = Status::Measured,
                               .loads = 1000,
                               .nanoseconds = std::vector<double>(12, 7000)}};
    const RunFigures figures = analyse(run);
    EXPECT_GT(disturbance(figures), 0);
    const Result<Answer> answer = judgeRun(*findExperiment("cache").value(), figures);
    EXPECT_THAT(answer.value().conclusion, testing::Not(HasSubstr("widened")));
}

} // namespace cache_test
} // namespace vkperftest
