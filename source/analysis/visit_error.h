// How far off a row's level may be because of when the row was visited, as the run itself shows.
//
// Each visit samples the baseline beside the row. So the baseline samples of one row's visits are a series as
// short as the row's own and disturbed by the same work, but its truth is known: the level of the run's whole
// baseline. How far these two levels lie apart, over all rows, is how far a row's own level may be off,
// whatever its few samples suggest.
//
// Measured on lavapipe 22.3.6, on two cores of a busy host, beside compilers and none to three busy loops:
// ten runs of 46 rows (80 to 89 % of the samples set aside) were compared with an earlier --precise run
// without such work. Intervals from the samples alone held 64 % of its figures; intervals of at least
// kVisitErrors times this error held 91 %. In the stored quiet run (9 % set aside) the error is 0.2 %, so
// that no interval is narrower than +-0.5 %.
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

    // The least reach of the interval of a row with so many visits, a logarithm: smaller for more visits than
    // usual.
    double reach(std::size_t ofRow) const;
};

// The error of rows, or of twins, which have fewer visits. `meanwhile`: by row, the baseline's level while it
// was measured. 0 without samples, and on a GPU, whose estimator pairs samples.
VisitError visitError(const Estimator& estimator, std::span<const RowResult> rows,
                      std::span<const SeriesLevel> meanwhile);

// The ratio with its interval extended to reach at least so far; without an interval it stays as it is.
PairedRatio reachingAtLeast(double logarithm, PairedRatio ratio);

} // namespace vkperftest
