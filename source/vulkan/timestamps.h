// Timer ticks as nanoseconds, in pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace vkperftest {

// Nanoseconds from one timestamp to a later one, of which only the low `validBits` (1 to 64) count: a counter
// that wrapped once in between is handled. `period` is nanoseconds a tick and need not be whole.
double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period);

// Why timestamps cannot be right that say so much of a submission's dispatches together, which the host waited for so
// long; empty if they can be.
std::string timestampDoubt(double nanoseconds, double hostNanoseconds);

// Why a queue's timestamps cannot be used; empty if they can.
std::string timestampTrouble(std::uint32_t validBits, double period);

} // namespace vkperftest
