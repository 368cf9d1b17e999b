// Floors: what a row would cost without its loads. Every kernel has a twin of the technique Floor; rows that run one
// kernel share it, so that a few dozen floors serve the whole matrix.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

// The row's twin that loads nothing in its loop; nothing for a row that is a floor. The random pattern's is the linear
// one's: the two differ in where the loop starts alone, and in neither are addresses the same for all lanes.
std::optional<Case> floorOf(const Case& row);

// Whether `floor` runs the kernel of the row's floor: it need not load from the same resource.
bool servesAsFloor(const Case& floor, const Case& row);

// The floors of rows that have none among `rows`, each kernel once, in the order of the rows.
std::vector<Case> missingFloors(std::span<const Case> rows);

} // namespace vkperftest
