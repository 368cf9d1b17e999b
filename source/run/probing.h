// Sampling before samples count: to find a dispatch's size, and to warm the device up.
#pragma once

#include <functional>

#include "run/dispatch_size.h"

namespace vkperftest {

struct ProbedSize {
    std::uint64_t groups = 0;   // a dispatch of so many takes about the target
    double busyNanoseconds = 0; // spent on probing
};

// Probes upwards from a small size (run/dispatch_size.h). Serves as the discarded first pass, too: caches
// fill, and the driver finishes its work at first use. Returns no workgroups if `over` returns true before
// the end. RowFailed if even the fastest probe of the smallest size takes more than `mostNanoseconds`.
Result<ProbedSize> probeSize(Executor& executor, ProgramId program, DispatchSizeGoal goal,
                             const std::function<bool()>& over);

// Checks a size that a file records, by probing upwards from a small one. RowFailed if it would take several
// times `mostNanoseconds`; it is then never dispatched. Returns no workgroups if `over` returns true before
// the end.
Result<ProbedSize> checkSize(Executor& executor, ProgramId program, std::uint64_t groups,
                             double mostNanoseconds, const std::function<bool()>& over);

struct WarmedUp {
    bool converged = false;
    double busyNanoseconds = 0;
};

// Repeats the dispatch until its times stop changing (run/warm_up.h), they clearly will not, or `over`
// returns true.
Result<WarmedUp> warmUpDevice(Executor& executor, const Dispatch& dispatch,
                              const std::function<bool()>& over);

} // namespace vkperftest
