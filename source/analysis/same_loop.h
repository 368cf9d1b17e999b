// Whether a row and its floor can be compared: by what the driver's compiler made of their loops.
#pragma once

#include "model/run_result.h"

namespace vkperftest {

// Whether the compiler made other loops of the row and of its floor, as by unrolling one of them further. The
// times of such loops differ in more than the loads. Both do the same additions; beside them stand in the
// row's loop its loads, their addresses and what waits for them, in the floor's at most one operation for
// each load. So if only one of the two has a loop, if the floor's has more instructions than the row's, or if
// the row's has four times as many or more, they were not made alike. (No row of RADV's has that many, a test
// says; 3.0 were seen.) Instructions are those of the innermost loops, where a parser read both codes. A row
// that alone was unrolled by two may go unnoticed.
//
// Where no code was read, only sizes tell that the driver gives for the whole code ("Binary Size"): the row's
// must not be over twice its floor's, nor the floor's a quarter more than the row's. What stands around the
// loop then hides unrolling by two, but not by four.
//
// False where nothing is known, too; null: no code is.
bool madeOtherLoops(const CodeDigest* row, const CodeDigest* floor);

} // namespace vkperftest
