// What rows that only write, by stores or atomic operations, leave in the destination: kWriteSlots *
// kLoadsPerGroup words, each kUntouched before a verification.
//
// A store's words tell the invocation and the number of the store, as far as their bits suffice. A store that
// is dropped, or goes elsewhere, leaves another word. Where invocations store to the same places, their words
// differ, too, since a driver could let one lane store what is equal; the word of any of them may be the last.
// Of shared memory, each workgroup copies what it has stored to the beginning of its window of the destination.
//
// Of atomic operations on one word, no order is known. What holds in every order is verified: the word at the
// end, and a sum of the values that were there before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "cases/case.h"

namespace vkperftest {

constexpr std::uint32_t kUntouched = 0xffffffff;

// The same for the operation's destination: 0 if it adds floats, of which kUntouched is no number.
std::uint32_t untouchedWord(const Operation& operation);

// Of stores, for each value of 32 bits, or of the 8 or 16 that are stored, that a workgroup may write, in the
// order of the destination: the value, without what tells apart the invocations that store to the same places,
// or -1 where it writes none. Of atomic operations, for each invocation: the sum that it adds, its smallest
// value, or the last value that it puts in place of another. All are exact in single precision.
std::vector<float> writtenWords(const Case& row);

// WrongValues names the first word or stored value of the destination that `workgroups` workgroups cannot have
// left there. `expected`: writtenWords(). Of atomic operations, the first half holds the words that they operate
// on, 256 for each workgroup (copies of those in shared memory), and the second half the invocations' sums over
// the values that were there before (of min: over what each operation took off).
Result<void> compareWritten(const Case& row, std::span<const float> expected,
                            std::span<const std::uint32_t> words, std::uint32_t workgroups);

} // namespace vkperftest
