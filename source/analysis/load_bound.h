// Is a row limited by its loads, or by what surrounds them? Its floor tells: the row whose kernel is the same
// but for a value held in registers in place of every load. Rows that run one kernel share a floor
// (cases/floor.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/run_result.h"
#include "stats/paired.h"

namespace vkperftest {

// A row that takes less than so many times its floor is not load-bound: its loads are hidden behind the
// additions and the loop, and faster ones would gain it little. A quarter more is beyond what the operation
// makes by which the floor differs, and beyond the 17 % by which kernels of the same operations were seen to
// differ on lavapipe.
constexpr double kLoadBound = 1.25;

// RowResult::floor. Results before 1.1 name none: there a row that is called by its operation and pattern
// alone has theirs, "ByteAddressBuffer.Load4 uniform, floor". Empty: it has none (cases/floor.h).
std::string floorRowName(const RowResult& row);

// Among the run's rows and floors; null if it is not there.
const RowResult* findRowOrFloor(const RunResult& run, std::string_view name);
const RowResult* findFloor(const RunResult& run, const RowResult& row);

// What a row or floor has under the strategy of that number; of one that was measured under a single
// strategy, that: a floor's loop reads no resource. (Under addresses it forms them, which is why the suite
// "binding" lists its floors among its rows.)
const StrategyResult& resultUnder(const RowResult& row, std::size_t strategy);

// Its ratio to the baseline there (analysis/summary.h).
std::optional<PairedRatio> ratioUnder(const RunResult& run, const RowResult& row, std::size_t strategy);

// The row's time over that of its floor. Nothing unless both were measured.
std::optional<PairedRatio> timeOverFloor(const RunResult& run, const RowResult& row, std::size_t strategy);

// Nothing: there is no floor to judge by, or the samples scatter too much.
std::optional<bool> isLoadBound(const RunResult& run, const RowResult& row, std::size_t strategy);

} // namespace vkperftest
