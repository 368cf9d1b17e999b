// What the order of values says, without an assumption about their distribution: medians with confidence
// intervals; ratios of two series that were measured in pairs. And Student's distribution with the p-values
// of many tests.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace vkperftest {

struct Interval {
    double low = 0;
    double high = 0;
};

// The median of a series that is not empty; the mean of the middle two values if their number is even.
double median(std::vector<double> values);

// The median of the means of all pairs (Hodges and Lehmann 1963): nearly as steady as the mean, while a few wild values
// move it little. Of more than 128 values, as many of them; at least one.
double pseudomedian(std::span<const double> values);

// The 95 % confidence interval of the median: order statistics, interpolated (Hettmansperger and Sheather 1986,
// "Confidence intervals based on interpolated order statistics"). Nothing for fewer than kFewestForInterval values.
std::optional<Interval> medianInterval(std::vector<double> values);

constexpr std::size_t kFewestForInterval = 6;

// Of Student's t distribution: the t below which a share of `probability`, in [0, 1], lies. Infinite freedom means
// the normal distribution, here and below.
double studentQuantile(double probability, double freedom);

// P(T > t), as precise far out, where it is tiny, as near the middle. Twice that of |t| is the two-sided
// p-value.
double studentUpperTail(double t, double freedom);

// P-values adjusted for the number of tests (Benjamini and Hochberg 1995, "Controlling the false discovery rate"): of
// the tests with at most q, a share of q is significant by chance, on average.
std::vector<double> adjustedPValues(std::span<const double> pValues);

// How much longer `reference` took than `subject`, pair by pair: bigger means that the subject is faster. A
// ratio that somebody else printed, without samples, has only the median.
struct PairedRatio {
    double median = 0;                // of the pairs' ratios
    std::optional<Interval> interval; // 95 %
};

// Both series hold nanoseconds per load, > 0, equal in number (at least one), pair i at index i.
PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject);

// The first subject's ratio over the second's: how much longer the second took. The intervals are combined on a
// logarithmic scale as if independent (Zou and Donner 2008, "Construction of confidence limits about effect
// measures"); nothing unless both have one.
PairedRatio quotient(const PairedRatio& first, const PairedRatio& second);

// Whether the ratio is at least `bound`: yes if its whole interval is, no if none of it is; nothing if the bound lies
// inside, or if there is no ratio or no interval.
std::optional<bool> isAtLeast(const std::optional<PairedRatio>& ratio, double bound);

// Width of the interval relative to the median; nothing without an interval.
std::optional<double> relativeWidth(const PairedRatio& ratio);

// Of a program on a software driver, whose cores others share, which slows samples: those that take at most 8 % more
// than the 5th percentile (of up to 20 samples, the fastest), in their order.
std::vector<double> undisturbed(std::span<const double> samples);

// The geometric mean of the undisturbed samples: the series' level.
double undisturbedLevel(std::span<const double> samples);

} // namespace vkperftest
