// How samples become figures. Which way is chosen once for a run, by what it was measured on: on a GPU a row
// and the baseline are compared pair by pair; of a software driver, which shares its cores with everything
// else, only undisturbed samples count (stats/undisturbed.h), and their levels are compared.
#pragma once

#include <cstddef>
#include <span>

#include "model/run_result.h"
#include "stats/paired.h"
#include "stats/undisturbed.h"

namespace vkperftest {

// All series hold nanoseconds a load, > 0, and are not empty.
class Estimator {
public:
    virtual ~Estimator() = default;

    // How many of the samples count; they may be of any number of loads.
    virtual std::size_t countedSamples(std::span<const double> samples) const = 0;

    // What a load takes, all in all.
    virtual double level(std::span<const double> samples) const = 0;

    // How many times as long one strategy of a row took as another: equally many samples, pair i at index i.
    virtual PairedRatio timeOver(std::span<const double> one, std::span<const double> other) const = 0;

    // What is to be known of the baseline's samples that were taken while a row was at work: made once for
    // all its strategies. `logs`: their logarithms, or empty where nobody has made them.
    virtual SeriesLevel meanwhile(std::span<const double> samples, std::span<const double> logs) const = 0;

    // How many times as long the baseline took as the subject. `paired`: the baseline's samples that were
    // taken together with the subject's, pair i at index i; `meanwhile`: of all that were taken while the
    // subject was at work.
    virtual PairedRatio ratioToBaseline(std::span<const double> paired, const SeriesLevel& meanwhile,
                                        std::span<const double> subject) const = 0;

    // No ratio to the baseline has an interval that is relatively narrower; it is found faster than such a
    // ratio. 0: that is not known. The samples may be of any number of loads.
    virtual double leastRelativeWidth(std::span<const double> subject) const = 0;

    // The logarithm of the same ratio, of the samples of one epoch (analysis/epoch_levels.h).
    // `baselineLogLevel`: of all the baseline's samples in it.
    virtual double logRatio(std::span<const double> paired, double baselineLogLevel,
                            std::span<const double> subject) const = 0;
};

// The one that suits the run; it lives as long as the program.
const Estimator& estimatorOf(const RunSettings& settings);

} // namespace vkperftest
