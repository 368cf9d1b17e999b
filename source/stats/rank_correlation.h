// Do two series rise and fall together?
#pragma once

#include <optional>
#include <span>

namespace vkperftest {

// Spearman's: the correlation of the ranks, from -1 (one falls wherever the other rises) to 1 (same order);
// equal values share the mean of their ranks. Pair i is x[i], y[i]; both series are equally long and hold no
// NaN. Nothing for fewer than 3 pairs or if one side is constant.
std::optional<double> rankCorrelation(std::span<const double> x, std::span<const double> y);

} // namespace vkperftest
