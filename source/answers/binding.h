// The tables of the experiment "binding": what the strategies cost compared with a descriptor set, on the GPU
// and on the CPU that records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "base/enum_table.h"
#include "stats/interval.h"

namespace vkperftest {

// One finding for each strategy but `set`, of the topic "against set": its rows are those of rowsUnder
// (analysis/strategy_rows.h), and its verdict is what most of them say.
std::vector<Finding> judgeStrategies(const RunFigures& figures);

// For every row that was measured under several strategies with addresses, one finding for each of them but
// that with the widest promise of alignment, with which it is compared: Worse if 4 bytes are slower than 16.
// A difference of kOtherKernel comes from the promises, whatever limits the row. A smaller one is not judged
// unless loads limit the slower time, nor is a tie if additions may hide the loads.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

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

// The median time that recording a dispatch in one way takes on the CPU.
struct RecordingCost {
    std::string way;
    double nanoseconds = 0;
    std::optional<Interval> interval;
};

// The costs of all ways measured in command buffers of that many dispatches, the cheapest first.
std::vector<RecordingCost> recordingCosts(const RunResult& run, std::uint64_t dispatches);

// The lengths of command buffers that any way was measured in, ascending.
std::vector<std::uint64_t> recordedLengths(const RunResult& run);

// One finding for each length of command buffer, "1000 dispatches": Better for the cheapest way, which is the
// finding's `way`; Unknown (NoClearOrder) if the 95 % interval of another way reaches down into its own, or
// without "dispatch only", two ways of binding, or enough samples. Then one for each way that was not
// measured. Even with a software driver, the CPU's side is the real time of a real driver.
std::vector<Finding> recordingFindings(const RunResult& run);

} // namespace vkperftest
