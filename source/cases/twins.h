// Twins: kernels that are measured with a row, to find out what limits it (analysis/bound.h).
//   floor    the row's loop without its loads; rows that run one kernel share it, so a few dozen floors serve
//            the whole matrix
//   serial   the row with one load in flight: what it costs if loads depend on one another
//   heavier  the row with more arithmetic beside each load, which its loads hide unless instructions limit it
// One floor, heavierFloor, shows for the whole run what that arithmetic costs if nothing hides it.
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

// The row with more arithmetic, from the same resource. Nothing unless the row has several loads in flight.
// Stores and atomic operations have neither this twin nor a serial one: nothing waits for them.
std::optional<Case> heavierOf(const Case& row);

// The floor with more arithmetic of Buffer<RGBA8>.Load linear, the loop of the usual baseline.
Case heavierFloor();

// Whether `floor` runs the kernel of the row's floor: it need not load from the same resource.
bool servesAsFloor(const Case& floor, const Case& row);

// The row with one load in flight, from the same resource. Nothing unless the row has several; nothing for
// mixed loads, whose iteration holds one load of each part.
std::optional<Case> serialOf(const Case& row);

// The twins of the rows that are not among `rows`: the floors (each kernel once), the serial twins and the
// heavier ones, each in the order of the rows; then, if there are heavier ones, heavierFloor and its floor.
std::vector<Case> missingTwins(std::span<const Case> rows);

} // namespace vkperftest
