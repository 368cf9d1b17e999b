// Floors: what a row would cost without its loads. Every kernel that loads for each lane has a twin of the
// technique Floor; rows that run one kernel share it, so that a few dozen floors serve the whole matrix.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

// The row's twin: its own loop without the loads. Nothing for a floor, and for the techniques whose lanes
// share loads: their loops are others, of fewer additions or of more operations. The random pattern's is the
// linear one's: the two differ in where the loop starts alone, and in neither are addresses the same for all
// lanes.
std::optional<Case> floorOf(const Case& row);

// Whether `floor` runs the kernel of the row's floor: it need not load from the same resource.
bool servesAsFloor(const Case& floor, const Case& row);

// The floors of rows that have none among `rows`, each kernel once, in the order of the rows.
std::vector<Case> missingFloors(std::span<const Case> rows);

} // namespace vkperftest
