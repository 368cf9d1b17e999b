// Is a row limited by its loads, or by what surrounds them? Its floor tells: the row whose kernel is the same
// but for a value held in registers in place of every load. Rows that run one kernel share a floor
// (cases/floor.h).
#pragma once

#include <optional>
#include <string>

#include "results/model.h"
#include "stats/paired.h"

namespace vkperftest {

// A row that takes less than so many times its floor is not load-bound: its loads are hidden behind the
// additions and the loop, and faster ones would gain it little. A quarter more is beyond what the operation
// makes by which the floor differs, and beyond the 17 % by which kernels of the same operations were seen to
// differ on lavapipe.
constexpr double kLoadBound = 1.25;

// RowResult::floor; a row that names none has that of its own operation and pattern, if the run holds it:
// "ByteAddressBuffer.Load4 uniform, floor". A floor is its own.
std::string floorRowName(const RowResult& row);

// Among the run's rows and floors; null if it is not there.
const RowResult* findFloor(const RunResult& run, const RowResult& row);

// The row's time over that of its floor, under the same strategy or the one that the floor has: its loop reads no
// resource. Nothing unless both were measured.
std::optional<PairedRatio> timeOverFloor(const RunResult& run, const RowResult& row, std::size_t strategy);

// Nothing: there is no floor to judge by, or the samples scatter too much.
std::optional<bool> isLoadBound(const RunResult& run, const RowResult& row, std::size_t strategy);

} // namespace vkperftest
