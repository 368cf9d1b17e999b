// Ratios of two series that were measured in pairs, and what follows from ratios.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace vkperftest {

// How much longer `reference` took than `subject`, pair by pair: bigger means that the subject is faster. A
// ratio that somebody else printed, without samples, has only the median.
struct PairedRatio {
    double median = 0;                // of the pairs' ratios
    std::optional<Interval> interval; // 95 %
};

// Both series hold nanoseconds per load, > 0, equal in number (at least one), pair i at index i.
PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject);

// The first subject's ratio over the second's, if both were paired with one reference: how much longer the
// second took than the first. Its interval combines both intervals, on a logarithmic scale and as if they
// were independent (Zou and Donner 2008, "Construction of confidence limits about effect measures: a general
// approach"); nothing unless both have one.
PairedRatio quotient(const PairedRatio& first, const PairedRatio& second);

// Whether the ratio is at least `bound`: yes if its whole interval is, no if none of it is; nothing if the bound lies
// inside, or if there is no interval.
std::optional<bool> isAtLeast(const PairedRatio& ratio, double bound);

// Width of the interval relative to the median; nothing without an interval.
std::optional<double> relativeWidth(const PairedRatio& ratio);

// The undisturbed samples of a program on a software driver, whose cores others share: that slows samples, often twofold
// and for seconds, but never speeds one up. Those that take at most 8 % more than the series' 5th percentile (of up to
// 20 samples, the fastest), in their order. Samples are > 0; a series that is not empty has at least one.
std::vector<double> undisturbed(std::span<const double> samples);

// The geometric mean of the undisturbed samples: the series' level.
double undisturbedLevel(std::span<const double> samples);

} // namespace vkperftest
