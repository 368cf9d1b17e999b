// The experiment "stride": what does the distance between the elements of a structured buffer cost, and what
// splitting it in two? Judged from a run of the suite of that name, against the claim that strides that do
// not divide a cache line of 64 or 128 bytes (24 above all) are slower than those that do (32).
//
// Each such stride of which the same 20 bytes are read is compared with the next larger one that divides the
// line: 20, 24 and 28 with 32; 36 to 60 with 64; 80 and 96 with 128. So a stride that is slower gains by
// padding. (Against 32, 36 to 96 would also pay for being longer.) Ratios are of times, with the 95 %
// interval that the run's samples give them; a bound is passed or missed by the whole interval.
#pragma once

#include <vector>

#include "base/result.h"
#include "experiments/experiment.h"
#include "results/model.h"

namespace vkperftest {

// A stride is slower if its loads take so many times as long. Padding 24 bytes to 32 costs a third more
// memory: few would pay that for less.
constexpr double kStrideCosts = 1.1;

// First for the working set inside L1, then for the one outside; all rows of 20 useful bytes and their floors
// must be in the run, a usage error names what is missing:
// - One finding for each stride that does not divide the line: "slower", "not slower" or "cannot say".
// - "split", the two arrays against one of stride 20, which holds as much: "faster", "slower", "as fast" or
//   "cannot say".
// - "claim", by all strides that could be judged: "holds" if all are slower, "does not hold" if none is,
//   "holds in part" if some are, "cannot say" if 24 could not be judged.
// Rows that were not measured or are not load-bound (results/load_bound.h) are not judged.
Result<std::vector<Finding>> strideFindings(const RunResult& run);

} // namespace vkperftest
