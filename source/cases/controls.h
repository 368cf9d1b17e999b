// Controls: kernels that are measured with a row, to find out what limits it (analysis/figures.h).
//   no-load control   the row's loop without its loads; rows that run one kernel share it, so a few dozen no-load controls serve
//           the whole matrix
//   dependent  the row with one load in flight: what it costs if loads depend on one another
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

// The row's own loop without the loads. Nothing for a control, nor for rows that only write, nor for the
// techniques whose lanes share loads: their loops differ, with fewer additions or more operations. Patterns
// differ only in where the loop starts, so one no-load control serves those whose lanes share an address, and one all
// others.
std::optional<Case> noLoadsOf(const Case& row);

// Whether `noLoads` runs the kernel of the row's no-load control: it need not load from the same resource.
bool servesAsNoLoads(const Case& noLoads, const Case& row);

// The row with one load in flight, from the same resource. Nothing unless the row has several; nothing for
// mixed loads, whose iteration holds one load of each part, nor for stores and atomic operations, which
// nothing waits for.
std::optional<Case> dependentOf(const Case& row);

// The controls of the rows that are not among `rows`: the no-load controls (each kernel once), then the dependent controls,
// each in the order of the rows.
std::vector<Case> missingControls(std::span<const Case> rows);

// The chain of dependent steps that shows what a device's own counter counts (shaders/counter.comp). Two
// kernels run the same loop; the rounds of one have twice as many steps. In the difference between both,
// everything else cancels: what a dispatch costs, what the loop costs, and what reading the counter costs.

// The kernel with fewer steps a round, and that with more.
constexpr std::array<std::string_view, 2> kCounterKernels = {"counter.64", "counter.128"};
constexpr std::array<std::uint32_t, 2> kStepsOfRound = {64, 128};

// So few that a dispatch takes less than a millisecond, if a step takes 5 to 16 clocks of a GPU.
constexpr std::uint32_t kCounterRounds = 512;

// Steps that the longer dispatch has more.
constexpr std::uint32_t kMoreSteps = kCounterRounds * (kStepsOfRound[1] - kStepsOfRound[0]);

// Push constants of both kernels, at byte 0.
struct CounterConstants {
    std::uint32_t rounds = kCounterRounds;
    std::uint32_t flipped = 0x9e3779b9, added = 0x7f4a7c15; // any values
    std::uint32_t never = 0;                                // no round's chain ends with it
    std::uint32_t slot = 0;                                 // of the results: the kernel's number
};

// What the chain of that kernel ends with.
std::uint32_t chainEnd(std::size_t kernel);

// What the longer dispatch took more than the shorter one.
struct CounterSample {
    double ticks = 0;       // of the counter
    double nanoseconds = 0; // by timestamps
};

} // namespace vkperftest
