// How many workgroups dispatches have: as many as make one long for the timer's tick and short for any watchdog, and for
// each sample, a number drawn anew.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "run/executor.h"

namespace vkperftest {

struct DispatchSizeGoal {
    std::uint64_t unit = 1;        // sizes are multiples of this; it is also the first size
    double targetNanoseconds = 0;  // time of a dispatch of the size found, to the nearest unit
    int probes = 3;                // of a size before it is believed; the fastest counts
    std::uint64_t most = 1u << 30; // the largest size, however fast it runs
    // Limit for a dispatch. A size that seems to exceed it is probed more often.
    double mostNanoseconds = std::numeric_limits<double>::infinity();
};

// Longest submission. Windows resets a device after 2 s; a tenth of that leaves room for a clock slower than
// the probe's.
constexpr double kSubmissionNanoseconds = 200e6;

// Limit for a dispatch if a submission takes `dispatches` times as long.
double longestDispatch(double dispatches);

// How long a dispatch should take in such submissions: as the method says, or 2000 ticks. An error if the
// timer is too coarse for that.
Result<double> dispatchTarget(const ExecutorTraits& traits, double dispatches);

// On a GPU, a row that is much slower than the baseline gets longer dispatches: at least three fifths of the
// baseline's workgroups (`baselineGroups`), so that its dispatches, too, are tens of waves (see Visit), but
// at most eight times the target, or samples become few. `groups`: workgroups that take the target.
std::uint64_t enoughGroups(std::uint64_t groups, std::uint64_t baselineGroups, double targetNanoseconds,
                           double dispatches);

// To probe, run `size()` workgroups and pass their time to `observe`, until `done()`. Sizes grow until a
// dispatch takes half the target; then the fastest of several probes scales the size to the target. A single
// probe may have been disturbed, and a row with too small a size pays the fixed cost of a dispatch more often
// than other rows: on software drivers, ratios were off by a quarter. A size that seems to exceed the limit
// is probed five times at least, since only a dispatch that really is too slow may fail a row.
class DispatchSize {
public:
    explicit DispatchSize(const DispatchSizeGoal& goal);

    std::uint64_t size() const { return size_; }
    bool done() const { return done_; }
    // True if even the smallest size exceeds the limit in its fastest probe. Valid once `done()`.
    bool tooSlow() const;
    // True if even the largest size takes far less than the target, as on no device that executes it. Valid once
    // `done()`.
    bool idle() const { return idle_; }
    double fastestNanoseconds() const { return fastest_; } // of the probes of the last size
    int probes() const { return probes_; }                 // of that size
    // What so many workgroups would take; 0 if the timer stands still. Valid once `done()`.
    double nanosecondsOf(std::uint64_t groups) const {
        return perUnit_ * static_cast<double>(groups) / static_cast<double>(goal_.unit);
    }
    void observe(double nanoseconds);

private:
    DispatchSizeGoal goal_;
    std::uint64_t size_;
    double fastest_ = 0; // of the probes of this size
    double perUnit_ = 0; // nanoseconds, at the size that was accepted
    int probes_ = 0;
    bool done_ = false, idle_ = false;
};

// One submission: a sample of each of its subjects, a row under its strategies and the baseline.
//
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
