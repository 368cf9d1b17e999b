// The line that shows a run's progress.
#pragma once

#include <string>

#include "model/run_result.h"

namespace vkperftest {

// "38 %, 0:43 left, cbuffer{float4} load linear  set 3.911x ±0.4 %": the share of the time, the time left
// once it can be estimated (from `elapsedSeconds` since measuring began), and the row that is being measured,
// if any, with its figures so far.
std::string progressLine(double fraction, double elapsedSeconds, const RunResult* run = nullptr,
                         const RowResult* row = nullptr);

// What happens while no row is sampled: "building pipelines: 37 of 276"; once sampling has begun, "38 %,
// verifying rows: 12 of 138". `all` is 0 if nothing is counted.
std::string stageLine(RunStage stage, std::size_t done, std::size_t all, double fraction = 0);

// "0:43" or "1:02:03".
std::string durationText(double seconds);

} // namespace vkperftest
