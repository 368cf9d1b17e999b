#include "run/dispatch_size.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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
    constexpr double kShare = 0.6, kMostTargets = 8;
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
    const bool exceeds = fastest_ > goal_.mostNanoseconds;
    if (probes_ < (exceeds ? std::max(kProbesOfTooSlow, goal_.probes) : goal_.probes)) return;
    done_ = true;
    idle_ = fastest_ > 0 && fastest_ < kNear * goal_.targetNanoseconds;
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

} // namespace vkperftest
