// How the samples of one program become a time. The method is chosen once for a run, by the kind of device:
// on a GPU it is the median. A software driver shares its cores with everything else, so only its undisturbed
// samples count (stats/paired.h). Ratios are made of pairs on all devices (stats/paired.h).
#pragma once

#include <cstddef>
#include <span>

#include "model/run_result.h"

namespace vkperftest {

// PerfTest's dispatch: 4,096 workgroups of 256 invocations with 256 loads each.
constexpr double kPerfTestLoads = 4096.0 * 256.0 * 256.0;

// All series hold times > 0, and are not empty.
class Estimator {
public:
    virtual ~Estimator() = default;

    // How many of the samples count.
    virtual std::size_t countedSamples(std::span<const double> samples) const = 0;

    // The time that these samples show, in their unit.
    virtual double level(std::span<const double> samples) const = 0;
};

// The estimator that suits the run; it lives as long as the program.
const Estimator& estimatorOf(const RunSettings& settings);

} // namespace vkperftest
