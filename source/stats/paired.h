// Ratios of two series that were measured in pairs, and what can be said of ratios.
#pragma once

#include <optional>
#include <span>

#include "stats/interval.h"

namespace vkperftest {

// How much longer `reference` took than `subject`, pair by pair: bigger means that the subject is faster. A
// ratio that somebody else printed, without samples, is the median alone.
struct PairedRatio {
    double median = 0;                // of the pairs' ratios; or of two levels (stats/undisturbed.h)
    std::optional<Interval> interval; // 95 %
    // By the fastest samples: of levels the smallest reference over the smallest subject, of pairs that of
    // the fast ones (stats/fast_pairs.h).
    std::optional<double> ofFastest;
};

// Both series hold nanoseconds per load, > 0, equal in number (at least one), pair i at index i.
PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject);

// Two subjects were each paired with one reference: the first's ratio over the second's, so how much longer
// the second took than the first. Its interval is made of both intervals, on a logarithmic scale and as if
// the two were independent (Zou and Donner 2008, "Construction of confidence limits about effect measures: a
// general approach"); nothing unless both have one. By the fastest samples it is the quotient of those;
// nothing unless both have them.
PairedRatio quotient(const PairedRatio& first, const PairedRatio& second);

// How much longer the first subject took than the second, in times of their one reference: 1 / first - 1 /
// second. Its interval is made like a quotient's, on a linear scale; nothing unless both have one.
PairedRatio differenceOfTimes(const PairedRatio& first, const PairedRatio& second);

// The median and the interval so many times as large.
PairedRatio scaled(const PairedRatio& figure, double factor);

// Whether the ratio is at least `bound`: yes if its whole interval is, no if none of it is. Nothing if the
// bound lies inside, if there is no interval, or if the ratio by the fastest samples lies on the bound's
// other side: a subject that other work kept from half of the cores nearly all the time it was sampled has a
// narrow interval about twice its time, and only its fastest samples tell.
std::optional<bool> isAtLeast(const PairedRatio& ratio, double bound);

// Width of the interval relative to the median; nothing without an interval.
std::optional<double> relativeWidth(const PairedRatio& ratio);

// The ratio by the fastest samples is more than 2 % off the median or the levels' ratio: the bound found on
// two software drivers, where undisturbed rows agree within 1 %. False where it is not known.
bool fastestDisagree(const PairedRatio& ratio);

// Relative change from the median of a series' first third to that of its last third; 0 for fewer than three
// values.
double drift(std::span<const double> chronological);

} // namespace vkperftest
