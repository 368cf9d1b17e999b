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

// Variances of many rows with few repetitions, steadied by what the rows have in common (Smyth 2004, "Linear models
// and empirical Bayes methods for assessing differential expression in microarray experiments"): each row's own is
// averaged with the prior that the true ones are drawn from.

// The prior of these rows, by the moments of their log variances (Smyth's section 6.2), with at most the sum of their
// freedoms. Rows without freedom are ignored; variances below 1e-5 of their median are raised to that, as in limma.
// Freedom 0 if there is nothing to learn, which leaves each row to itself.
Scatter fitPrior(std::span<const Scatter> rows);

// The row's posterior: variances averaged with their freedoms as weights, freedoms added.
Scatter moderate(const Scatter& row, const Scatter& prior);

// The same, but a row that scatters far more than others do keeps its own variance.
Scatter steadied(const Scatter& row, const Scatter& prior);

} // namespace vkperftest
