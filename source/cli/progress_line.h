// The line that tells how far a run is.
#pragma once

#include <string>

#include "run/runner.h"

namespace vkperftest {

// "38 %, 0:43 left, cbuffer{float4} load linear  set 3.911x ±0.4 %": the share of the time, the time left where it
// can be told (from `elapsedSeconds` since measuring began), the row at work and what it has come to so far.
std::string progressLine(const Progress& progress, double elapsedSeconds);

// "0:43" or "1:02:03".
std::string durationText(double seconds);

} // namespace vkperftest
