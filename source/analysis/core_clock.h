// The clock of the shader cores while rows ran, and whether the device's own counter shows it.
//
// Vulkan does not say what VK_KHR_shader_clock counts. By Mesa's sources, the counter of a subgroup is
// s_memtime or the register SHADER_CYCLES on AMD's GPUs (ACO), SR_CLOCKLO on NVIDIA's (NAK) and the cycle
// counter that LD_GCLK reads on Arm's (bifrost_compile.c): all count clocks of the cores. On Intel's it is
// the register tm0, which follows the cores' speed by a comment in earlier versions of brw_fs.cpp. lavapipe's
// is what LLVM's readcyclecounter gives: the processor's time stamps. So no driver's name decides, but what
// was read: beside a chain of dependent operations (cases/controls.h), each of which takes a whole
// number of clocks.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// How many nanoseconds the device's timer counts in one of the host's clock, if that is surely more than 2 %
// off: all times of the run are wrong by that factor, but no ratio is. Nothing if the timer is right, or its
// rate not known.
std::optional<double> timerError(const RunResult& run);

enum class CounterDoubt {
    None,       // it counts clocks of the cores
    NotRead,    // the device has none, or the run is older, or the driver runs on the CPU
    WrongTimer, // no time is right
    Timer,      // within 0.5 % as often as the timer ticks, or once in a nanosecond
    NotWhole,   // steps take no whole number of ticks, within 0.03, or different ones, by more than 2 %
};

// The readings of the run's counter, without those that something disturbed: whose steps took over 2 % more
// or fewer ticks than the median. All of them if more than one in four differs so much.
std::vector<const Conditions*> counterReadings(const RunResult& run);

struct JudgedCounter {
    CounterDoubt doubt = CounterDoubt::NotRead;
    double ticksPerNanosecond = 0, ticksPerStep = 0; // medians of the readings
    std::size_t readings = 0;
};

// What the readings of the run's counter show. A counter that keeps its ticks a step while its rate moves by
// 5 % or more counts clocks, even if a step does not take a whole number of them.
JudgedCounter judgeCounter(const RunResult& run);

enum class ClockSource { Counter, System };

// In clocks a nanosecond; nothing if the source did not show it.
std::optional<double> clockOf(const Conditions& reading, ClockSource source);

struct CoreClock {
    double gigahertz = 0; // the mean of the readings, of whichever rows: other rows may run at another clock
    ClockSource source = ClockSource::System;
};

// By the counter, if it counts clocks, else by what the system reported: from the readings that were taken
// while a row ran, or, without such readings, while the baseline ran. Nothing if neither is known.
std::optional<CoreClock> coreClock(const RunResult& run);

// Clocks of all units in a nanosecond of the run: loads a nanosecond over this are loads a clock and unit.
// Nothing where the clock or the number of units is not known, where the timer is wrong, and for software
// drivers.
std::optional<double> unitClocksPerNanosecond(const RunResult& run);

} // namespace vkperftest
