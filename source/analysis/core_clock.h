// The clock of the shader cores while rows ran, and whether the device's own counter shows it.
// By Mesa's sources, the counter of VK_KHR_shader_clock counts clocks of the cores on AMD, NVIDIA and Arm; lavapipe's
// is the processor's time stamps. No driver's name decides, but what was read: beside a chain of dependent operations
// (cases/controls.h), each of which takes a whole number of clocks.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/run_result.h"
#include "stats/mixed_model.h"

namespace vkperftest {

enum class CounterDoubt {
    None,     // it counts clocks of the cores
    NotRead,  // the device has none, or the run is older, or the driver runs on the CPU
    Timer,    // within 0.5 % as often as the timer ticks, or once in a nanosecond
    NotWhole, // steps take no whole number of ticks, within 0.03, or different ones, by more than 2 %
};

// Those of the run's counter without disturbed ones, whose steps took 2 % more or fewer ticks than the median; all if
// more than one in four did.
std::vector<const Conditions*> counterReadings(const RunResult& run);

struct JudgedCounter {
    CounterDoubt doubt = CounterDoubt::NotRead;
    double ticksPerNanosecond = 0, ticksPerStep = 0; // medians of the readings
    std::size_t readings = 0;
};

JudgedCounter judgeCounter(const RunResult& run);

enum class ClockSource { Counter, System };

// In clocks a nanosecond; nothing if the source did not show it.
std::optional<double> clockOf(const Conditions& reading, ClockSource source);

struct CoreClock {
    double gigahertz = 0; // the mean of the readings, of whichever rows: other rows may run at another clock
    ClockSource source = ClockSource::System;
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
