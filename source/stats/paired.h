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
    std::optional<double> ofFastest;  // by the fast pairs
};

// Both series hold nanoseconds per load, > 0, equal in number (at least one), pair i at index i.
//
// By the fast pairs it is another one if they disagree: a program that is slowed in most of its pairs has a
// steady ratio that is not its own. A device's speed wanders, so the fastest samples of two series are no
// pair: the ratio of their minima says little. A pair's lead is the smaller of two: how far the program's
// time is below its median, and how far the ratio is beyond its median in the program's favour. A rising
// clock changes only the time, and a disturbance of the other program only the ratio. A pair's lag is found
// in the same way. The fast pairs disagree if the lead of the fastest tenth, and of at least two pairs,
// exceeds the lag of the slowest tenth by more than 2 % and by more than twice the interval's width. A single
// pair shows nothing, since one disturbed dispatch can make it. In simulations with noise of up to 5 %,
// clocks that wander by 3 % and occasional disturbed dispatches, fewer than 1 % of the rows disagree by
// chance (the ratio of the minima is more than 2 % off in up to 60 %).
PairedRatio pairedRatio(std::span<const double> reference, std::span<const double> subject);

// The first subject's ratio over the second's, if both were paired with one reference: how much longer the
// second took than the first. Its interval combines both intervals, on a logarithmic scale and as if they
// were independent (Zou and Donner 2008, "Construction of confidence limits about effect measures: a general
// approach"); nothing unless both have one. Its ratio by the fastest samples is the quotient of both; nothing
// unless both have one.
PairedRatio quotient(const PairedRatio& first, const PairedRatio& second);

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

// A software driver shares its cores with everything else on the machine and on its host. That slows samples,
// often twofold and for seconds, but never speeds one up. So the samples near the fastest ones are
// undisturbed.
//
// Those that take at most 8 % more than the series' 5th percentile (of up to 20 samples, the fastest), in their order.
// The samples are of one program at different times, > 0. A series that is not empty has at least one.
//
// A ratio is made of pairs instead: a busy host switches between a fast and a slow mode, of which a long
// sample meets both and a short one either. Ratios of two levels differed by 5 % between runs then, and
// medians of pairs by 1 %.
std::vector<double> undisturbed(std::span<const double> samples);

// The geometric mean of the undisturbed samples: the series' level.
double undisturbedLevel(std::span<const double> samples);

} // namespace vkperftest
