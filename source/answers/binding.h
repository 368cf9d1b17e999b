// The tables of the experiment "binding": what the strategies cost compared with a descriptor set, on the GPU
// and on the CPU that records.
#pragma once

#include <string>
#include <vector>

#include "analysis/figures.h"
#include "answers/finding.h"

namespace vkperftest {

// Rows without loads count nowhere.

// One finding for each strategy but `set`, of the topic "against set": its rows are those of rowsUnder
// (answers/judging.h), and its verdict is what most of them say; rows asStructured count as what they gain.
// Strategies with addresses instead have one for each cause, of the topic "addresses against set": "address-4: 64-bit
// addresses" holds the rows whose no-load control, which computes the same addresses, loses at least as much time as
// the row; "narrow loads" the other structured rows that lose where addresses promise less than their elements do;
// "wide loads, as structured ones have" the rows asStructured; "no bounds checks" what else gains.
std::vector<Finding> judgeStrategies(const RunFigures& figures);

// For every row that was measured under several strategies with addresses, one finding for each of them but
// that with the widest promise of alignment, with which it is compared: Worse if 4 bytes are slower than 16.
// Both compute addresses of 64 bits, so a difference comes from the promises.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// Of those, Load4 linear at a promise of 4 bytes: addresses that cannot be proven aligned are usually computed from an
// invocation's number.
std::vector<FoundRow> alignmentOfWideLoads(const RunFigures& figures);

// One finding for each length of command buffer, "1000 dispatches", in which the 95 % interval of one way of binding,
// which is the finding's `way`, lies below all others: Better. Unknown (NoClearOrder) if there is no such length. Then
// one for each way that was not measured. "dispatch only" binds nothing: it is no way, and with a set bound before
// it, no reference either. The evidence has the median times of a dispatch, the cheapest first. Even with a software driver, the CPU's side is the real time of a real driver.
std::vector<Finding> recordingFindings(const RunResult& run);

} // namespace vkperftest
