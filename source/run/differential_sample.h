// One submission: a sample of each of its subjects, a row under its strategies and the baseline.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "run/executor.h"

namespace vkperftest {

// A GPU runs a dispatch in waves of as many workgroups as it holds at once, hundreds on a big one. The last
// wave is rarely full, so a dispatch of ten waves takes up to a tenth too long, and always the same tenth if
// its size is fixed; launching, filling and draining the device come on top. So a sample on a GPU is the
// difference of two dispatches, a long one and a short one: what both pay cancels out. Both sizes are drawn
// anew for every sample, so that no size is favoured and what is left of the waves averages to nothing. On
// simulated rows of 12 to 80 waves the median of 30 such samples was off by at most 0.03 % on average (8
// waves: 0.3 %), that of single dispatches of a fixed size by 0.4 to 2.8 %. Where the driver tells how many units
// the device has, the long one is longer by whole waves, so that both end with the same rest of a wave; but not of a
// subject so small that some of its draws would be less than a wave.
//
// All strategies of a row have the same sizes, so that a size affects all of them equally.
//
// A software driver has no waves to speak of: its samples are single dispatches of the subject's size, less
// what a dispatch costs (run/timing.h).
class Visit {
public:
    // The dispatches, in random order. `subjects`: the baseline, then a row's programs, all of one size.
    // Samples have about these sizes.
    Visit(std::span<const Dispatch> subjects, const ExecutorTraits& traits, std::mt19937_64& random);

    std::span<const Dispatch> dispatches() const { return dispatches_; }

    // The time that each subject's workgroups took, in their order, scaled to the given sizes. `nanoseconds`:
    // of the dispatches, in their order. Nothing if a long dispatch took no longer than its short one: other
    // work interfered, and the visit is useless; likewise if a dispatch took no longer than `dispatchCost`,
    // which is subtracted from each.
    std::optional<std::vector<double>> samples(std::span<const double> nanoseconds,
                                               double dispatchCost) const;

private:
    struct Part {
        std::size_t subject = 0;
        std::uint64_t groups = 0;
        double share = 0; // of its nanoseconds in the subject's sample
    };

    std::size_t subjects_ = 0;
    std::vector<Part> parts_; // of the dispatches, in their order
    std::vector<Dispatch> dispatches_;
};

// Workgroups that fill the GPU in whole waves, 0 if nobody knows: a multiple of what its units hold, which is 10, 8, 5
// or 4 on AMD's (2,560 to 1,024 invocations), and 8, 6 or 4 on others.
std::uint64_t wholeWaves(const DeviceRecord& device);

// Workgroups that one sample takes at most, in units of its subject's size.
double mostGroupsPerSample(const ExecutorTraits& traits);

// Random orders and numbers that depend on the seed alone, on every platform (std::shuffle and
// std::normal_distribution differ from library to library).

template <class T> void shuffle(std::vector<T>& items, std::mt19937_64& random) {
    for (std::size_t left = items.size(); left > 1; --left) {
        std::swap(items[left - 1], items[random() % left]); // the modulo's bias is below 1e-15 here
    }
}

// Between 0 and 1, both excluded.
inline double uniformNumber(std::mt19937_64& random) {
    return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
}

// Standard normal, by Box and Muller.
inline double standardNormal(std::mt19937_64& random) {
    const double radius = std::sqrt(-2 * std::log(uniformNumber(random)));
    return radius * std::cos(2 * std::numbers::pi * uniformNumber(random));
}

} // namespace vkperftest
