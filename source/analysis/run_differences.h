// How two runs differ, apart from their figures, and whether that made everything slower or faster.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// True if this program measured both, on one kind of device. A software driver is executed by a CPU: on
// another CPU (family, model, stepping, vector extensions) or another number of threads, it is another
// device. What a file does not record, as before 1.3, is assumed to be the same.
bool sameDevice(const RunResult& base, const RunResult& now);

// True if both hold the same samples, or the same printed figures.
bool sameFigures(const StrategyResult& was, const StrategyResult& is);

// How their devices differ, a clause: "BASE ran on …, NEW on …". Empty if both ran on one device, or if
// figures are printed.
std::string deviceDifference(const RunResult& base, const RunResult& now);

// Sentences without a full stop, for readers of a comparison of the runs.
std::vector<std::string> runDifferences(const RunResult& base, const RunResult& now);

// How the code that drivers' compilers made of a row changed between two runs.
struct CodeChange {
    std::string baseLoads, nowLoads; // "4 × buffer_load_dword"; empty: not known
    std::optional<bool> same;        // nothing: not known, or the devices differ, and with them their code
    std::string whyUnknown;          // "in BASE: …"; empty if it is known
};

CodeChange codeChange(const RunResult& base, const StrategyResult& before, const RunResult& now,
                      const StrategyResult& after);

// How two runs on one model of device may differ, apart from the driver.
enum class Condition {
    // What was measured, and how (isSetting).
    Kernels,
    Queue,
    Robustness,
    SubgroupSize,
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

// A condition that is known of both runs. The values are BASE's and NEW's:
// - clocks, power and temperature: the means of the readings under load, in MHz, watts and °C;
// - throttling: the share of the readings that report it;
// - the timer: the nanoseconds that it counts in one;
// - robustness: Robustness as a number; the subgroup size: that of all rows, 0 if the driver chose;
// - a setting that is on or off: 1 or 0;
// - other kernels and another GPU: 0 and 1.
struct ComparedCondition {
    Condition what = Condition::Clock;
    double base = 0, now = 0;
    bool differs = false;
};

// True if a timer is wrong (analysis/figures.h) and the two count differently: then times cannot be compared.
bool timersDiffer(const RunResult& base, const RunResult& now);

// The settings that differ. `otherKernels`: most figures come from different SPIR-V.
std::vector<ComparedCondition> differentSettings(const RunResult& base, const RunResult& now,
                                                 bool otherKernels);

// What both runs record of the machine. The GPU is listed only if it is another one of the same model.
//
// Differences that count: clocks by more than 1 % (the smallest change that is looked for is 3 %), power by
// more than 15 % (slower work at the same clock draws less), temperatures by more than 5 °C (an H100's rose
// by 4 °C within a run), shares of readings with throttling by more than a quarter.
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
    bool sameDriver = false; // as sameDriver() says
    bool cpu = false;        // a software driver was measured
    bool inTurns = false;    // the sides took turns on one machine
};

// The clock explains the change if it changed as much, give or take a third: a far larger change hides other
// causes. A driver of the same name, version and build has not changed. If a setting differs, the cause is
// unknown.
Cause causeOf(const CauseFacts& facts, const std::vector<ComparedCondition>& conditions);

// The mean of the value over the run's readings under load; nothing if none has it.
std::optional<double> meanReading(const RunResult& run, std::optional<double> Conditions::*value);

} // namespace vkperftest
