// How the times of two rows compare, and why they may not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/thresholds.h"
#include "answers/finding.h"

namespace vkperftest {

// How many times as long one row takes as another, not yet judged: nothing, and why, if the run lacks one of the rows or
// did not measure it. `asPrinted`: as in Planned.
FoundRow timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                  std::size_t strategy, bool asPrinted = false);

// Why a measured row's time may not be that of its loads and what they need, such as addresses: it does not surely
// take kLoadLimited times as long as its control without loads, which may be missing.
std::optional<InconclusiveReason> whyNotLoads(const RowFigures& row, std::size_t strategy);

// Why isAtLeast (stats/interval.h) gives nothing for the row's time.
InconclusiveReason whyUnclear(const FoundRow& row, double bound);

// By verdictOnTime; unknown, and why, without a time.
FoundRow judgedRow(FoundRow row, double bound);

// The same, but unknown if something else than loads may limit the slower row, or one of two that do not
// surely differ: whatever hides the loads of the faster row, they are at least that much faster.
FoundRow judgedByLoads(const RunFigures& figures, FoundRow time, std::size_t strategy, double bound);

// Rows with loads that were measured under both `set` and the strategy, judged by kSameUnderSet.
std::vector<FoundRow> rowsUnder(const RunFigures& figures, std::string_view strategy);

// A row's time under one strategy over that under another, which were both measured.
FoundRow judgedUnder(const RowFigures& row, std::size_t strategy, std::size_t other, double bound);

// A comparison of two rows that the run may have. Consecutive ones of one topic and subject make one finding.
struct Planned {
    std::string topic = {}, subject = {}, reference = {}; // as in Finding
    std::string row = {}, other = {};                     // names of rows
    std::string at = {}, way = {};                        // as in FoundRow and Finding
    double bound = kOtherKernel;
    bool whateverLimits = false; // by judgedRow instead of judgedByLoads
    bool asPrinted = false;      // by the rows themselves, even where one load in flight is faster
};

// The first strategy that a row beside the baseline was measured under; 0 without one.
std::size_t judgedStrategy(const RunResult& run);

// One finding for each topic and subject of which the run has a row: judgedByMost, or judgedAsClaim.
std::vector<Finding> judgePlanned(const RunFigures& figures, const std::vector<Planned>& all,
                                  std::size_t strategy, bool asClaim = false);

} // namespace vkperftest
