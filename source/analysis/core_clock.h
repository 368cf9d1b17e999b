// The clock of the shader cores while rows ran, and whether the device's own counter shows it.
// By Mesa's sources, the counter of VK_KHR_shader_clock counts clocks of the cores on AMD, NVIDIA and Arm; lavapipe's
// is the processor's time stamps. No driver's name decides, but what was read: beside a chain of dependent operations
// (cases/controls.h), each of which takes a whole number of clocks.
#pragma once

#include <optional>
#include <vector>

#include "model/run_result.h"
#include "stats/mixed_model.h"

namespace vkperftest {

// Those of the run's counter without disturbed ones, whose steps took 2 % more or fewer ticks than the median; all if
// more than one in four did.
std::vector<const Conditions*> counterReadings(const RunResult& run);

// Whether the run's counter counts clocks of the cores: not as often as the timer ticks or once in a nanosecond, within
// 0.5 %; and a step takes a whole number of ticks, within 0.03, that differs by no more than 2 %. Not where the
// driver runs on the CPU.
bool countsClocks(const RunResult& run);

enum class ClockSource { Counter, System };

struct CoreClock {
    double gigahertz = 0; // the mean of the readings, of whichever rows: other rows may run at another clock
    ClockSource source = ClockSource::System;
    double range = 1; // the highest reading over the lowest
};

// By the counter, if it counts clocks, else by the system: from the readings while a row ran, or, without any, while
// the baseline ran.
std::optional<CoreClock> coreClock(const RunResult& run);

// Clocks of all units in a nanosecond. Nothing where the clock or the units are not known, and for software drivers.
std::optional<double> unitClocksPerNanosecond(const RunResult& run);

// The clock that times of two runs are compared in: one that no shader compiler touches.
enum class ReferenceClock {
    None,       // none was read
    Core,       // of a GPU's cores: its counter, or what the system reported (coreClock)
    NativeLoop, // beside a software driver (run/timing.h)
};

struct ClockReadings {
    ReferenceClock clock = ReferenceClock::None;
    Levels rates; // by restart: logarithm of the ticks in a nanosecond; empty: None
};

ClockReadings referenceClock(const RunResult& run);

// What two runs differ by though nothing changed, by the kind of device: of figures in ticks of the reference clock.
RunScatter runScatter(bool software, ReferenceClock clock);

} // namespace vkperftest
