#include "run/dispatch_size.h"

#include <algorithm>
#include <cmath>
#include <tuple>

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

namespace {

// In units of the subject's size: the short dispatch, and by how much the long one is longer. The short one
// is cheap, but fills the device even if the subject has only ten waves.
constexpr double kLeastShort = 1.0 / 16, kMostShort = 4.0 / 16;
constexpr double kLeastBeyond = 0.75, kMostBeyond = 1.25;

// Of the short dispatch, and by how much the long one is longer.
std::pair<std::uint64_t, std::uint64_t> drawSizes(std::uint64_t groups, std::uint64_t waves,
                                                  std::mt19937_64& random) {
    const auto share = [groups](double least, double most, double drawn) {
        return static_cast<std::uint64_t>(
            std::round(static_cast<double>(groups) * std::lerp(least, most, drawn)));
    };
    // The sum of two draws has no edges, which would favour some waves; each draw covers about a wave or
    // more.
    const double twoDraws = (uniformNumber(random) + uniformNumber(random)) / 2;
    const std::uint64_t shorter = share(kLeastShort, kMostShort, twoDraws);
    const std::uint64_t beyond = share(kLeastBeyond, kMostBeyond, uniformNumber(random));
    const bool whole = waves > 0 && kLeastBeyond * static_cast<double>(groups) >= static_cast<double>(waves);
    return {shorter, std::max<std::uint64_t>(1, whole ? beyond - beyond % waves : beyond)};
}

} // namespace

Visit::Visit(std::span<const Dispatch> subjects, const ExecutorTraits& traits, std::mt19937_64& random)
    : subjects_(subjects.size()) {
    std::uint64_t shorter = 0, beyond = 0;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const std::uint64_t groups = subjects[i].groups;
        if (traits.method->undisturbed) {
            parts_.push_back({i, groups, 1});
            continue;
        }
        if (i < 2)
            std::tie(shorter, beyond) =
                drawSizes(groups, traits.wholeWaves, random); // the baseline's, then the row's
        const double share = static_cast<double>(groups) / static_cast<double>(beyond);
        parts_.push_back({i, shorter + beyond, share});
        if (shorter > 0) parts_.push_back({i, shorter, -share});
    }
    shuffle(parts_, random);
    for (const Part& part : parts_) dispatches_.push_back({subjects[part.subject].program, part.groups});
}

std::optional<std::vector<double>> Visit::samples(std::span<const double> nanoseconds,
                                                  double dispatchCost) const {
    std::vector<double> samples(subjects_);
    for (std::size_t i = 0; i < parts_.size(); ++i)
        samples[parts_[i].subject] += parts_[i].share * (nanoseconds[i] - dispatchCost);
    if (std::ranges::any_of(samples, [](double sample) { return sample <= 0; })) return std::nullopt;
    return samples;
}

std::uint64_t wholeWaves(const DeviceRecord& device) {
    constexpr std::uint64_t kOfAmd = 40, kOfOthers = 24;
    return device.computeUnits * (device.vendorId == kVendorAmd ? kOfAmd : kOfOthers);
}

double mostGroupsPerSample(const ExecutorTraits& traits) {
    return traits.method->undisturbed ? 1 : 2 * kMostShort + kMostBeyond;
}

} // namespace vkperftest
