// The experiment "binding": what do the strategies cost compared with a descriptor set, on the GPU and on the
// CPU, and does a promise of 4 bytes of alignment cost anything compared with 16? Judged from a run of the
// suite of that name.
//
// The times of the copies include their stores. These are the same under all strategies, except for how they
// reach the destination.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/strategy_rows.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

// Times that differ by less than this factor are the same. Under set, push, dynamic, buffer and inline a row
// runs one SPIR-V, so 5 % is far more than placement can change. Under addresses it runs another, whose
// address arithmetic is part of the figure.
constexpr double kBindingDifference = 1.05;

// A row under a strategy.
struct StrategyTime {
    std::string strategy, row;
    double time = 1;                       // times as long as under `set`
    std::optional<PairedRatio> ratio = {}; // the same with its interval
    Found verdict = Found::CannotSay;      // Slower, Faster, Same
    // For address-16 if it is faster: the row of a structured buffer whose elements promise the same
    // alignment, and that is not surely slower under set. Empty if there is none.
    std::string alikeUnderSet = {};
    std::optional<Trouble> trouble = {}; // why there is no verdict
};

// Every row but the floors, under every strategy but `set` that it was measured under, by strategies. A
// difference of kLoadBound or more comes from the strategies, whatever limits the row. No verdict on a
// smaller difference unless loads limit the slower time, or on a tie if additions may hide the loads. No
// verdict either if the samples scatter too much, the fastest samples disagree, or there is no time under
// `set`.
std::vector<StrategyTime> judgeStrategies(const RunFigures& figures);

// The rows of each strategy; `times` is in the order of judgeStrategies(). A gain that a structured buffer has
// under `set` as well is not the strategy's: that row counts as the same.
std::vector<StrategyRows> rowsByStrategy(const std::vector<StrategyTime>& times);

// States what an alignment of 4 bytes costs; which strategies to use or to avoid, because they are faster or
// slower than `set` on most of the judged rows (a gain that `set` has too, with a structured buffer, does not
// count); the greatest loss on a row under any other strategy; and the cheapest way to record in the longest
// command buffer, from `recording` (experiments/recording.h).
std::string concludeBinding(const std::vector<StrategyTime>& times, const std::vector<Finding>& recording,
                            const std::vector<StrategyTime>& alignment = {});

// Every row that was measured under both `address-4` and `address-16`: the first over the second.
std::vector<StrategyTime> alignmentTimes(const RunFigures& figures);

// One for each strategy but `set`: Slower or Faster if any row is, Depends if there are both, else Same if
// any row is, else CannotSay. If a strategy was measured nowhere, its finding gives the reason.
std::vector<Finding> strategyFindings(const RunResult& run, const std::vector<StrategyTime>& times);

// One for every row that was measured under both `address-4` and `address-16`, by the same rules: Slower if 4
// bytes are slower than 16. If there is no such row, one finding gives the reason. Findings on copies state
// the time of the stores alone if it is known within 10 %.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// The subject of such a finding.
std::string alignmentSubject(std::string_view row);

// All these findings and the CPU's side (experiments/recording.h). A usage error names the strategies that
// the run lacks, or reports that it has no row of the suite.
Result<Answer> answerBinding(const RunFigures& figures);

} // namespace vkperftest
