#include "run/dispatch_size.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {
namespace {

constexpr double kUsualNanoseconds = 3e6;
constexpr double kLeastTicks = 1000;
constexpr double kEnough =
    0.7; // of the target: the next doubling would overshoot it by more than this falls short
constexpr std::uint64_t kMostGrowth = 8; // a step; the first probes may run at an idle clock

} // namespace

Result<double> dispatchTarget(double tickNanoseconds, std::size_t dispatches) {
    const double target = std::max(kUsualNanoseconds, kLeastTicks * tickNanoseconds / kEnough);
    // A found size takes less than 1.4 times the target.
    if (target * 2 * kEnough * static_cast<double>(dispatches) > kSubmissionNanoseconds) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("the device's timer is too coarse: one tick is {} ns", tickNanoseconds),
                     "measure on another device"};
    }
    return target;
}

DispatchSize::DispatchSize(DispatchSizeGoal goal) : goal_(goal), size_(goal.unit) {
    while (size_ * 2 <= goal.first) size_ *= 2;
}

void DispatchSize::observe(double nanoseconds) {
    std::uint64_t growth = 1;
    while (growth < kMostGrowth &&
           nanoseconds * static_cast<double>(growth) < kEnough * goal_.targetNanoseconds) {
        growth *= 2;
    }
    while (growth > 1 && size_ * growth > goal_.most) growth /= 2;
    done_ = growth == 1;
    size_ *= growth;
}

} // namespace vkperftest
