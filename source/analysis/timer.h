// Whether nanoseconds of a run are nanoseconds.
#pragma once

#include <optional>

#include "model/run_result.h"

namespace vkperftest {

// How many nanoseconds the device's timer counts in one of the host's clock, if that is surely more than 2 %
// off: all times of the run are wrong by that factor, and no ratio is. Nothing where it is right or not
// known.
std::optional<double> timerError(const RunResult& run);

} // namespace vkperftest
