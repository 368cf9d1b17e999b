#include "model/merge.h"

#include <array>

#include "matchers.h"
#include "model/made_up_run.h"

namespace vkperftest::merge_test {

TEST(MergeRuns, EachRunsReadingsAreThoseOfItsRestart) {
    std::array<RunResult, 2> runs = {madeUpRun({.rows = 1, .restarts = 1}),
                                     madeUpRun({.rows = 1, .restarts = 1})};
    runs[0].conditions = {{.clock = 2000}, {.clock = 2010}};
    runs[1].conditions = {{.clock = 1900}};
    std::vector<std::pair<std::size_t, double>> merged;
    for (const Conditions& reading : mergeRuns(runs).run.conditions)
        merged.emplace_back(reading.restart, *reading.clock);
    EXPECT_THAT(merged, ElementsAre(std::pair(0, 2000), std::pair(0, 2010), std::pair(1, 1900)));
}

// Two rows under two strategies, three samples in each block.
std::vector<RunResult> blocks(std::size_t count) {
    std::vector<RunResult> runs;
    for (std::size_t i = 0; i < count; ++i) {
        RunResult& run = runs.emplace_back(madeUpRun({.rows = 2, .restarts = 1, .seed = i}));
        run.settings.strategies.emplace_back("push");
        for (RowResult& row : run.rows) {
            row.strategies.push_back(row.strategies.front());
            row.strategies.back().strategy = "push";
        }
    }
    return runs;
}

void breakRow(RunResult& run, std::size_t strategy, Status status, const std::string& reason) {
    StrategyResult& result = run.rows[0].strategies[strategy];
    result.status = status;
    result.reason = {ReasonKind::Broke, reason};
    result.nanoseconds.clear();
}

void expectOneLength(const RowResult& row, const std::vector<std::size_t>& samples) {
    EXPECT_EQ(row.restarts.size(), row.baselineNanoseconds.size());
    for (std::size_t s = 0; s < samples.size(); ++s)
        EXPECT_EQ(row.strategies[s].nanoseconds.size(), samples[s]) << row.strategies[s].strategy;
}

void expectLeftOut(const LeftOut& leftOut, std::size_t block) {
    EXPECT_EQ(leftOut.blocks, std::set{block});
    EXPECT_EQ(leftOut.rows, 1u);
}

TEST(MergeRuns, ABlockThatCouldNotMeasureARowIsLeftOutOfIt) {
    for (const Status status : {Status::Failed, Status::Unsupported, Status::NotMeasured}) {
        for (std::size_t broken = 0; broken < 3; ++broken) {
            std::vector<RunResult> runs = blocks(3);
            breakRow(runs[broken], 1, status, "the device was lost");
            runs[broken].aborted = "it hangs";
            const MergedRuns merged = mergeRuns(runs);
            const RowResult& row = merged.run.rows[0];
            for (const StrategyResult& result : row.strategies) {
                EXPECT_EQ(result.status, Status::Measured);
                EXPECT_TRUE(result.reason.empty());
                EXPECT_EQ(result.loads, kMadeUpLoads);
            }
            expectOneLength(row, {6, 6});
            EXPECT_EQ(std::count(row.restarts.begin(), row.restarts.end(), broken), 0);
            expectOneLength(merged.run.rows[1], {9, 9});
            expectLeftOut(merged.leftOut, broken);
            EXPECT_EQ(merged.leftOut.why, "it hangs");
            EXPECT_EQ(merged.run.aborted, "it hangs");
        }
    }
}

TEST(MergeRuns, SamplesOfAnotherSizeAreLeftOut) {
    for (std::size_t other = 0; other < 3; ++other) {
        std::vector<RunResult> runs = blocks(3);
        runs[other].rows[0].strategies[0].loads *= 2;
        const MergedRuns merged = mergeRuns(runs);
        expectOneLength(merged.run.rows[0], {6, 6});
        EXPECT_EQ(merged.run.rows[0].strategies[0].loads, kMadeUpLoads);
        expectLeftOut(merged.leftOut, other);
        EXPECT_THAT(merged.leftOut.why, HasSubstr("another size"));
    }
}

TEST(MergeRuns, WhatFailsInMostBlocksHasFailedAndCostsTheOthersNothing) {
    for (const std::size_t others : {4u, 2u}) { // of two, the first did not reach it
        std::vector<RunResult> runs = blocks(others);
        for (std::size_t i = 1; i < others; ++i) breakRow(runs[i], 1, Status::Failed, "lost");
        if (others == 2) breakRow(runs[0], 1, Status::NotMeasured, "time ran out");
        const MergedRuns merged = mergeRuns(runs);
        const RowResult& row = merged.run.rows[0];
        expectOneLength(row, {3 * others, 0});
        EXPECT_EQ(row.strategies[1].status, Status::Failed);
        EXPECT_EQ(reasonText(row.strategies[1].reason), "lost");
        EXPECT_EQ(merged.leftOut.rows, 0u);
    }
}

TEST(MergeRuns, WrongValuesInOneBlockAreNotHiddenByTheOthers) {
    for (std::size_t wrong = 0; wrong < 3; ++wrong) {
        std::vector<RunResult> runs = blocks(3);
        breakRow(runs[wrong], 0, Status::WrongValues, "1, must be 2");
        breakRow(runs[(wrong + 1) % 3], 0, Status::Failed, "the device was lost");
        const MergedRuns merged = mergeRuns(runs);
        expectOneLength(merged.run.rows[0], {0, 9});
        EXPECT_EQ(merged.run.rows[0].strategies[0].status, Status::WrongValues);
        EXPECT_EQ(reasonText(merged.run.rows[0].strategies[0].reason), "1, must be 2");
        EXPECT_EQ(merged.run.rows[0].strategies[1].status, Status::Measured);
    }
}

} // namespace vkperftest::merge_test
