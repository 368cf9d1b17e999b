// Plays rounds: each visits every row that is not done, one submission per row, in a newly drawn order.
#pragma once

#include <random>

#include "run/preparation.h"

namespace vkperftest {

class Rounds {
public:
    Rounds(RunState& run, Preparation& preparation, Recovery& recovery);

    // Whether anything is left to measure: a row that is not done, or the null row.
    bool anyLeft() const { return unfinishedRows() > 0 || !run_.null.done; }
    // Plays one round, or less if the run ends. A row is admitted before its first visit and reported after
    // each visit.
    void play();
    // In overtime on a software driver, unless the user said how long to measure: finds, a few times, the rows
    // that would be shown with intervals too wide to be of use.
    void findWideRows();

private:
    std::size_t unfinishedRows() const;
    // One submission: samples of the baseline and of each of the row's strategies, one or on a CPU several.
    void visit(RowState& row);
    // Adds a sample of the baseline and of each of these strategies of the row.
    void add(RowState& row, std::span<const double> samples, std::span<const std::size_t> strategies);
    // Decides whether the row is done: its ratios are precise enough, or it is a twin with loads that had its
    // share of the time.
    void judge(RowState& row) const;
    void report(const RowState& row);

    RunState& run_;
    Preparation& preparation_;
    Recovery& recovery_;
    std::mt19937_64 random_;
    double fraction_ = 0;    // of the work, as last reported
    double foundWideAt_ = 0; // RunState::spent then
};

} // namespace vkperftest
