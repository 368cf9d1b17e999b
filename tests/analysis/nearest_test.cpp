#include "analysis/nearest.h"

#include <gmock/gmock.h>

#include "../model/made_up_run.h"

namespace vkperftest {
namespace {

using testing::SizeIs;

// Twelve rows: the slower, the larger the number.
RunResult rising() {
    return madeUpRun({.rows = 12, .sampleNoise = 0, .epochNoise = 0, .slowness = [](std::size_t row) {
                          return static_cast<double>(row + 1) / static_cast<double>(1 + row % 7);
                      }});
}

TEST(Nearest, RanksByTheCommonRows) {
    const RunResult run = rising();
    const std::vector<KnownGpu> known = {{"a twin", "GCN", comparableRatios(analyse(run))}};
    const Likenesses likenesses = byLikeness(analyse(run), known);
    ASSERT_THAT(likenesses.gpus, SizeIs(1));
    EXPECT_DOUBLE_EQ(likenesses.gpus[0].correlation, 1);
    EXPECT_EQ(likenesses.gpus[0].rows, 12u);
    EXPECT_EQ(likenesses.leftOut, 0u);
}

// They say how fast the device adds.
TEST(Nearest, LeavesOutWhatAddsBound) {
    RunResult run = rising();
    const RunResult other = run;
    const std::vector<KnownGpu> known = {{"a twin", "GCN", comparableRatios(analyse(other))}};
    for (const std::size_t row : {2u, 9u}) run.rows[row].floor = run.rows[row].name; // as long as the row
    run.rows[5].floor = run.rows[0].name;                                            // far shorter
    const Likenesses likenesses = byLikeness(analyse(run), known);
    ASSERT_THAT(likenesses.gpus, SizeIs(1));
    EXPECT_EQ(likenesses.gpus[0].rows, 10u);
    EXPECT_EQ(likenesses.leftOut, 2u);
    run.rows[3].floor = run.rows[3].name;
    EXPECT_THAT(byLikeness(analyse(run), known).gpus, testing::IsEmpty()) << "nine are too few";
}

} // namespace
} // namespace vkperftest
