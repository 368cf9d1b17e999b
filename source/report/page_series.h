// Series of samples as short text: a page holds thousands of them, and shows one at a time.
#pragma once

#include <span>

#include "model/json_layout.h"

namespace vkperftest {

// [least, most, text]: each sample is two digits of base 64 (RFC 4648), which together count, on a logarithmic scale, from
// 0 at the least to 4095 at the most: within 0.02 % of the sample where the most is four times the least. Null of none.
// Samples are greater than zero.
Json packedSeries(std::span<const double> samples);

// Lengths of the runs of equal elements: [0, 0, 1] is [2, 1].
Json runLengths(std::span<const std::size_t> elements);

} // namespace vkperftest
