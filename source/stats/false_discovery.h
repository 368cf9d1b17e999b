// Many tests at once.
#pragma once

#include <span>
#include <vector>

namespace vkperftest {

// P-values adjusted for the number of tests (Benjamini and Hochberg 1995, "Controlling the false discovery
// rate"), in the order of the input. Of the tests whose adjusted p-value is at most q, no more than a share
// of q is significant by chance, on average over repetitions, if the tests are independent or positively
// dependent. The p-values are in [0, 1]. So are the adjusted ones; they keep the ranking, and none is below
// its original. Empty in, empty out.
std::vector<double> adjustedPValues(std::span<const double> pValues);

} // namespace vkperftest
