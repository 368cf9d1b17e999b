// The figures behind a finding, for programs.
#pragma once

#include "experiments/finding.h"
#include "model/json_layout.h"

namespace vkperftest {

// [{"name", "strategy", "reference", "reference_strategy", "times", "times_low", "times_high"}]; for
// recording times of the CPU [{"name", "nanoseconds", "nanoseconds_low", "nanoseconds_high"}]. Without an
// interval, low and high are null.
Json figuresJson(const Finding& finding);

} // namespace vkperftest
