// Runs made by hand for comparisons: rows with known levels, restarts and noise.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "../stats/random.h"
#include "model/run_result.h"

namespace vkperftest {

constexpr std::uint64_t kMadeUpLoads = 1u << 20;

struct MadeUp {
    std::size_t rows = 276;
    std::size_t restarts = 5;
    std::size_t samplesPerRestart = 3;
    double sampleNoise = 0.01;   // relative, of each sample by itself
    double restartNoise = 0.005; // relative, of all samples of a row in a restart
    double machineNoise = 0;     // relative, of all that is measured in a restart, the baseline too
    bool clock = true;           // which is read in every restart, and shows the machine's noise
    std::function<double(std::size_t row)> slowness = [](std::size_t) { return 1.0; };
    std::function<double(std::size_t sample)> drift = [](std::size_t) {
        return 1.0;
    };                   // of row and baseline alike
    bool skewed = false; // noise is exponential instead of normal
    std::uint64_t seed = 1;
};

// One strategy, `set`. Row i takes (1 + i % 7) ns a thousand loads, times its slowness; the baseline 1.
inline RunResult madeUpRun(const MadeUp& how) {
    Random random(how.seed);
    const auto factor = [&](double noise) {
        return how.skewed ? 1 - noise * (std::log(random.uniform()) + 1) / 1.0
                          : std::exp(noise * random.normal());
    };
    RunResult run;
    run.device = {.name = "Made-up GPU", .vendorId = 1, .deviceId = 2, .apiVersion = "1.3.0"};
    run.settings = {.suite = "matrix",
                    .baseline = "Buffer<RGBA8>.Load random",
                    .strategies = {"set"},
                    .effort = "default",
                    .precisionGoal = 0.01};
    run.warmedUp = true;
    run.kernels["kernel"] = "abc";
    std::vector<double> machine(how.restarts);
    for (double& speed : machine) speed = factor(how.machineNoise);
    for (std::size_t e = 0; e < how.restarts && how.clock; ++e)
        run.conditions.push_back({.restart = e, .clock = 2000 / machine[e]});
    for (std::size_t i = 0; i < how.rows; ++i) {
        RowResult row{.name = "row " + std::to_string(i),
                      .operation = "row",
                      .pattern = std::to_string(i),
                      .id = "row-" + std::to_string(i),
                      .kernel = "kernel",
                      .baselineLoads = kMadeUpLoads,
                      .strategies = {{.strategy = "set", .status = Status::Measured, .loads = kMadeUpLoads}},
                      .stopped = StopReason::Time};
        for (std::size_t e = 0; e < how.restarts; ++e) {
            const double restart = factor(how.restartNoise);
            for (std::size_t k = 0; k < how.samplesPerRestart; ++k) {
                const double common = machine[e] * how.drift(e * how.samplesPerRestart + k);
                const double nanosecondsALoad = 1e-3 * static_cast<double>(1 + i % 7) * how.slowness(i);
                row.baselineNanoseconds.push_back(1e-3 * common * factor(how.sampleNoise) * kMadeUpLoads);
                row.strategies[0].nanoseconds.push_back(nanosecondsALoad * common * restart *
                                                        factor(how.sampleNoise) * kMadeUpLoads);
                row.restarts.push_back(e);
            }
        }
        run.rows.push_back(std::move(row));
    }
    return run;
}

} // namespace vkperftest
