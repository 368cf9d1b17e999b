// The experiment "binding": what do the strategies cost against a descriptor set, on the GPU and on the CPU,
// and does a promise of 4 bytes of alignment cost anything against one of 16? Judged from a run of the suite
// of that name.
//
// Ratios on the GPU are of times, with the 95 % interval that the run's samples give them. A bound is passed
// or missed by the whole interval; where it lies inside, nothing can be said. The times of the copies hold
// those of their stores, which all strategies share but for how they reach the destination.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/finding.h"
#include "experiments/judging.h"

namespace vkperftest {

// Verdicts, beside kSlower, kFaster and kCannotSay (experiments/judging.h).
constexpr std::string_view kSame = "the same"; // within kBindingDifference of each other
constexpr std::string_view kDepends =
    "depends on the row"; // of a strategy: faster on some rows, slower on others

// Times that differ by less than this factor are the same. Under set, push, dynamic, buffer and inline a row
// runs one SPIR-V, so that a twentieth is far outside of what a placement makes; under addresses it runs
// another, whose address arithmetic is in the figure.
constexpr double kBindingDifference = 1.05;

// A row under a strategy.
struct StrategyTime {
    std::string strategy, row;
    double time = 1;                       // times as long as under `set`
    std::string_view verdict = kCannotSay; // kSlower, kFaster, kSame
    std::string trouble;                   // why it cannot be said
};

// Every row but the floors under every strategy but `set` that was measured there, by strategies. Nothing can be said of
// a pair of strategies if the row is not bound by loads under both (where they differ by kLoadBound or more: under the
// slower one), if it scatters too much to tell or if its fastest samples disagree; nor without a time under `set`.
std::vector<StrategyTime> judgeStrategies(const RunFigures& figures);

// Which strategies to use and which to avoid: those that are faster, or slower, than `set` on most of the rows that could
// be judged. And what `recording` (experiments/recording.h) says is the cheapest to record in the longest command buffer.
std::string concludeBinding(std::span<const StrategyTime> times, std::span<const Finding> recording);

// One for each strategy but `set`: kSlower if it is on any row, kFaster likewise, kDepends if both, else kSame if it is on
// any, else kCannotSay. Strategies that were measured nowhere say why.
std::vector<Finding> strategyFindings(const RunResult& run, std::span<const StrategyTime> times);

// One for every row that was measured under both `address-4` and `address-16`, by the same rules: kSlower where 4 bytes
// are slower than 16. One that says why if there is none. Copies say what their stores alone take where that is known
// within a tenth.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// All of them, and the CPU's side (experiments/recording.h). A usage error names the strategies that the run lacks, or
// says that it has no row of the suite.
Result<Answer> answerBinding(const RunFigures& figures);

} // namespace vkperftest
