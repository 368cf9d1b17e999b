// Compares the device's timer with the host's clock. Nothing else shows a wrong period of the timer's ticks:
// all times are then off by the same factor, and no ratio changes.
//
// For two submissions A and B, one after the other:
//
//     A's first timestamp to B's last lies within the host's time from before A to after B,
//     A's last timestamp to B's first encloses the host's time from after A to before B.
//
// So the device's time divided by the host's has a lower and an upper bound. A late wake-up, a pause or a
// busy machine moves these bounds apart, but never past the true rate. Only a clock that jumps does: that of
// a machine that was suspended, or a timer that stops while the device idles. Hence the medians over several
// short stretches of time.
//
// Bounds within 1 % of each other, which find a timer that is 3 % off, take less than 0.1 s, but seconds on a very busy
// machine.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "model/conditions.h"
#include "model/run_result.h"
#include "run/executor.h"

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
    // `wraps`: nanoseconds after which the timer wraps around.
    explicit TimerCheck(double wraps = std::numeric_limits<double>::infinity()) : wraps_(wraps) {}

    void add(const TimedSpan& span);
    // The device was replaced, so the next span's `since` means nothing.
    void restart() { first_.reset(); }

    // The medians of the stretches' bounds; nothing until there are three stretches.
    std::optional<TimerRate> rate() const;

private:
    void begin(const TimedSpan& span);

    double wraps_;
    double lastBegin_ = 0;             // on the host's clock, of the span before
    std::optional<TimedSpan> first_;   // of the stretch
    double device_ = 0;                // from the stretch's first timestamp to its last so far
    std::vector<double> lows_, highs_; // of the stretches
};

// What a dispatch costs a software driver besides its workgroups' work.
//
// The driver wakes its threads for every dispatch. On an idle machine that takes tens of microseconds, on a
// busy one less: its cores are awake. A sample of a millisecond would be off by several percent, and a row
// whose single workgroup takes that long by another share than the baseline. So it is measured in every
// restart, as what half a dispatch of the baseline takes beyond half of its time, and is subtracted from all
// samples. On a GPU, samples are differences of two dispatches (run/differential_sample.h) and need no such correction.

// The samples that it is found from, of the whole run: later ones make it surer.
struct CostSamples {
    std::vector<double> small, large; // nanoseconds, > 0, of dispatches of so many workgroups each
    std::uint64_t smallGroups = 0, largeGroups = 0;

    // Nanoseconds per dispatch, >= 0: what the undisturbed samples (stats/interval.h) of the two sizes
    // have in common. 0 without samples, and below 0.1 % of a large dispatch.
    double nanoseconds() const;
};

// Reading a device's own counter.

// The medians of the samples' rates and ticks. Samples whose nanoseconds are not positive do not count;
// without any other, there is no reading.
std::optional<CounterReading> readingOf(std::span<const CounterSample> samples);

// Samples the counter three times, each time right after the dispatch, or alone. Errors: as for
// Executor::readCounter; Unsupported, too, if the device's timer never advanced meanwhile.
Result<CounterReading> readCounter(Executor& executor, const std::optional<Dispatch>& after);

// Executor::sample, but beside other processes: while they hold the core of a driver's only thread (ProcessorTimer), the
// timer goes on and the thread does not. Dispatches of such a submission are repeated one by one, and each during which
// that still happens takes as long as the thread ran.
Result<std::vector<double>> sampleRunning(Executor& executor, std::span<const Dispatch> dispatches);

} // namespace vkperftest
