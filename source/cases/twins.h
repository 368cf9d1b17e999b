// Twins: kernels that are measured with a row, to tell what bounds it. The floor is the row's loop without its
// loads; rows that run one kernel share it, so that a few dozen floors serve the whole matrix. The serial twin
// is the row itself with one load in flight: it tells what it costs when loads depend on one another.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

// The row's own loop without the loads. Nothing for a twin, and for the techniques whose lanes
// share loads: their loops are others, of fewer additions or of more operations. The random pattern's is the
// linear one's: the two differ in where the loop starts alone, and in neither are addresses the same for all
// lanes.
std::optional<Case> floorOf(const Case& row);

// Whether `floor` runs the kernel of the row's floor: it need not load from the same resource.
bool servesAsFloor(const Case& floor, const Case& row);

// The row with one load in flight, from the same resource. Nothing unless the row has several.
std::optional<Case> serialOf(const Case& row);

// The floors of rows that have none among `rows`, each kernel once, then their serial twins that are not there
// either, each once; both in the order of the rows.
std::vector<Case> missingTwins(std::span<const Case> rows);

} // namespace vkperftest
