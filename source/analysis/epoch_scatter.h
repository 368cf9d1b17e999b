// How far a software driver's ratios may be off because of where code and data lay, and of what the machine
// did meanwhile: by how much they vary from epoch to epoch, when everything on the device was recreated.
//
// Measured on lavapipe 22.3.6, on two cores of a busy host, in eight runs of 30 rows beside none and three
// busy loops, against a --precise run: intervals without it held 67 to 98 % of its figures, intervals of at
// least kEpochScatters times the scatter's standard error 83 to 100 %, 97 % on average.
#pragma once

#include <cstddef>

#include "model/run_result.h"

namespace vkperftest {

// An interval reaches at least so many standard errors to either side, on a logarithmic scale.
constexpr double kEpochScatters = 5;

// The standard deviation by which the logarithm of a ratio varies between epochs: the median over all rows'
// figures, since single epochs may be disturbed from end to end. Each by its median absolute deviation. 0 on
// a GPU, whose estimator pairs samples, and without figures of at least three epochs.
double epochScatter(const RunResult& run);

// The least reach of the interval of a row or a twin, a logarithm: smaller for more epochs.
double epochReach(double scatter, const RowResult& row);

} // namespace vkperftest
