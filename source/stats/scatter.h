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

// Variances of many rows with few repetitions each, steadied by what the rows have in common (Smyth 2004, "Linear models
// and empirical Bayes methods for assessing differential expression in microarray experiments"): the true variances are
// taken to be drawn from a scaled inverse chi-square distribution, the prior, with which each row's own is averaged.

// The prior of these rows, by the moments of their log variances (Smyth's section 6.2). Its freedom is at most the sum
// of theirs (as in Smyth's package limma), which it has if the rows differ no more than samples of one common variance
// would. The rows' own freedom is finite; those without any (<= 0) are ignored. Variances below 1e-5 of their median
// are raised to that, since zero has no logarithm (as in limma). If there is nothing to learn, freedom 0, which leaves
// each row to itself: with variance 0 if no row is usable or more than half of them have variance 0, with its own
// variance for a single row.
Scatter fitPrior(std::span<const Scatter> rows);

// The row's posterior: variances averaged with their freedoms as weights, freedoms added. The prior itself if
// its freedom is infinite or the row has none. Freedoms are >= 0, and that of the row is finite.
Scatter moderate(const Scatter& row, const Scatter& prior);

// The same, but a row that scatters far more than others do keeps its own variance.
Scatter steadied(const Scatter& row, const Scatter& prior);

} // namespace vkperftest
