// Ratios of two series that were measured in pairs, and what follows from ratios.
#pragma once

#include <optional>
#include <span>

#include "stats/interval.h"

namespace vkperftest {

// How much longer `reference` took than `subject`, pair by pair: bigger means that the subject is faster. A
// ratio that somebody else printed, without samples, has only the median.
struct PairedRatio {
    double median = 0;                // of the pairs' ratios
    std::optional<Interval> interval; // 95 %
    // By the fast pairs (stats/fast_pairs.h).
    std::optional<double> ofFastest;
};

// Both series hold nanoseconds per load, > 0, equal in number (at least one), pair i at index i.
PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject);

// The first subject's ratio over the second's, if both were paired with one reference: how much longer the
// second took than the first. Its interval combines both intervals, on a logarithmic scale and as if they
// were independent (Zou and Donner 2008, "Construction of confidence limits about effect measures: a general
// approach"); nothing unless both have one. Its ratio by the fastest samples is the quotient of both; nothing
// unless both have one.
PairedRatio quotient(const PairedRatio& first, const PairedRatio& second);

// The median and the interval, multiplied by the factor.
PairedRatio scaled(const PairedRatio& figure, double factor);

// Whether the ratio is at least `bound`: yes if its whole interval is, no if none of it is. Nothing if the
// bound lies inside, if there is no interval, or if the ratio by the fastest samples lies on the bound's
// other side: if other work kept a subject from half of the cores nearly all the time it was sampled, its
// interval is narrow around twice its time, and only its fastest samples show that.
std::optional<bool> isAtLeast(const PairedRatio& ratio, double bound);

// Width of the interval relative to the median; nothing without an interval.
std::optional<double> relativeWidth(const PairedRatio& ratio);

// True if the ratio by the fastest samples is more than 2 % off the median: the bound was found on two
// software drivers, where undisturbed rows agree within 1 %. False if it is not known.
bool fastestDisagree(const PairedRatio& ratio);

// Relative change from the median of a series' first third to that of its last third; 0 for fewer than three
// values.
double drift(std::span<const double> chronological);

} // namespace vkperftest
