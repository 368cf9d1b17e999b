// What experiments found, in words: one template for all of them, `subject: verdict, factor, rows, reason`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/finding.h"
#include "model/json_layout.h"

namespace vkperftest {

// "faster", "the same", "slower" or "unclear".
std::string_view verdictWord(Verdict verdict);
std::string_view verdictWord(const Finding& finding); // of a sweep, whether it shows steps

// "1.29 to 3.70", or one figure if both print alike; at least one.
std::string rangeText(std::span<const double> figures);

// "the interval contains the threshold: 'A' takes 1.21 to 1.30x the time of 'B'"; `whole`: with what follows the
// colon, which differs from row to row.
std::string inconclusiveText(const InconclusiveReason& reason, bool whole = true);

// "1.28x as fast [1.27, 1.29] as the plain loop (shuffle); unclear whether the driver shares", or the reason
// why the verdict is unclear.
std::string findingText(const Finding& finding);

// The answer, a sentence each: for each topic what it means, or how many findings have which verdict, and their
// factors.
std::vector<std::string> verdictSentences(const Answer& answer);
std::string verdictLine(const Answer& answer); // the same in one line

// Typed, with all figures: [{"name", "strategy", "reference", "reference_strategy", "times", "times_low",
// "times_high"}]; for nanoseconds [{"name", "nanoseconds", "nanoseconds_low", "nanoseconds_high"}]. Without
// an interval, low and high are null.
Json findingJson(const Finding& finding);

} // namespace vkperftest
