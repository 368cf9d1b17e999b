// Everything changed: the driver, or the machine?
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// What may set two runs on one model of device apart, beside the driver.
enum class Condition {
    // What was measured, and how (isSetting).
    Kernels,
    Queue,
    Robustness,
    Validation,
    Timer,
    // The machine.
    Gpu,
    Clock,
    MemoryClock,
    Power,
    Temperature,
    Throttling,
};

std::string_view conditionName(Condition condition); // in JSON: "clock_mhz"
bool isSetting(Condition condition);

// A condition that is known of both runs. Its values, BASE's and NEW's:
// - of clocks, power and temperature the means of the readings under load, in MHz, watts and °C;
// - of throttling the share of the readings that report it;
// - of the timer the nanoseconds that it counts in one;
// - of a setting that is on or off 1 or 0;
// - of other kernels and another GPU 0 and 1.
struct ComparedCondition {
    Condition what = Condition::Clock;
    double base = 0, now = 0;
    bool differs = false;
};

// Whether one timer is wrong (analysis/timer.h), and the two count differently: then times do not compare.
bool timersDiffer(const RunResult& base, const RunResult& now);

// The settings that differ. `otherKernels`: most of the figures come from another SPIR-V.
std::vector<ComparedCondition> differentSettings(const RunResult& base, const RunResult& now,
                                                 bool otherKernels);

// What both runs know of the machine. The GPU is listed only if it is another one of the same model.
//
// Clocks differ by more than 1 % (the smallest change that is looked for is 3 %), power by more than 15 %
// (what takes longer at the same clock draws less), temperatures by more than 5 °C (an H100's rose by 4 °C
// within a run), shares of readings with throttling by more than a quarter.
std::vector<ComparedCondition> comparedMachines(const RunResult& base, const RunResult& now);

// Whether both runs report one driver: name, version and build.
bool sameDriver(const RunResult& base, const RunResult& now);

// What made everything slower or faster, as far as two runs show it.
enum class Cause {
    // The driver differs, the clock is known, and nothing else differs. Or two drivers took turns on one
    // machine.
    Driver,
    // The clock explains the change. Or the driver is the same, and either a CPU executes it or the GPU
    // differs.
    Machine,
    // The driver differs, and the machine does, too. Or the driver differs, and a CPU executes it: a CPU's
    // clock is not read.
    Either,
    // None of these.
    Unknown,
};

std::string_view causeName(Cause cause); // in JSON: "driver"

struct CauseFacts {
    double log = 0;          // the logarithm by which the times of everything changed
    bool sameDriver = false; // above
    bool cpu = false;        // a software driver was measured
    bool inTurns = false;    // on one machine
};

// The clock explains the change if it changed as much, give or take a third: one that changed by far more hides
// what else did. A driver of the same name, version and build has not changed. If a setting differs, the cause
// is unknown.
Cause causeOf(const CauseFacts& facts, const std::vector<ComparedCondition>& conditions);

// The mean of what the run's readings under load say of it; nothing if none does.
std::optional<double> meanReading(const RunResult& run, std::optional<double> Conditions::*value);

} // namespace vkperftest
