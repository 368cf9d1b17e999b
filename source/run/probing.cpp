#include "run/probing.h"

#include <algorithm>

#include <fmt/format.h>

#include "run/dispatch_size.h"
#include "run/warm_up.h"

namespace vkperftest {
namespace {

Error tooSlow(const DispatchSize& size, double mostNanoseconds) {
    const std::string groups = size.size() == 1 ? "one workgroup" : fmt::format("{} workgroups", size.size());
    return {ErrorKind::RowFailed,
            fmt::format("too slow: the smallest dispatch, of {}, takes {:.0f} ms (the fastest of {} "
                        "probes); the limit is {:.0f} ms, to keep a submission below {:.0f} ms",
                        groups, size.fastestNanoseconds() * 1e-6, size.probes(), mostNanoseconds * 1e-6,
                        kSubmissionNanoseconds * 1e-6),
            ""};
}

Error tooLarge(std::uint64_t groups, double nanoseconds) {
    return {ErrorKind::RowFailed,
            fmt::format("the file's dispatch of {} workgroups would take {:.0f} ms here; the limit for a "
                        "submission is {:.0f} ms",
                        groups, nanoseconds * 1e-6, kSubmissionNanoseconds * 1e-6),
            "start a new file with --output"};
}

} // namespace

Result<ProbedSize> probeSize(Executor& executor, ProgramId program, DispatchSizeGoal goal,
                             const std::function<bool()>& over) {
    goal.unit = executor.traits().groupUnit;
    DispatchSize size(goal);
    ProbedSize probed;
    while (!size.done()) {
        if (over()) return probed;
        const Dispatch dispatch{program, size.size()};
        const Result<std::vector<double>> sampled = executor.sample({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        probed.busyNanoseconds += sampled.value()[0];
        size.observe(sampled.value()[0]);
    }
    if (size.tooSlow()) return tooSlow(size, goal.mostNanoseconds);
    probed.groups = size.size();
    return probed;
}

Result<ProbedSize> checkSize(Executor& executor, ProgramId program, std::uint64_t groups,
                             double mostNanoseconds, const std::function<bool()>& over) {
    constexpr std::uint64_t kGrowth = 8;
    constexpr int kTries = 5;     // of a size before it counts as too large
    constexpr double kSlower = 4; // a device with other work or low clocks takes so many times as long
    if (groups == 0) {
        return Error{ErrorKind::RowFailed, "the file's dispatch is smaller than a workgroup",
                     "start a new file with --output"};
    }
    ProbedSize probed{.groups = groups};
    std::uint64_t size = std::min(groups, executor.traits().groupUnit);
    for (int tries = 1; !over(); ++tries) {
        const std::uint64_t next = size > groups / kGrowth ? groups : size * kGrowth;
        const Dispatch dispatch{program, size};
        const Result<std::vector<double>> sampled = executor.sample({&dispatch, 1});
        if (!sampled.ok()) return sampled.error();
        probed.busyNanoseconds += sampled.value()[0];
        const double expected = sampled.value()[0] * static_cast<double>(next) / static_cast<double>(size);
        if (expected <= kSlower * mostNanoseconds) {
            if (size == groups) return probed;
            size = next;
            tries = 0;
        } else if (tries == kTries) {
            return tooLarge(groups, expected * static_cast<double>(groups) / static_cast<double>(next));
        }
    }
    return ProbedSize{.busyNanoseconds = probed.busyNanoseconds};
}

Result<WarmedUp> warmUpDevice(Executor& executor, const Dispatch& dispatch,
                              const std::function<bool()>& over) {
    const Method& method = *executor.traits().method;
    WarmUp warmUp({.leastNanoseconds = method.leastWarmUp, .mostNanoseconds = method.mostWarmUp});
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
