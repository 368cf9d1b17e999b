// Twins: kernels that are measured with a row, to find out what limits it (analysis/bound.h).
//   floor    the row's loop without its loads; rows that run one kernel share it, so that a few dozen floors
//            serve the whole matrix
//   serial   the row with one load in flight: what it costs when loads depend on one another
//   heavier  the row with more arithmetic beside each load, which it hides unless instructions limit it
// What that arithmetic costs where nothing hides it, one floor shows for the whole run: heavierFloor.
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

// The row with more arithmetic, from the same resource. Nothing unless the row has several loads in flight.
std::optional<Case> heavierOf(const Case& row);

// The floor with more arithmetic of Buffer<RGBA8>.Load linear, the loop of the usual baseline.
Case heavierFloor();

// Whether `floor` runs the kernel of the row's floor: it need not load from the same resource.
bool servesAsFloor(const Case& floor, const Case& row);

// The row with one load in flight, from the same resource. Nothing unless the row has several.
std::optional<Case> serialOf(const Case& row);

// Those twins of the rows that are not among `rows`, each kernel of a floor once: the floors, the serial
// twins, the heavier ones, each in the order of the rows; then, for the heavier ones, heavierFloor and its
// floor.
std::vector<Case> missingTwins(std::span<const Case> rows);

} // namespace vkperftest
