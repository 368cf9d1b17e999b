// Whether the fastest pairs disagree with all pairs. A device's speed wanders, so the fastest samples of two
// series are no pair: the ratio of their minima says little there.
#pragma once

#include <optional>
#include <span>

#include "stats/interval.h"

namespace vkperftest {

// Two series that were sampled in pairs, pair i at index i, and what their ratios say.
struct Pairs {
    std::span<const double> reference, subject;
    std::span<const double> ratios; // the reference's time over the subject's
    double median = 0;              // of the ratios
    std::optional<Interval> interval;
};

// The ratio by the fast pairs if they disagree: a program that is slowed in most of its pairs has a steady
// ratio that is not its own. Otherwise, and without an interval, the median.
//
// A pair's lead is the smaller of two: how far the program's time is below its median, and how far the ratio
// is beyond its median in the program's favour. A rising clock changes only the time, and a disturbance of
// the other program only the ratio. A pair's lag is found in the same way. The fast pairs disagree if the
// lead of the fastest tenth, and of at least two pairs, exceeds the lag of the slowest tenth by more than 2 %
// and by more than twice the interval's width. A single pair shows nothing, since one disturbed dispatch can
// make it. In simulations with noise of up to 5 %, clocks that wander by 3 % and occasional disturbed
// dispatches, fewer than 1 % of the rows disagree by chance (the ratio of the minima is more than 2 % off in
// up to 60 %).
double ratioOfFastPairs(const Pairs& pairs);

} // namespace vkperftest
