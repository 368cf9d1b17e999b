// Phrases that several formats share.
#pragma once

#include <string>
#include <vector>

#include "results/summary.h"

namespace vkperftest {

std::string ratioText(double ratio); // "3.911x"

// Half the interval's width, relative to the ratio: "±0.4 %"; "±?" without an interval.
std::string plusMinus(const PairedRatio& ratio);

// "1.002x [0.998, 1.006]"
std::string ratioWithInterval(const PairedRatio& ratio);

std::string loadsText(double loadsPerNanosecond); // three significant digits or more: "29.9", "0.187"

std::string deviceLine(const RunResult& run); // device, driver and API version

// What must be known to read the figures: the null row, drift, marks used, unsupported and failed rows with
// reasons, one sentence each.
std::vector<std::string> remarks(const RunResult& run);

// "*" where the precision goal was missed, "!" where the minima disagree; both or neither.
std::string marks(const StrategySummary& summary);

} // namespace vkperftest
