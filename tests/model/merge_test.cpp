#include "model/merge.h"

#include <array>

#include <gmock/gmock.h>

#include "model/made_up_run.h"

namespace vkperftest {
namespace {

TEST(MergeRuns, EachRunsReadingsAreThoseOfItsEpoch) {
    std::array<RunResult, 2> runs = {madeUpRun({.rows = 1, .epochs = 1}),
                                     madeUpRun({.rows = 1, .epochs = 1})};
    runs[0].conditions = {{.clock = 2000}, {.clock = 2010}};
    runs[1].conditions = {{.clock = 1900}};
    std::vector<std::pair<std::size_t, double>> merged;
    for (const Conditions& reading : mergeRuns(runs).conditions)
        merged.emplace_back(reading.epoch, *reading.clock);
    EXPECT_THAT(merged, testing::ElementsAre(std::pair(0, 2000), std::pair(0, 2010), std::pair(1, 1900)));
}

// The series holds nanoseconds a load, and each row its own samples' places in it.
TEST(MergeRuns, EverySampleKeepsItsPlaceInTheBaselinesSeries) {
    std::array<RunResult, 3> runs;
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i] = madeUpRun({.rows = 3, .epochs = 1, .seed = i});
    const RunResult merged = mergeRuns(runs);
    for (const RowResult& row : merged.rows) {
        ASSERT_EQ(row.sequence.size(), 3 * runs[0].rows[0].sequence.size());
        for (std::size_t sample = 0; sample < row.sequence.size(); ++sample) {
            EXPECT_DOUBLE_EQ(merged.baselineSeries[row.sequence[sample]],
                             row.baselineNanoseconds[sample] / static_cast<double>(row.baselineLoads));
        }
    }
}

} // namespace
} // namespace vkperftest
