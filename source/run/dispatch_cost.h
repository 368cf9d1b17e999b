// What a dispatch costs a software driver besides its workgroups' work.
//
// The driver wakes its threads for every dispatch. On an idle machine that takes tens of microseconds, on a
// busy one less: its cores are awake. A sample of a millisecond would be off by several percent, and a row
// whose single workgroup takes that long by another share than the baseline. So it is measured in every
// epoch, as what half a dispatch of the baseline takes beyond half of its time, and is subtracted from all
// samples. On a GPU, samples are differences of two dispatches (run/visit.h) and need no such correction.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "run/executor.h"

namespace vkperftest {

// The samples that it is found from, of the whole run: later ones make it surer.
struct CostSamples {
    std::vector<double> small, large; // nanoseconds, > 0, of dispatches of so many workgroups each
    std::uint64_t smallGroups = 0, largeGroups = 0;

    // Nanoseconds per dispatch, >= 0: what the undisturbed samples (stats/undisturbed.h) of the two sizes
    // have in common. 0 without samples, and below 0.1 % of a large dispatch.
    double nanoseconds() const;
};

// Adds samples of the baseline and of dispatches half as large, which take about a tenth of a second. None
// where its dispatch is a single unit, or after `over` returned true. Returns the nanoseconds spent. Errors:
// as of Executor::sample.
Result<double> addCostSamples(CostSamples& samples, Executor& executor, const Dispatch& baseline,
                              const std::function<bool()>& over);

} // namespace vkperftest
