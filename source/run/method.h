// How a kind of device is sampled. One method is chosen for a device, and everything else asks the method, never
// what kind the device is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/device_record.h"

namespace vkperftest {

struct Method {
    const char* devices = "GPUs"; // for sentences
    // As files say it (RunSettings::cpu): times are those of undisturbed samples (stats/interval.h), and what a
    // dispatch costs is subtracted (run/timing.h). Otherwise a sample is the difference of two dispatches,
    // whose sizes are drawn anew (run/dispatch_size.h).
    bool undisturbed = false;
    bool processorTime = false; // of the driver's only thread counts where others had its core (run/timing.h)
    bool displaced = false;     // code and data lie elsewhere after every renewal (vulkan/device.h)
    bool wholeCores = false;    // dispatches are multiples of the number of cores
    bool nativeLoop =
        false; // the reference clock is a loop on the host (run/timing.h), not the device's counter
    bool timeForWide = false;           // rows with wide intervals get most of a second budget
    std::uint64_t verifiedGroups = 64;  // workgroups of a verification
    std::size_t mostSamples = 1;        // of a row in one submission
    double timeShare = 1;               // of an effort's time; the rest goes into verifying and probing
    double dispatchNanoseconds = 3e6;   // that a dispatch should take
    int probes = 3, baselineProbes = 3; // of a size before it is believed
    double leastWarmUp = 300e6,
           mostWarmUp = 2000e6; // nanoseconds: boost clocks need hundreds of milliseconds
    double mostSteps = 1 << 22; // of a walk, whose kernels have four in an iteration
};

inline constexpr Method kGpuMethod;

// Beside three busy loops on two cores, shorter dispatches of lavapipe more often end before another process gets
// its core: 46 % of the intervals reached +-5 % with 3 ms, 94 % with 2 ms and all with 1 ms; 0.5 ms were no better.
// Other work slows several probes in a row, and every ratio rests on the baseline's samples. llvmpipe leaves the
// loops of an invocation after 65,535 iterations together (LP_MAX_TGSI_LOOP_ITERATIONS in Mesa's lp_bld_limits.h),
// without a word; the longer of a walk's dispatches has twice the steps.
inline constexpr Method kSoftwareMethod{.devices = "software drivers",
                                        .undisturbed = true,
                                        .processorTime = true,
                                        .displaced = true,
                                        .wholeCores = true,
                                        .nativeLoop = true,
                                        .timeForWide = true,
                                        .verifiedGroups = 4,
                                        .mostSamples = 3,
                                        .timeShare = 0.40,
                                        .dispatchNanoseconds = 0.85e6,
                                        .probes = 6,
                                        .baselineProbes = 30,
                                        .leastWarmUp = 150e6,
                                        .mostWarmUp = 600e6,
                                        .mostSteps = 4 * 32764};

inline const Method& methodOf(DeviceKind kind) {
    return kind == DeviceKind::Cpu ? kSoftwareMethod : kGpuMethod;
}

// Of a run whose file says so.
inline const Method& methodOf(bool undisturbed) {
    return undisturbed ? kSoftwareMethod : kGpuMethod;
}

} // namespace vkperftest
