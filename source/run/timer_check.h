// Holds the device's timer against the host's clock, since a wrong period of its ticks shows nowhere else: all times, and
// so all ratios, stay consistent.
//
// Of two submissions A and B, one after the other:
//
//     A's first timestamp to B's last lies within the host's time from before A to after B,
//     A's last timestamp to B's first encloses the host's time from after A to before B.
//
// So the device's time over the host's has a lower and an upper bound. A late wake-up, a pause or a busy machine moves
// these bounds apart, and never past the truth. Only a clock that jumps does (a suspended machine, a timer that stops
// while the device idles): hence the medians over many short stretches.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// A submission, in nanoseconds. The host's clock may begin anywhere.
struct TimedSpan {
    double hostBegin = 0; // before it was submitted
    double hostEnd = 0;   // when the host knew that it had ended
    double since = 0; // by the device's timer, from the last timestamp of the span before to its first one
    double taken = 0; // from its first timestamp to its last
};

class TimerCheck {
public:
    // `wraps`: nanoseconds after which the timer begins again.
    explicit TimerCheck(double wraps = std::numeric_limits<double>::infinity()) : wraps_(wraps) {}

    void add(const TimedSpan& span);
    // The next span's `since` means nothing: the device is another.
    void restart() { first_.reset(); }

    // Nothing until there are three stretches.
    std::optional<TimerRate> rate() const;

private:
    void begin(const TimedSpan& span);

    double wraps_;
    std::optional<TimedSpan> first_;   // of the stretch
    double lastBegin_ = 0;             // on the host's clock, of the span before
    double device_ = 0;                // from the stretch's first timestamp to its last so far
    std::vector<double> lows_, highs_; // of the stretches
};

} // namespace vkperftest
