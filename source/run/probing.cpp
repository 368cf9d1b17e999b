#include "run/probing.h"

#include <fmt/format.h>

#include "run/dispatch_size.h"
#include "run/warm_up.h"

namespace vkperftest {

Result<ProbedSize> probeSize(Executor& executor, ProgramId program, double targetNanoseconds,
                             double mostNanoseconds, const std::function<bool()>& over) {
    DispatchSize size({.unit = executor.traits().groupUnit, .targetNanoseconds = targetNanoseconds});
    ProbedSize probed;
    while (!size.done()) {
        if (over()) return probed;
        const Dispatch dispatch{program, size.size()};
        const Result<std::vector<double>> sampled = executor.sample({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        probed.busyNanoseconds += sampled.value()[0];
        if (sampled.value()[0] > mostNanoseconds) {
            return Error{
                ErrorKind::RowFailed,
                fmt::format(
                    "too slow: a dispatch of {} takes {:.0f} ms, and a submission must stay below {:.0f} ms",
                    size.size() == 1 ? "one workgroup" : fmt::format("{} workgroups", size.size()),
                    sampled.value()[0] * 1e-6, kSubmissionNanoseconds * 1e-6),
                ""};
        }
        size.observe(sampled.value()[0]);
    }
    probed.groups = size.size();
    return probed;
}

Result<WarmedUp> warmUpDevice(Executor& executor, const Dispatch& dispatch,
                              const std::function<bool()>& over) {
    // Boost clocks need hundreds of milliseconds; software drivers are warm sooner.
    const bool cpu = executor.traits().cpu;
    WarmUp warmUp({.leastNanoseconds = cpu ? 150e6 : 300e6, .mostNanoseconds = cpu ? 600e6 : 2000e6});
    WarmedUp warmed;
    while (!warmUp.done() && !over()) {
        const Result<std::vector<double>> sampled = executor.sample({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        warmed.busyNanoseconds += sampled.value()[0];
        warmUp.add(sampled.value()[0]);
    }
    warmed.converged = warmUp.converged();
    return warmed;
}

} // namespace vkperftest
