// The experiment "binding": what do the strategies cost against a descriptor set, on the GPU and on the CPU,
// and does a promise of 4 bytes of alignment cost anything against one of 16? Judged from a run of the suite
// of that name.
//
// The times of the copies hold those of their stores, which all strategies share but for how they reach the
// destination.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

// Times that differ by less than this factor are the same. Under set, push, dynamic, buffer and inline a row
// runs one SPIR-V, so that a twentieth is far outside of what a placement makes; under addresses it runs
// another, whose address arithmetic is in the figure.
constexpr double kBindingDifference = 1.05;

// A row under a strategy.
struct StrategyTime {
    std::string strategy, row;
    double time = 1;                       // times as long as under `set`
    std::optional<PairedRatio> ratio = {}; // the same with its interval
    Found verdict = Found::CannotSay;      // Slower, Faster, Same
    // Of address-16 that is faster: the row of a structured buffer that is not surely slower under set, whose elements
    // promise the same alignment. Empty without one.
    std::string alikeUnderSet = {};
    std::optional<Trouble> trouble = {}; // why it cannot be said
};

// Every row but the floors under every strategy but `set` that was measured there, by strategies. A
// difference of kLoadBound or more is one of the strategies, whatever limits the row. Of a smaller one nothing can
// be said unless loads limit the slower one, nor of a tie if additions may hide the loads; nor if it scatters too
// much to tell, if its fastest samples disagree, or without a time under `set`.
std::vector<StrategyTime> judgeStrategies(const RunFigures& figures);

// What an alignment of 4 bytes costs; which strategies to use and which to avoid: those that are faster, or
// slower, than `set` on most of the rows that could be judged, where what `set` has by a structured buffer is
// no gain; and the greatest loss on a row under any other. And what `recording` (experiments/recording.h)
// says is the cheapest to record in the longest command buffer.
std::string concludeBinding(const std::vector<StrategyTime>& times, const std::vector<Finding>& recording,
                            const std::vector<StrategyTime>& alignment = {});

// Every row that was measured under both `address-4` and `address-16`: the first over the second.
std::vector<StrategyTime> alignmentTimes(const RunFigures& figures);

// One for each strategy but `set`: Slower if it is on any row, Faster likewise, Depends if both, else Same if
// it is on any, else CannotSay. Strategies that were measured nowhere say why.
std::vector<Finding> strategyFindings(const RunResult& run, const std::vector<StrategyTime>& times);

// One for every row that was measured under both `address-4` and `address-16`, by the same rules: Slower
// where 4 bytes are slower than 16. One that says why if there is none. Copies say what their stores alone
// take where that is known within a tenth.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// The subject of such a finding.
std::string alignmentSubject(std::string_view row);

// All of them, and the CPU's side (experiments/recording.h). A usage error names the strategies that the run
// lacks, or says that it has no row of the suite.
Result<Answer> answerBinding(const RunFigures& figures);

} // namespace vkperftest
