// Whether a run's nanoseconds are true nanoseconds.
#pragma once

#include <optional>

#include "model/run_result.h"

namespace vkperftest {

// How many nanoseconds the device's timer counts in one of the host's clock, if that is surely more than 2 %
// off: all times of the run are wrong by that factor, but no ratio is. Nothing if the timer is right, or its
// rate not known.
std::optional<double> timerError(const RunResult& run);

} // namespace vkperftest
