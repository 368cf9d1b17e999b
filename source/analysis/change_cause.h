// Everything changed: the driver, or the machine?
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// What may set two runs on one model of device apart.
enum class Condition { Gpu, Kernels, Clock, MemoryClock, Power, Temperature, Throttling };

std::string_view conditionName(Condition condition); // in JSON: "clock_mhz"

// One that is known of both runs.
struct ComparedCondition {
    Condition what = Condition::Clock;
    // The means of the readings under load: MHz, watts, °C, the share of the readings with throttling. Of another GPU
    // of the model, and of other kernels, which are listed only if they differ: 0 and 1.
    double base = 0, now = 0;
    bool differs = false;
};

// Clocks differ by more than 1 % (the smallest change that is looked for is 3 %), power by more than 15 % (what takes
// longer at the same clock draws less), temperatures by more than 5 °C (an H100's rose by 4 °C within a run), shares of
// readings with throttling by more than a quarter. `otherKernels`: most of the figures come from another SPIR-V.
std::vector<ComparedCondition> comparedConditions(const RunResult& base, const RunResult& now,
                                                  bool otherKernels);

enum class Cause {
    Driver, // the clock was read in both runs, and no condition differs; or the two took turns on one machine
    Machine, // the clock changed by as much, or by two thirds of it and more; or the driver is executed by a CPU
    Either,  // conditions differ, and do not explain it
    Unknown, // no condition differs, but the clock was not read in both runs
};

std::string_view causeName(Cause cause); // in JSON: "driver"

// Of runs that did not take turns. `log`: the logarithm by which the times of everything changed; `cpu`: a software
// driver was measured.
Cause causeOf(double log, const std::vector<ComparedCondition>& conditions, bool cpu);

// The mean of what the run's readings under load say of it; nothing if none does.
std::optional<double> meanReading(const RunResult& run, std::optional<double> Conditions::*value);

} // namespace vkperftest
