// Separates undisturbed samples from disturbed ones on a CPU. A software driver shares its cores with
// everything else on the machine and on its host. That slows samples, often twofold and for seconds, but
// never speeds one up. So the samples near the fastest ones are undisturbed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/paired.h"
#include "stats/scatter.h"

namespace vkperftest {

// Ascending indices of the samples that take at most 8 % more than the series' 5th percentile (of up to 20
// samples, the fastest). The samples are of one program at different times, > 0. A series that is not empty
// has at least one.
//
// This was chosen on ratios that ten processes measured in samples of 3 ms on lavapipe with two cores. For
// the mean of these samples, their coefficient of variation is 1.7 % in the median over 276 ratios and 3.0 %
// at the 95th percentile; while other work ran, 2.6 and 4.4 %. For the median of the samples within 8 % of
// the 10th percentile it is 2.0 and 3.1 %, and 3.3 and 9.0 %. Narrower bands repeat even better (5 %: 1.5 and
// 2.6 %), but lie farther below the centre of two-sided noise: by 2.6 % at a standard deviation of 3 %, by
// 1 % here. A ratio shows that if its two programs scatter differently.
std::vector<std::size_t> undisturbed(std::span<const double> samples);

// The geometric mean of the undisturbed samples: the series' level.
double undisturbedLevel(std::span<const double> samples);

// The logarithm of each sample.
std::vector<double> logarithms(std::span<const double> samples);

// A series' level and how well it is known.
struct SeriesLevel {
    double logarithm = 0;
    Scatter scatter;    // of that; freedom 0 for fewer than kFewestForInterval samples
    double fastest = 0; // of the samples: the 1st percentile, up to 100 samples the smallest
    std::size_t samples = 0;
};

// The level of at least one sample. Callers that use many parts of one series, or one part several times,
// pass the samples' logarithms.
SeriesLevel levelOf(std::span<const double> samples, std::span<const double> logs);
SeriesLevel levelOf(std::span<const double> samples);

// The level of `reference` over that of `subject`: bigger means that the subject is faster. The series need
// not be equally long. The interval is Student's with Welch's freedom. A short series' scatter is that of its
// level when each sixth of its samples in turn is left out (the grouped jackknife), which includes the choice
// of samples; a long series knows its 5th percentile. In simulations with 35 samples, up to two thirds of
// them disturbed, it covers 93 to 95 % for noise of up to 2 %, 90 % at 3 % and 84 % at 5 %. None for fewer
// than kFewestForInterval samples.
PairedRatio levelRatio(const SeriesLevel& reference, const SeriesLevel& subject);
PairedRatio levelRatio(std::span<const double> reference, std::span<const double> subject);

// A lower bound on the relative width of any levelRatio with this subject: the part that comes from the
// subject's own scatter. Found without a look at a long reference. 0 for fewer than kFewestForInterval
// samples.
double leastRelativeWidth(std::span<const double> subject);

} // namespace vkperftest
