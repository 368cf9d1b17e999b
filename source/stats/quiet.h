// Telling disturbed samples from quiet ones by the baseline that was measured around them. A software driver
// shares its cores with everything else on the machine, and some of that slows a row twofold and the baseline
// by a tenth: then even paired ratios jump between modes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vkperftest {

// What a baseline sample may take at most to count as quiet: 8 % more than the 10th percentile of the whole
// run's. The sampling noise of a quiet machine stays below that, so that hardly any of its samples are lost;
// measured disturbances lie above it. 0 for an empty series.
double quietBound(std::span<const double> baselineSeries);

// The median of the two values before and the two after a place, as far as there are any; the value itself if
// it stands alone. The value is left out, since it is part of the pair that is judged: picking pairs by their
// own baseline would bias their ratios.
double surroundingMedian(std::span<const double> baselineSeries, std::size_t place);

// Indices, ascending, of the samples whose surroundings are at most `bound`; where these are fewer than
// `fewest`, of the so many with the smallest surroundings (or of all).
std::vector<std::size_t> quietPairs(std::span<const double> surroundings, double bound, std::size_t fewest);

} // namespace vkperftest
