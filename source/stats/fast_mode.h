// Telling disturbed samples from undisturbed ones on a CPU. A software driver shares its cores with everything else on
// the machine and beside it; that slows its samples, often twofold and for seconds, and never speeds one up. So the
// undisturbed samples are those near the fastest ones.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vkperftest {

// Indices, ascending, of the samples that take at most 8 % more than the series' 5th percentile (of up to 20 samples the
// fastest): of one program at different times, > 0. At least one of a series that is not empty.
//
// Chosen on ratios that ten processes measured on lavapipe with two cores. Their coefficient of variation, in the median
// over 276 ratios and at the 95th percentile, for the mean of these samples: 1.7 and 3.0 %; while other work ran, 2.6 and
// 4.4 %. For the median of the samples within 8 % of the 10th percentile it is 2.0 and 3.1 %, and 3.3 and 9.0 %. Narrower
// bands repeat still better (5 %: 1.5 and 2.6 %) and lie further off: below the centre of noise that has two sides and a
// standard deviation of 3 % by 2.6 % then, by 1 % here, which a ratio shows where its two programs scatter differently.
std::vector<std::size_t> undisturbed(std::span<const double> samples);

// Those samples.
std::vector<double> undisturbedValues(std::span<const double> samples);

} // namespace vkperftest
