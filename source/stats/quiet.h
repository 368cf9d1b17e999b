// Telling disturbed samples from quiet ones by the baseline that was measured beside them. A software driver shares its
// cores with everything else on the machine, and some of that slows a row twofold and the baseline by a tenth: then even
// paired ratios jump between modes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vkperftest {

// What a baseline sample may take at most to count as quiet: 8 % more than the 10th percentile of the whole run's. The
// sampling noise of a quiet machine stays below that, so that hardly any of its samples are lost, which would bias the
// ratios; measured disturbances lie above it. 0 for an empty series.
double quietBound(std::span<const double> baselineSeries);

// Indices, ascending, of the pairs whose baseline sample is at most `bound`; where these are fewer than `fewest`, of the
// so many with the smallest baseline samples (or of all).
std::vector<std::size_t> quietPairs(std::span<const double> baseline, double bound, std::size_t fewest);

} // namespace vkperftest
