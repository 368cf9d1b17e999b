// The experiment "binding": what do the strategies cost compared with a descriptor set, on the GPU and on the
// CPU, and does a promise of 4 bytes of alignment cost anything compared with 16? Judged from a run of the
// suite of that name.
//
// The times of the copies include their stores. These are the same under all strategies, except for how they
// reach the destination.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/strategy_rows.h"
#include "base/enum_table.h"
#include "base/result.h"
#include "cases/strategy.h"
#include "experiments/finding.h"

namespace vkperftest {

inline constexpr std::string_view kBindingSuite = "binding";

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
    // For addresses that promise more than 4 bytes, if it is faster: the row of a structured buffer whose
    // elements promise the same alignment, and that is not surely slower under set. Empty if there is none.
    std::string alikeUnderSet = {};
    std::optional<Trouble> trouble = {}; // why there is no verdict
};

// Every row but the floors, under every strategy but `set` that it was measured under, by strategies. A
// difference of kLoadBound or more comes from the strategies, whatever limits the row. No verdict on a
// smaller difference unless loads limit the slower time, or on a tie if additions may hide the loads. No
// verdict either if the samples scatter too much, the fastest samples disagree, or there is no time under
// `set`.
std::vector<StrategyTime> judgeStrategies(const RunFigures& figures);

// The kinds of loads in the experiment's table, by the descriptor that they need: storage buffers, texel
// buffers, uniform buffers, images without and with a sampler; and copies, which need two.
enum class BoundKind { Storage, Typed, Constants, Texture, Sampled, Copies };
inline constexpr auto kBoundKinds =
    enumTable<BoundKind, std::string_view>({"storage", "typed", "constants", "texture", "sampled", "copies"});

// How long the loads of a kind take under a strategy.
struct KindTime {
    std::string strategy;
    BoundKind kind = BoundKind::Storage;
    // The geometric mean of how many times as long each row takes as under `set`, whatever limits the row.
    // The interval's ends are the means of the rows' ends, so that it is rather too wide.
    PairedRatio times;
    std::size_t rows = 0; // behind the mean, at least one
};

// For every strategy but `set`, the kinds of which a row was measured, in their order.
std::vector<KindTime> timesByKind(const RunFigures& figures);

// The rows of each strategy; `times` is in the order of judgeStrategies(). A gain that a structured buffer
// has under `set` as well is not the strategy's: that row counts as the same.
std::vector<StrategyRows> rowsByStrategy(const std::vector<StrategyTime>& times);

// States what an alignment of 4 bytes costs, and whether one of 8 costs nothing; which strategies to use or
// to avoid, because they are faster or slower than `set` on most of the judged rows (a gain that `set` has
// too, with a structured buffer, does not count); the greatest loss on a row under any other strategy; and
// the cheapest way to record in the longest command buffer, from `recording` (experiments/recording.h).
std::string concludeBinding(const std::vector<StrategyTime>& times, const std::vector<Finding>& recording,
                            const std::vector<StrategyTime>& alignment = {},
                            const std::vector<StrategyTime>& ofEight = {});

// Every row that was measured under both the strategy, `address-4` or `address-8`, and `address-16`: the
// first over the second.
std::vector<StrategyTime> alignmentTimes(const RunFigures& figures,
                                         std::string_view strategy = kNarrowAddresses);

// One for each strategy but `set`: Slower or Faster if any row is, Depends if there are both, else Same if
// any row is, else CannotSay. If a strategy was measured nowhere, its finding gives the reason.
std::vector<Finding> strategyFindings(const RunResult& run, const std::vector<StrategyTime>& times);

// For every row that was measured under several strategies with addresses, one for each of them but that with
// the widest promise of alignment, with which it is compared by the same rules: Slower if 4 bytes are slower
// than 16. If there is no such row, one finding gives the reason. Findings on copies state the time of the
// stores alone if it is known within 10 %.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// The subject of such a finding. `bytes`: the narrower promise.
std::string alignmentSubject(std::string_view row, std::uint32_t bytes = 4);

// All these findings and the CPU's side (experiments/recording.h). A usage error names the strategies that
// the run lacks, or reports that it has no row of the suite.
Result<Answer> answerBinding(const RunFigures& figures);

} // namespace vkperftest
