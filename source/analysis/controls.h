// What a row's twins (cases/controls.h) show of it: its time over its floor's, what dependent loads cost, and
// what limits it.
#pragma once

#include <functional>
#include <optional>

#include "analysis/row_figures.h"
#include "model/run_result.h"

namespace vkperftest {

// The figures of a row or twin without those that need its own twins.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// Fills in what the twins show about the row, under each strategy.
void judgeBounds(const RunResult& run, RowFigures& row, const FiguresOf& figuresOf);

// Whether a row and its floor can be compared, judged by the loops that the driver's compiler made of them.

// True if the compiler made different loops of the row and of its floor, for example by unrolling one of them
// further. The times of such loops differ in more than the loads. Both loops do the same additions. Besides
// these, the row's loop has its loads, their addresses and waits; the floor's loop has at most one operation
// for each load. So the loops differ if only one of the codes has a loop, if the floor's has more
// instructions than the row's, or if the row's has at least four times as many. (A test shows that no row of
// RADV has that many, but those with a loop around each load; 3.0 times was seen.) Instructions are those of
// the innermost loops, if a parser read both codes. If only the row was unrolled, by two, that may go
// unnoticed.
//
// If no code was read, only the size that the driver reports for the whole code counts ("Binary Size"): the
// row's must be at most twice its floor's, and the floor's at most a quarter more than the row's. The code
// around the loop then hides unrolling by two, but not by four.
//
// Also false if nothing is known; null: no code is known.
bool madeOtherLoops(const CodeDigest* row, const CodeDigest* floor);

} // namespace vkperftest
