// Sentences about what limits a row, the clock of the cores, and how far loads are from the limit of L1.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

std::string boundText(Bound bound); // "loads limit the row"

// For each bound but loads: how many figures have it, what it means and, if it is unknown, why. Empty for
// printed figures.
std::vector<std::string> boundRemarks(const RunFigures& figures);

// The linear row that delivers the most bytes, compared with the limit of L1, or why that is not known; none
// without such a row.
std::vector<std::string> limitRemarks(const RunFigures& figures);

// "L1, Hopper (9.0): 126 of 128 measured on an H100": the limit and its source; empty if it is not known.
std::string limitName(const RunResult& run);

// What the columns loads/clock, bytes/clock and "of L1" mean, a sentence; none if no row has figures there.
std::vector<std::string> clockColumnRemarks(const RunFigures& figures);

// What the device's own counter shows; none if the clock is known without it.
std::vector<std::string> counterRemarks(const RunResult& run);

} // namespace vkperftest
