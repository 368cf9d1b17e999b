// What experiments found, in words: one template for all of them, `subject: verdict, factor, rows, reason`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/finding.h"
#include "model/json_layout.h"

namespace vkperftest {

// "faster", "the same", "slower" or "unclear".
std::string_view verdictWord(Verdict verdict);
std::string_view verdictWord(const Finding& finding); // of a sweep, whether it shows steps

// "the interval contains the threshold: 'A' takes 1.21 to 1.30x the time of 'B'"; `whole`: with what follows the
// colon, which differs from row to row.
std::string inconclusiveText(const InconclusiveReason& reason, bool whole = true);

// "1.3x as fast [1.27, 1.29] (shuffle); against the plain loop; unclear whether the driver shares", or the reason why
// the verdict is unclear.
std::string findingText(const Finding& finding);

// "Typed loads against structured ones: 1.9 to 2.9x as long [1.95, 2.94], 5 of 6 rows; unclear (1.1x as long), 1", the
// interval covering those of all rows; then clocks and the scope. `brief`: without names of rows but places, without
// clocks, and without what is unclear beside what is clear.
std::string lineOf(const Finding& finding, bool brief);

// The answer, a line for each topic, or for each of its findings whose rows differ.
std::vector<std::string> verdictSentences(const Answer& answer);
std::string verdictLine(const Answer& answer); // the same in one line

// Typed, with all figures: [{"name", "strategy", "reference", "reference_strategy", "times", "times_low",
// "times_high"}]; for nanoseconds [{"name", "nanoseconds", "nanoseconds_low", "nanoseconds_high"}]. Without
// an interval, low and high are null.
Json findingJson(const Finding& finding);

} // namespace vkperftest
