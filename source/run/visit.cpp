#include "run/visit.h"

#include <algorithm>
#include <cmath>

#include "run/shuffle.h"

namespace vkperftest {
namespace {

// In units of the subject's size: the short dispatch, and by how much the long one is longer. The short one is
// cheap, but fills the device even where ten waves are all that the subject has.
constexpr double kLeastShort = 1.0 / 16, kMostShort = 4.0 / 16;
constexpr double kLeastBeyond = 0.75, kMostBeyond = 1.25;

double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

} // namespace

Visit::Visit(std::span<const Dispatch> subjects, const ExecutorTraits& traits, std::mt19937_64& random)
    : subjects_(subjects.size()) {
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        if (traits.cpu) {
            parts_.push_back({i, subjects[i].groups, 1});
        } else {
            addParts(i, subjects[i].groups, random);
        }
    }
    shuffle(parts_, random);
    for (const Part& part : parts_) dispatches_.push_back({subjects[part.subject].program, part.groups});
}

void Visit::addParts(std::size_t subject, std::uint64_t groups, std::mt19937_64& random) {
    const double size = static_cast<double>(groups);
    // The sum of two draws has no edges, which would favour some waves; each draws from about a wave or more.
    const double drawn = (uniform(random) + uniform(random)) / 2;
    const auto shorter =
        static_cast<std::uint64_t>(std::round(size * std::lerp(kLeastShort, kMostShort, drawn)));
    const auto beyond = static_cast<std::uint64_t>(
        std::max(1.0, std::round(size * std::lerp(kLeastBeyond, kMostBeyond, uniform(random)))));
    const double share = size / static_cast<double>(beyond);
    parts_.push_back({subject, shorter + beyond, share});
    if (shorter > 0) parts_.push_back({subject, shorter, -share});
}

std::optional<std::vector<double>> Visit::samples(std::span<const double> nanoseconds) const {
    std::vector<double> samples(subjects_);
    for (std::size_t i = 0; i < parts_.size(); ++i)
        samples[parts_[i].subject] += parts_[i].share * nanoseconds[i];
    if (std::any_of(samples.begin(), samples.end(), [](double sample) { return sample <= 0; }))
        return std::nullopt;
    return samples;
}

double mostGroupsPerSample(const ExecutorTraits& traits) {
    return traits.cpu ? 1 : 2 * kMostShort + kMostBeyond;
}

} // namespace vkperftest
