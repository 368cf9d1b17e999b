// Separates undisturbed samples from disturbed ones on a CPU. A software driver shares its cores with
// everything else on the machine and on its host. That slows samples, often twofold and for seconds, but
// never speeds one up. So the samples near the fastest ones are undisturbed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vkperftest {

// Ascending indices of the samples that take at most 8 % more than the series' 5th percentile (of up to 20
// samples, the fastest). The samples are of one program at different times, > 0. A series that is not empty
// has at least one.
//
// A ratio is made of pairs instead: a busy host switches between a fast and a slow mode, of which a long
// sample meets both and a short one either. Ratios of two levels differed by 5 % between runs then, and
// medians of pairs by 1 %.
std::vector<std::size_t> undisturbed(std::span<const double> samples);

// The geometric mean of the undisturbed samples: the series' level.
double undisturbedLevel(std::span<const double> samples);

} // namespace vkperftest
