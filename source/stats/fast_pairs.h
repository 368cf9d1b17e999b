// Whether the fastest pairs tell another story than all of them. A GPU's clock wanders, so that the fastest
// samples of two series are no pair: the ratio of their minima says little there.
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

// The ratio by the fast pairs, where they tell another story: a program that something slows in most of its
// pairs has a steady ratio that is not its own. Else the median, and without an interval.
//
// A pair is fast by as much as both the program's time in it and the ratio are, compared with their medians:
// a clock that rises changes the time alone, and a disturbance of the other program the ratio alone. A pair
// is slow in the same way. The story is another if the tenth of the pairs that is fast, and never fewer than
// two, is so by more than the tenth that is slow, and that by more than 2 % and more than twice the
// interval's width: a single pair tells nothing, since one disturbed dispatch makes it. In simulations with
// noise of up to 5 %, clocks that wander by 3 % and dispatches that are disturbed now and then, that happens
// by chance to fewer than 1 % of the rows (the ratio of the minima is more than 2 % off in up to 60 %).
double ratioOfFastPairs(const Pairs& pairs);

} // namespace vkperftest
