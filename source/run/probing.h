// Sampling before samples count: to find a dispatch's size, and to warm the device up.
#pragma once

#include <functional>

#include "run/executor.h"

namespace vkperftest {

struct ProbedSize {
    std::uint64_t groups = 0;   // a dispatch of so many takes about the target
    double busyNanoseconds = 0; // spent on finding out
};

// Probes upwards from a small size (run/dispatch_size.h). Serves as the discarded first pass, too: caches
// fill, and the driver finishes what it does at first use. No workgroups if `over` says so before the
// end. RowFailed if even the smallest size takes more than `mostNanoseconds` by the fastest of its probes.
Result<ProbedSize> probeSize(Executor& executor, ProgramId program, double targetNanoseconds,
                             double mostNanoseconds, const std::function<bool()>& over);

// Tries a size that a file names, from a small one upwards, before it is believed: RowFailed if it would take
// several times `mostNanoseconds`, found without dispatching it. No workgroups if `over` says so before the
// end.
Result<ProbedSize> checkSize(Executor& executor, ProgramId program, std::uint64_t groups,
                             double mostNanoseconds, const std::function<bool()>& over);

struct WarmedUp {
    bool converged = false;
    double busyNanoseconds = 0;
};

// Repeats the dispatch until its times stop changing (run/warm_up.h), it is clear that they will not, or
// `over` says so.
Result<WarmedUp> warmUpDevice(Executor& executor, const Dispatch& dispatch,
                              const std::function<bool()>& over);

} // namespace vkperftest
