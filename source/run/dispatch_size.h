// Finds how many workgroups make a dispatch long for the timer's tick and short for any watchdog.
#pragma once

#include <cstdint>
#include <limits>

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
// baseline's workgroups (`baselineGroups`), so that its dispatches, too, are tens of waves (run/differential_sample.h), but
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
    void observe(double nanoseconds);

private:
    DispatchSizeGoal goal_;
    std::uint64_t size_;
    double fastest_ = 0; // of the probes of this size
    double perUnit_ = 0; // nanoseconds, at the size that was accepted
    int probes_ = 0;
    bool done_ = false, idle_ = false;
};

} // namespace vkperftest
