// Student's t distribution.
#pragma once

namespace vkperftest {

// Both take degrees of freedom > 0; infinity means the normal distribution.

// The t below which a share of `probability`, in [0, 1], lies; minus and plus infinity for 0 and 1.
double studentQuantile(double probability, double freedom);

// P(T > t), as precise far out, where it is tiny, as near the middle. Twice that of |t| is the two-sided
// p-value.
double studentUpperTail(double t, double freedom);

} // namespace vkperftest
