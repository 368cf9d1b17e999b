// Twins: kernels that are measured with a row, to find out what limits it (analysis/bound.h).
//   floor   the row's loop without its loads; rows that run one kernel share it, so a few dozen floors serve
//           the whole matrix
//   serial  the row with one load in flight: what it costs if loads depend on one another
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

// The row's own loop without the loads. Nothing for a twin, nor for rows that only write, nor for the
// techniques whose lanes share loads: their loops differ, with fewer additions or more operations. Patterns
// differ only in where the loop starts, so one floor serves those whose lanes share an address, and one all
// others.
std::optional<Case> floorOf(const Case& row);

// Whether `floor` runs the kernel of the row's floor: it need not load from the same resource.
bool servesAsFloor(const Case& floor, const Case& row);

// The row with one load in flight, from the same resource. Nothing unless the row has several; nothing for
// mixed loads, whose iteration holds one load of each part, nor for stores and atomic operations, which
// nothing waits for.
std::optional<Case> serialOf(const Case& row);

// The twins of the rows that are not among `rows`: the floors (each kernel once), then the serial twins,
// each in the order of the rows.
std::vector<Case> missingTwins(std::span<const Case> rows);

} // namespace vkperftest
