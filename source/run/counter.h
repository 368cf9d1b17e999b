// Reading a device's own counter.
#pragma once

#include <optional>
#include <span>

#include "model/conditions.h"
#include "run/executor.h"

namespace vkperftest {

// The medians of the samples' rates and ticks. Samples whose nanoseconds are not positive do not count;
// without any other, there is no reading.
std::optional<CounterReading> readingOf(std::span<const CounterSample> samples);

// Samples the counter three times, each time right after the dispatch, or alone. Errors: as for
// Executor::readCounter; Unsupported, too, if the device's timer never advanced meanwhile.
Result<CounterReading> readCounter(Executor& executor, const std::optional<Dispatch>& after);

} // namespace vkperftest
