// A row's levels, epoch by epoch: what comparisons are made of.
#pragma once

#include <map>

#include "results/comparison.h"

namespace vkperftest {

// By epoch, the logarithm of the median over the samples that count: of milliseconds (of PerfTest's dispatch), or of
// the paired ratio. Empty unless the strategy was measured with samples.
std::map<std::size_t, double> epochLevels(const RowResult& row, std::size_t strategy, Metric metric);

// By epoch, the logarithm of the median over all counted baseline samples of the run, in nanoseconds a load.
std::map<std::size_t, double> baselineLevels(const RunResult& run);

} // namespace vkperftest
