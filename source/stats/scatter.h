// Means and variances of small samples.
#pragma once

#include <span>

namespace vkperftest {

// A sample variance, in the square of whatever unit was measured, and its degrees of freedom. Freedom 0:
// unknown; infinity: known exactly.
struct Scatter {
    double variance = 0;
    double freedom = 0;
};

struct Sums {
    double mean = 0;
    double squares = 0; // of deviations from the mean
    double count = 0;

    // How one value scatters; count >= 2.
    Scatter scatter() const { return {squares / (count - 1), count - 1}; }
    // How the mean scatters; count >= 2.
    Scatter meanScatter() const { return {squares / (count - 1) / count, count - 1}; }
};

Sums sums(std::span<const double> values);

// How the sum of two independent values scatters (Welch and Satterthwaite).
Scatter sum(const Scatter& a, const Scatter& b);

// The margin to which a value with this scatter is known, at 95 %: Student's quantile times its standard
// error.
double marginOfError(const Scatter& scatter);

} // namespace vkperftest
