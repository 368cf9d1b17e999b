// How samples become figures. The method is chosen once for a run, by the kind of device. On a GPU, a row and
// the baseline are compared pair by pair. A software driver shares its cores with everything else, so only
// its undisturbed samples count (stats/undisturbed.h), and their levels are compared.
#pragma once

#include <cstddef>
#include <span>

#include "model/run_result.h"
#include "stats/paired.h"
#include "stats/undisturbed.h"

namespace vkperftest {

// PerfTest's dispatch: 4,096 workgroups of 256 invocations with 256 loads each.
constexpr double kPerfTestLoads = 4096.0 * 256.0 * 256.0;

// All series hold nanoseconds a load, > 0, and are not empty.
class Estimator {
public:
    virtual ~Estimator() = default;

    // How many of the samples count; they may be of any number of loads.
    virtual std::size_t countedSamples(std::span<const double> samples) const = 0;

    // The time of a load, by all these samples.
    virtual double level(std::span<const double> samples) const = 0;

    // How many times as long one strategy of a row took as another: equally many samples, pair i at index i.
    virtual PairedRatio timeOver(std::span<const double> one, std::span<const double> other) const = 0;

    // The level of the baseline's samples that were taken while a row was measured: made once for all its
    // strategies. `logs`: the samples' logarithms, or empty if nobody has made them.
    virtual SeriesLevel meanwhile(std::span<const double> samples, std::span<const double> logs) const = 0;

    // How many times as long the baseline took as the subject. `paired`: the baseline's samples that were
    // taken together with the subject's, pair i at index i; `meanwhile`: the level of all that were taken
    // while the subject was measured.
    virtual PairedRatio ratioToBaseline(std::span<const double> paired, const SeriesLevel& meanwhile,
                                        std::span<const double> subject) const = 0;

    // A lower bound on the relative width of a ratio to the baseline, faster to find than such a ratio. 0:
    // not known. The samples may be of any number of loads.
    virtual double leastRelativeWidth(std::span<const double> subject) const = 0;

    // The logarithm of the same ratio, of the samples of one epoch (analysis/epoch_levels.h).
    // `baselineLogLevel`: of all the baseline's samples in it.
    virtual double logRatio(std::span<const double> paired, double baselineLogLevel,
                            std::span<const double> subject) const = 0;
};

// The estimator that suits the run; it lives as long as the program.
const Estimator& estimatorOf(const RunSettings& settings);

} // namespace vkperftest
