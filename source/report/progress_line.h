// The line that tells how far a run is.
#pragma once

#include <string>

#include "model/run_result.h"

namespace vkperftest {

// "38 %, 0:43 left, cbuffer{float4} load linear  set 3.911x ±0.4 %": the share of the time, the time left
// where it can be told (from `elapsedSeconds` since measuring began), the run's row at work, if any, and what
// it has come to.
std::string progressLine(double fraction, double elapsedSeconds, const RunResult* run = nullptr,
                         const RowResult* row = nullptr);

// "0:43" or "1:02:03".
std::string durationText(double seconds);

} // namespace vkperftest
