#include "run/differential_sample.h"

#include <algorithm>
#include <tuple>

namespace vkperftest {
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
