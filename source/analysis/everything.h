// That the times of all rows and of the baseline changed alike: a verdict of its own, whatever metric is compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/change_cause.h"
#include "analysis/change_estimate.h"

namespace vkperftest {

struct Everything {
    double change = 0;                  // of the time: now / base - 1
    std::optional<Interval> interval;   // 95 %, of that; nothing unless the baseline is repeated
    Verdict verdict = Verdict::Unclear; // FASTER or SLOWER if the interval lies beyond the threshold
    Cause cause = Cause::Unknown;       // findCause
    std::vector<ComparedCondition>
        conditions;          // likewise: settings that differ, and unless in turns the machine
    bool sameDriver = false; // likewise

    bool differsIn(Condition condition) const;
};

// The change of one figure's time.
struct TimeChange {
    std::string row;                    // two strategies of one row are one witness of what everything did
    double log = 0;                     // of now / base, epoch by epoch
    std::vector<double> witnesses = {}; // Estimate::witnesses, of the time
};

// Fewer rows may have changed by themselves.
constexpr std::size_t kFewestOfEverything = 5;

// `times`: of all figures but those of the baseline's row, kFewestOfEverything rows or more, or there is no verdict;
// `baseline` and `bound`: as commonChange takes them. The rows' median must be a common change in each way that it is
// found, and counts as much as the least of them.
//
// The interval is as wide as `how` and `machine` make it. `machine`: how well the baseline's change is known, from its
// pairs (pairedScatter) if the two took turns, otherwise from how far its level wandered within each run (machineScatter).
// To it comes what widens the intervals of rows: noise and what differs between runs.
std::optional<Everything> everythingChanged(const std::vector<TimeChange>& times, double baseline,
                                            double bound, const Scatter& machine, const Judging& how);

// Fills in what made everything change. Where the timers differ, there is no verdict.
void findCause(Everything& everything, const RunResult& base, const RunResult& now, bool otherKernels,
               bool inTurns);

} // namespace vkperftest
