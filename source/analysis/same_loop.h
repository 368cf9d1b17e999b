// Whether a row and its floor can be compared: by what the driver's compiler made of their loops.
#pragma once

#include "model/run_result.h"

namespace vkperftest {

// Whether the compiler made other loops of the row and of its floor, as by unrolling one of them further. The
// times of such loops differ in more than the loads. Both do the same additions; beside them stand in the row's
// loop its loads and what waits for them, in the floor's at most one operation for each. So if only one of the
// two has a loop, if the floor's has more instructions than the row's, or if the row's has twice as many or more,
// they were not made alike. Instructions are those of the innermost loops, where a parser read both codes.
//
// Where none did, only sizes tell that the driver gives for the whole code ("Binary Size"): they must lie within a
// factor of 1.5. What stands around the loop then hides that one of the two was unrolled by two, but not by four.
//
// False where nothing is known, too; null: no code is.
bool madeOtherLoops(const CodeDigest* row, const CodeDigest* floor);

} // namespace vkperftest
