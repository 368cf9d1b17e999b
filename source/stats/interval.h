// What the order of values says, without an assumption about their distribution: medians with confidence
// intervals, rank correlation. And Student's distribution with the p-values of many tests.
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

// The 95 % confidence interval of the median: order statistics of a binomial depth, interpolated between
// neighbouring depths (Hettmansperger and Sheather 1986, "Confidence intervals based on interpolated order
// statistics"). Nothing for fewer than kFewestForInterval values, whose whole range holds the median in less
// than 95 % of the cases.
std::optional<Interval> medianInterval(std::vector<double> values);

constexpr std::size_t kFewestForInterval = 6;

// Of Student's t distribution: the t below which a share of `probability`, in [0, 1], lies; minus and plus
// infinity for 0 and 1. Freedom is > 0; infinity means the normal distribution, here and below.
double studentQuantile(double probability, double freedom);

// P(T > t), as precise far out, where it is tiny, as near the middle. Twice that of |t| is the two-sided
// p-value.
double studentUpperTail(double t, double freedom);

// P-values adjusted for the number of tests (Benjamini and Hochberg 1995, "Controlling the false discovery
// rate"), in the order of the input. Of the tests whose adjusted p-value is at most q, no more than a share
// of q is significant by chance, on average over repetitions, if the tests are independent or positively
// dependent. None is below its original.
std::vector<double> adjustedPValues(std::span<const double> pValues);

} // namespace vkperftest
