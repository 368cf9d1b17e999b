// Finds how many workgroups make a dispatch long against the timer's tick and short against any watchdog.
#pragma once

#include <cstdint>
#include <limits>

#include "base/result.h"

namespace vkperftest {

struct DispatchSizeGoal {
    std::uint64_t unit = 1;        // sizes are multiples of this, and the first one is it
    double targetNanoseconds = 0;  // what the size found takes, as near as a whole unit allows
    std::uint64_t most = 1u << 30; // sizes end here, whatever they take
    // What a dispatch may take at most, which asks for more probes than the target.
    double mostNanoseconds = std::numeric_limits<double>::infinity();
};

// Longest submission: Windows resets a device after 2 s; a tenth leaves room for a slower clock than the
// probe's.
constexpr double kSubmissionNanoseconds = 200e6;

// What a dispatch may take at most if a submission holds `dispatches` times as much.
double longestDispatch(double dispatches);

// What a dispatch should take, for such submissions: 3 ms, since shorter ones doubled the spread on software
// drivers, or 1000 ticks. An error if the timer is too coarse for that.
Result<double> dispatchTarget(double tickNanoseconds, double dispatches);

// On a GPU a row that is much slower than the baseline gets longer dispatches: as many workgroups as make up
// three fifths of the baseline's `baselineGroups`, so that its dispatches, too, are tens of waves
// (run/visit.h), but at most five times `target`, or samples become few. `groups`: what the target takes.
std::uint64_t enoughGroups(std::uint64_t groups, std::uint64_t baselineGroups, double targetNanoseconds,
                           double dispatches);

// Probing: run `size()` workgroups, tell `observe` what they took, until `done()`. Sizes grow until they take
// half the target; then the fastest of three probes scales them to the target. One probe alone may have been
// disturbed, and a row that is run in too small a size pays the fixed cost of a dispatch more often than the
// others: software drivers showed ratios that were off by a quarter. A size that seems to take more than it
// may is probed five times: nothing but a dispatch that is too slow may fail a row.
class DispatchSize {
public:
    explicit DispatchSize(DispatchSizeGoal goal);

    std::uint64_t size() const { return size_; }
    bool done() const { return done_; }
    // Even the smallest size takes longer than it may, by the fastest probe. Told once `done()`.
    bool tooSlow() const;
    double fastestNanoseconds() const { return fastest_; } // of the probes of the last size probed
    int probes() const { return probes_; }                 // of that size
    void observe(double nanoseconds);

private:
    DispatchSizeGoal goal_;
    std::uint64_t size_;
    double fastest_ = 0; // of the probes of this size
    double perUnit_ = 0; // of the size that was believed
    int probes_ = 0;
    bool done_ = false;
};

} // namespace vkperftest
