// What a dispatch costs a software driver, the device's counter, samples beside other processes, the timer's ticks, and
// the reference clock beside a software driver.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cases/controls.h"
#include "model/conditions.h"
#include "model/run_result.h"
#include "run/executor.h"

namespace vkperftest {

// What a dispatch costs a software driver besides its workgroups' work.
//
// The driver wakes its threads for every dispatch. On an idle machine that takes tens of microseconds, on a
// busy one less: its cores are awake. A sample of a millisecond would be off by several percent, and a row
// whose single workgroup takes that long by another share than the baseline. So it is measured in every
// restart, as what half a dispatch of the baseline takes beyond half of its time, and is subtracted from all
// samples. On a GPU, samples are differences of two dispatches (run/dispatch_size.h) and need no such correction.

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

// Timer ticks as nanoseconds.

// Nanoseconds from one timestamp to a later one, of which only the low `validBits` (1 to 64) count. A counter
// that wrapped once in between is handled. `period` is nanoseconds per tick and need not be whole.
double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period);

// Why the timestamps of a submission cannot be right; empty if they can. By them, its dispatches took
// `nanoseconds` in total; the host waited `hostNanoseconds` for it.
std::string timestampDoubt(double nanoseconds, double hostNanoseconds);

// Why a queue's timestamps cannot be used; empty if they can.
std::string timestampTrouble(std::uint32_t validBits, double period);

// The reference clock beside a software driver: a loop that no shader compiler touches.
//
// Files of one CPU are compared in its steps (analysis/core_clock.h), since a CPU's speed differs from run to
// run: its clock, and what other work leaves of it. Each of as many threads as the driver has runs a chain of
// dependent shifts and exclusive ors, in stretches of about 60 µs, all at the same time.

// Of kMoreSteps steps; one step is one tick. The time is that of undisturbed stretches (stats/interval.h), in the
// mean over the threads. Takes about 2 ms.
CounterSample runNativeLoop(unsigned threads);

} // namespace vkperftest
