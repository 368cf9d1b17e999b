#include "support/simulated_gpu.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cases/case.h"
#include "run/dispatch_size.h"

namespace vkperftest {
namespace {

// The share of a difference that remains after a time, if 95 % of it goes within so many milliseconds.
double remains(double nanoseconds, double milliseconds) {
    return std::exp(-3 * nanoseconds / (milliseconds * 1e6));
}

// Clocks of one unit that holds so many workgroups at a time.
double unitClocks(const LoadCost& cost, double groups) {
    const double busy = groups * kLoadsPerGroup * std::max(cost.issue, cost.arithmetic);
    return std::max(busy, cost.latency * kLoadsPerInvocation / cost.inFlight);
}

// Clocks of a dispatch whose workgroups all take equally long.
double lockstepClocks(const GpuProperties& gpu, const LoadCost& cost, double groups) {
    const double resident = gpu.units * gpu.groupsPerUnit;
    const double waves = std::floor(groups / resident);
    const double left = groups - waves * resident;
    const double full = waves * unitClocks(cost, gpu.groupsPerUnit);
    if (left <= 0) return full;
    const double evenly = std::ceil(left / gpu.units);
    const double clumped = std::min(gpu.groupsPerUnit, std::ceil(left));
    // The first wave finds all units free.
    const double most = waves > 0 ? evenly + gpu.clump * (clumped - evenly) : evenly;
    return full + unitClocks(cost, most);
}

} // namespace

LoadCost scaled(const LoadCost& cost, double factor) {
    return {cost.issue * factor, cost.arithmetic * factor, cost.latency * factor, cost.inFlight};
}

double steadyNanosecondsPerLoad(const GpuProperties& gpu, const LoadCost& cost) {
    const double wave = unitClocks(cost, gpu.groupsPerUnit);
    return wave / (gpu.units * gpu.groupsPerUnit * kLoadsPerGroup * gpu.boostGhz);
}

double dispatchClocks(const GpuProperties& gpu, const LoadCost& cost, double groups) {
    // The middles of nine equally probable parts of the standard normal distribution.
    constexpr double kSmears[] = {-1.593, -0.967, -0.589, -0.282, 0, 0.282, 0.589, 0.967, 1.593};
    const double resident = gpu.units * gpu.groupsPerUnit;
    const double deviation = gpu.spread * std::sqrt(groups / resident) * resident;
    double sum = 0;
    for (const double smear : kSmears)
        sum += lockstepClocks(gpu, cost, std::max(1.0, groups + deviation * smear));
    return sum / std::size(kSmears);
}

SimulatedGpu::SimulatedGpu(const GpuProperties& properties, std::vector<Throttling> throttling,
                           std::uint64_t machine, std::mt19937_64& random)
    : properties_(properties), throttling_(std::move(throttling)), random_(random) {
    std::mt19937_64 shared(machine);
    level_ = std::exp(properties_.machine * standardNormal(shared));
    slowPhase_ = standardNormal(random_);
    fastPhase_ = standardNormal(random_);
}

void SimulatedGpu::idle(double nanoseconds) {
    now_ += nanoseconds;
    ramp_ *= remains(nanoseconds, properties_.coolMs);
}

void SimulatedGpu::beginSubmission() {
    idle(properties_.submissionUs * 1e3);
    first_ = true;
}

double SimulatedGpu::clockGhz() const {
    if (properties_.exact) return properties_.boostGhz;
    constexpr double kSlowSeconds = 7.3, kFastSeconds = 1.9; // of the two swings that make up the wander
    const double seconds = now_ * 1e-9;
    const auto swing = [&](double period, double phase) {
        return std::sin(2 * std::numbers::pi * (seconds / period + phase));
    };
    const double wander =
        1 + properties_.wander * (swing(kSlowSeconds, slowPhase_) + swing(kFastSeconds, fastPhase_)) / 2;
    double throttled = 1;
    for (const Throttling& step : throttling_) {
        if (seconds >= step.second) throttled = 1 - step.share;
    }
    const double ramped = properties_.idleShare + (1 - properties_.idleShare) * ramp_;
    return properties_.boostGhz * level_ * wander * throttled * ramped;
}

double SimulatedGpu::run(const LoadCost& cost, std::uint64_t groups) {
    if (properties_.exact) {
        const double loads = static_cast<double>(groups * kLoadsPerGroup);
        const double taken = steadyNanosecondsPerLoad(properties_, cost) * loads;
        now_ += taken;
        return taken;
    }
    return take(dispatchClocks(properties_, cost, static_cast<double>(groups)));
}

double SimulatedGpu::runAlone(double clocks) {
    if (!properties_.exact) return take(clocks);
    now_ += clocks / properties_.boostGhz;
    return clocks / properties_.boostGhz;
}

double SimulatedGpu::take(double clocks) {
    const double launch = properties_.launchUs + (first_ ? properties_.firstUs : 0);
    first_ = false;
    double taken = clocks / clockGhz() + launch * 1e3;
    taken *= std::exp(properties_.noise * standardNormal(random_));
    if (uniformNumber(random_) < properties_.outliers)
        taken -= properties_.outlierUs * 1e3 * std::log(uniformNumber(random_));
    const double begin = std::floor(now_ / properties_.tickNanoseconds);
    now_ += taken;
    ramp_ = 1 - (1 - ramp_) * remains(taken, properties_.rampMs);
    return (std::floor(now_ / properties_.tickNanoseconds) - begin) * properties_.tickNanoseconds;
}

} // namespace vkperftest
