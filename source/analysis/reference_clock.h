// The clock that times of two runs are compared in: one that no shader compiler touches.
#pragma once

#include "model/run_result.h"
#include "stats/mixed_model.h"

namespace vkperftest {

enum class ReferenceClock {
    None,       // none was read
    Core,       // of a GPU's cores: its counter, or what the system reported (analysis/core_clock.h)
    NativeLoop, // beside a software driver (run/native_loop.h)
};

struct ClockReadings {
    ReferenceClock clock = ReferenceClock::None;
    Levels rates; // by restart: logarithm of the ticks in a nanosecond; empty: None
};

ClockReadings referenceClock(const RunResult& run);

// What two runs differ by though nothing changed, by the kind of device: of figures in ticks of the reference clock.
RunScatter runScatter(bool software, ReferenceClock clock);

} // namespace vkperftest
