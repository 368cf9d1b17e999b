// Telling disturbed samples from undisturbed ones on a CPU. A software driver shares its cores with
// everything else on the machine and beside it; that slows its samples, often twofold and for seconds, and
// never speeds one up. So the undisturbed samples are those near the fastest ones.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/paired.h"
#include "stats/scatter.h"

namespace vkperftest {

// Indices, ascending, of the samples that take at most 8 % more than the series' 5th percentile (of up to 20
// samples the fastest): of one program at different times, > 0. At least one of a series that is not empty.
//
// Chosen on ratios that ten processes measured on lavapipe with two cores. Their coefficient of variation, in
// the median over 276 ratios and at the 95th percentile, for the mean of these samples: 1.7 and 3.0 %; while
// other work ran, 2.6 and 4.4 %. For the median of the samples within 8 % of the 10th percentile it is 2.0
// and 3.1 %, and 3.3 and 9.0 %. Narrower bands repeat still better (5 %: 1.5 and 2.6 %) and lie further off:
// below the centre of noise that has two sides and a standard deviation of 3 % by 2.6 % then, by 1 % here,
// which a ratio shows where its two programs scatter differently.
std::vector<std::size_t> undisturbed(std::span<const double> samples);

// The geometric mean of those samples: the series' level.
double undisturbedLevel(std::span<const double> samples);

// Of each sample.
std::vector<double> logarithms(std::span<const double> samples);

// A series' level and how well it is known.
struct SeriesLevel {
    double logarithm = 0;
    Scatter scatter; // of that; freedom 0 for fewer than kFewestForInterval samples
    double fastest = 0;
    std::size_t samples = 0;
};

// Of at least one sample. For whoever looks at many parts of one series, or at a part several times: with the
// samples' logarithms.
SeriesLevel levelOf(std::span<const double> samples, std::span<const double> logs);
SeriesLevel levelOf(std::span<const double> samples);

// The level of `reference` over that of `subject`: bigger means that the subject is faster. The series need
// not be equally long. The interval is Student's with Welch's freedom. A short series' scatter is that of its
// level when each sixth of its samples in turn is left out (the grouped jackknife), so that the choice of the
// samples is in it; a long one knows its 5th percentile. In simulations with 35 samples, up to two thirds of
// them disturbed, it covers 93 to 95 % for noise of up to 2 %, 90 % at 3 % and 84 % at 5 %. None for fewer
// than kFewestForInterval samples.
PairedRatio levelRatio(const SeriesLevel& reference, const SeriesLevel& subject);
PairedRatio levelRatio(std::span<const double> reference, std::span<const double> subject);

// No levelRatio with this subject has an interval that is relatively narrower: the share that the subject's
// own scatter has in it. Spares looking at a long reference. 0 for fewer than kFewestForInterval samples.
double leastRelativeWidth(std::span<const double> subject);

} // namespace vkperftest
