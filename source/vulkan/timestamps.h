// Timer ticks as nanoseconds, in pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/run_result.h"

namespace vkperftest {

// Nanoseconds from one timestamp to a later one, of which only the low `validBits` (1 to 64) count. A counter
// that wrapped once in between is handled. `period` is nanoseconds per tick and need not be whole.
double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period);

// Why the timestamps of a submission cannot be right; empty if they can. By them, its dispatches took
// `nanoseconds` in total; the host waited `hostNanoseconds` for it. `rate`: what is known about the timer so
// far.
std::string timestampDoubt(double nanoseconds, double hostNanoseconds, const std::optional<TimerRate>& rate);

// Why a queue's timestamps cannot be used; empty if they can.
std::string timestampTrouble(std::uint32_t validBits, double period);

} // namespace vkperftest
