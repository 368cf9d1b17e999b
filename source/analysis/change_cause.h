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

// A condition that is known of both runs.
struct ComparedCondition {
    Condition what = Condition::Clock;
    // The means of the readings under load: MHz, watts, °C, the share of the readings with throttling. Of the timer, how
    // many nanoseconds it counts in one. Of settings that are on or off, 1 and 0; of what is another one, 0 and 1.
    double base = 0, now = 0;
    bool differs = false;
};

// Whether one of the two timers is wrong (analysis/timer.h), and they count differently: then times do not compare.
bool timersDiffer(const RunResult& base, const RunResult& now);

// The settings that differ. `otherKernels`: most of the figures come from another SPIR-V.
std::vector<ComparedCondition> differentSettings(const RunResult& base, const RunResult& now,
                                                 bool otherKernels);

// What is known of the machine in both runs. Another GPU of the model is listed only if it is known to be another one.
//
// Clocks differ by more than 1 % (the smallest change that is looked for is 3 %), power by more than 15 % (what takes
// longer at the same clock draws less), temperatures by more than 5 °C (an H100's rose by 4 °C within a run), shares of
// readings with throttling by more than a quarter.
std::vector<ComparedCondition> comparedMachines(const RunResult& base, const RunResult& now);

// Whether both runs report one driver: name, version and build.
bool sameDriver(const RunResult& base, const RunResult& now);

enum class Cause {
    Driver, // another driver, and nothing else differs: the clock was the same, or the two took turns on one machine
    Machine, // the clock explains the change; or the driver is the same, and a CPU executes it or the GPU is another one
    Either, // another driver, and the machine differs, too, or a CPU executes the driver: nobody reads a CPU's clock
    Unknown, // none of these: the sentence and the conditions list what is known
};

std::string_view causeName(Cause cause); // in JSON: "driver"

struct CauseFacts {
    double log = 0;          // the logarithm by which the times of everything changed
    bool sameDriver = false; // above
    bool cpu = false;        // a software driver was measured
    bool inTurns = false;    // on one machine
};

// The clock explains the change if it changed by as much, or by two thirds of it and more. A driver of the same name,
// version and build has not changed. Settings that differ leave the cause unknown.
Cause causeOf(const CauseFacts& facts, const std::vector<ComparedCondition>& conditions);

// The mean of what the run's readings under load say of it; nothing if none does.
std::optional<double> meanReading(const RunResult& run, std::optional<double> Conditions::*value);

} // namespace vkperftest
