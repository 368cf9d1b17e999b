// The figures that a finding rests on, for programs.
#pragma once

#include "experiments/finding.h"
#include "model/json_layout.h"

namespace vkperftest {

// [{"name", "strategy", "reference", "reference_strategy", "times", "times_low", "times_high"}]; of what the
// CPU records [{"name", "nanoseconds", "nanoseconds_low", "nanoseconds_high"}]. Without an interval its ends
// are null.
Json figuresJson(const Finding& finding);

} // namespace vkperftest
