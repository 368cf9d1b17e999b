// How far the visits to a row may lead its level astray, as the run itself shows.
//
// Each visit samples the baseline beside the row. So the baseline of one row's visits is a series as short as the row's
// own, disturbed by the same work, whose truth is known: the level of the run's whole baseline. How far the two lie
// apart, over all rows, is how far a row's own level may be off, whatever its few samples say of themselves.
//
// Measured on lavapipe 22.3.6, two cores of a host that was busy by itself, beside compilers and none to three busy
// loops: ten runs of 46 rows (80 to 89 % of the samples set aside) against a --precise run before them, which such work
// spared. Intervals by the samples alone held 64 % of its figures, intervals of at least kVisitErrors of this error
// 91 %. In the stored quiet run (9 % set aside) the error is 0.2 %, so that no interval is narrower than +-0.5 %.
#pragma once

#include <span>

#include "analysis/estimator.h"
#include "model/run_result.h"

namespace vkperftest {

// An interval reaches at least so many times the error to either side, on a logarithmic scale.
constexpr double kVisitErrors = 2.5;

struct VisitError {
    double error = 0;  // the root mean square of how far the two levels lie apart, as logarithms
    double visits = 0; // to a row, on average

    // How far the interval of a row with so many visits reaches at least, a logarithm: less far for more than usual.
    double reach(std::size_t ofRow) const;
};

// Of rows, or of twins, which have fewer visits. `meanwhile`: the baseline's level meanwhile, by rows. 0 without
// samples, and on a GPU, whose estimator pairs samples.
VisitError visitError(const Estimator& estimator, std::span<const RowResult> rows,
                      std::span<const SeriesLevel> meanwhile);

// The ratio with an interval that reaches at least so far; without an interval it stays so.
PairedRatio reachingAtLeast(double logarithm, PairedRatio ratio);

} // namespace vkperftest
