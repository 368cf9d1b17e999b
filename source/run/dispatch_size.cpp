#include "run/dispatch_size.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "run/stopping.h"
#include "run/timer_check.h"

namespace vkperftest {
namespace {

constexpr double kLeastTicks = 1000;
constexpr double kNear = 0.5;  // share of the target from which sizes are scaled instead of grown
constexpr double kSlack = 1.4; // factor by which a dispatch may exceed its target: rounding, a slower clock
constexpr std::uint64_t kMostGrowth = 8; // per step; the first probes may run at an idle clock
constexpr int kProbesOfTooSlow = 5;      // before a size counts as exceeding the limit

} // namespace

double longestDispatch(double dispatches) {
    return kSubmissionNanoseconds / (kSlack * dispatches);
}

Result<double> dispatchTarget(const ExecutorTraits& traits, double dispatches) {
    const double tickNanoseconds = traits.tickNanoseconds;
    const double target = std::max(traits.method->dispatchNanoseconds, kLeastTicks * tickNanoseconds / kNear);
    if (target > longestDispatch(dispatches)) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("the device's timer is too coarse: one tick is {} ns", tickNanoseconds),
                     "measure on another device"};
    }
    return target;
}

std::uint64_t enoughGroups(std::uint64_t groups, std::uint64_t baselineGroups, double targetNanoseconds,
                           double dispatches) {
    constexpr double kShare = 0.6, kMostTargets = 5;
    const double most = std::min(kMostTargets, longestDispatch(dispatches) / targetNanoseconds);
    const double found = static_cast<double>(groups);
    const double wanted = std::max(found, kShare * static_cast<double>(baselineGroups));
    return static_cast<std::uint64_t>(std::min(wanted, found * most));
}

DispatchSize::DispatchSize(const DispatchSizeGoal& goal) : goal_(goal), size_(goal.unit) {}

void DispatchSize::observe(double nanoseconds) {
    fastest_ = probes_ == 0 ? nanoseconds : std::min(fastest_, nanoseconds);
    ++probes_;
    std::uint64_t growth = 1;
    while (growth < kMostGrowth && fastest_ * static_cast<double>(growth) < kNear * goal_.targetNanoseconds) {
        growth *= 2;
    }
    while (growth > 1 && size_ * growth > goal_.most) growth /= 2;
    if (growth > 1) {
        size_ *= growth;
        probes_ = 0;
        return;
    }
    if (probes_ <
        (fastest_ > goal_.mostNanoseconds ? std::max(kProbesOfTooSlow, goal_.probes) : goal_.probes))
        return;
    done_ = true;
    if (fastest_ <= 0) return; // a timer that stands still gives nothing to scale by
    const double units = static_cast<double>(size_) / static_cast<double>(goal_.unit);
    perUnit_ = fastest_ / units;
    const double scaled = std::round(goal_.targetNanoseconds / perUnit_);
    const double most =
        std::max(1.0, std::floor(static_cast<double>(goal_.most) / static_cast<double>(goal_.unit)));
    size_ = goal_.unit * static_cast<std::uint64_t>(std::clamp(scaled, 1.0, most));
}

bool DispatchSize::tooSlow() const {
    return size_ == goal_.unit && perUnit_ > goal_.mostNanoseconds;
}

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

Result<double> sampleOne(Executor& executor, const Dispatch& dispatch) {
    const Result<std::vector<double>> sampled = sampleRunning(executor, {&dispatch, 1});
    if (!sampled.ok()) return sampled.error();
    return sampled.value().front();
}

} // namespace

Result<std::uint64_t> probeSize(Executor& executor, ProgramId program, DispatchSizeGoal goal,
                                const std::function<bool()>& over, double& busy) {
    goal.unit = executor.traits().groupUnit;
    DispatchSize size(goal);
    double probed = 0;
    while (!size.done() && !over()) {
        double nanoseconds = 0;
        VKPERFTEST_TRY(assign(nanoseconds, sampleOne(executor, {program, size.size()})));
        probed += nanoseconds;
        size.observe(nanoseconds);
    }
    if (size.done() && size.tooSlow()) return tooSlow(size, goal.mostNanoseconds);
    busy += probed;
    return size.done() ? size.size() : 0;
}

Result<std::uint64_t> checkSize(Executor& executor, ProgramId program, std::uint64_t groups,
                                double mostNanoseconds, const std::function<bool()>& over, double& busy) {
    constexpr std::uint64_t kGrowth = 8;
    constexpr int kTries = 5;     // of a size before it counts as too large
    constexpr double kSlower = 4; // a device with other work or low clocks takes so many times as long
    if (groups == 0) {
        return Error{ErrorKind::RowFailed, "the file's dispatch is smaller than a workgroup",
                     "start a new file with --output"};
    }
    double probed = 0;
    std::uint64_t size = std::min(groups, executor.traits().groupUnit), found = 0;
    for (int tries = 1; found == 0 && !over(); ++tries) {
        const std::uint64_t next = size > groups / kGrowth ? groups : size * kGrowth;
        double nanoseconds = 0;
        VKPERFTEST_TRY(assign(nanoseconds, sampleOne(executor, {program, size})));
        probed += nanoseconds;
        const double expected = nanoseconds * static_cast<double>(next) / static_cast<double>(size);
        if (expected <= kSlower * mostNanoseconds) {
            if (size == groups) found = groups;
            size = next;
            tries = 0;
        } else if (tries == kTries) {
            return tooLarge(groups, expected * static_cast<double>(groups) / static_cast<double>(next));
        }
    }
    busy += probed;
    return found;
}

Result<bool> warmUpDevice(Executor& executor, const Dispatch& dispatch, const std::function<bool()>& over,
                          double& busy) {
    const Method& method = *executor.traits().method;
    WarmUp warmUp({.leastNanoseconds = method.leastWarmUp, .mostNanoseconds = method.mostWarmUp});
    double spent = 0;
    while (!warmUp.done() && !over()) {
        double nanoseconds = 0;
        VKPERFTEST_TRY(assign(nanoseconds, sampleOne(executor, dispatch)));
        spent += nanoseconds;
        warmUp.add(nanoseconds);
    }
    busy += spent;
    return warmUp.converged();
}

} // namespace vkperftest
