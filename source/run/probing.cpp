#include "run/probing.h"

#include <fmt/format.h>

#include "run/dispatch_size.h"
#include "run/warm_up.h"

namespace vkperftest {
namespace {

Error tooSlow(const DispatchSize& size, double mostNanoseconds) {
    const std::string groups = size.size() == 1 ? "one workgroup" : fmt::format("{} workgroups", size.size());
    return {ErrorKind::RowFailed,
            fmt::format("too slow: the smallest dispatch, of {}, takes {:.0f} ms (the fastest of {}); the "
                        "limit is {:.0f} ms, to keep a submission below {:.0f} ms",
                        groups, size.fastestNanoseconds() * 1e-6, size.probes(), mostNanoseconds * 1e-6,
                        kSubmissionNanoseconds * 1e-6),
            ""};
}

} // namespace

Result<ProbedSize> probeSize(Executor& executor, ProgramId program, double targetNanoseconds,
                             double mostNanoseconds, const std::function<bool()>& over) {
    DispatchSize size({.unit = executor.traits().groupUnit,
                       .targetNanoseconds = targetNanoseconds,
                       .mostNanoseconds = mostNanoseconds});
    ProbedSize probed;
    while (!size.done()) {
        if (over()) return probed;
        const Dispatch dispatch{program, size.size()};
        const Result<std::vector<double>> sampled = executor.sample({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        probed.busyNanoseconds += sampled.value()[0];
        size.observe(sampled.value()[0]);
    }
    if (size.tooSlow()) return tooSlow(size, mostNanoseconds);
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
