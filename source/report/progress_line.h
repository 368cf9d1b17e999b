// The line that tells how far a run is.
#pragma once

#include <string>

#include "model/run_result.h"
#include "model/run_stage.h"

namespace vkperftest {

// "38 %, 0:43 left, cbuffer{float4} load linear  set 3.911x ±0.4 %": the share of the time, the time left
// where it can be told (from `elapsedSeconds` since measuring began), the run's row at work, if any, and what
// it has come to.
std::string progressLine(double fraction, double elapsedSeconds, const RunResult* run = nullptr,
                         const RowResult* row = nullptr);

// What happens before rows are sampled: "building pipelines: 37 of 276", and where sampling had begun
// "38 %, verifying rows: 12 of 138". `all` is 0 where nothing is counted.
std::string stageLine(RunStage stage, std::size_t done, std::size_t all, double fraction = 0);

// "0:43" or "1:02:03".
std::string durationText(double seconds);

} // namespace vkperftest
