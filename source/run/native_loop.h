// The reference clock beside a software driver: a loop that no shader compiler touches.
//
// Files of one CPU are compared in its steps (analysis/core_clock.h), since a CPU's speed differs from run to
// run: its clock, and what other work leaves of it. Each of as many threads as the driver has runs a chain of
// dependent shifts and exclusive ors, in stretches of about 60 µs, all at the same time.
#pragma once

#include "cases/controls.h"

namespace vkperftest {

// Of kMoreSteps steps; one step is one tick. The time is that of undisturbed stretches (stats/interval.h), in the
// mean over the threads. Takes about 2 ms.
CounterSample runNativeLoop(unsigned threads);

} // namespace vkperftest
