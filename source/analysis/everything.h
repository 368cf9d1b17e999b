// That the times of all rows and of the baseline changed alike: a verdict of its own in both metrics.
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

// Nothing unless the rows' median is a common change (analysis/common_change.h), which counts as much as the
// least of the ways to find it (leastAgreed). `times`: of all figures but those of the baseline's row;
// nothing for fewer than kFewestOfEverything rows. `baseline`, `bound`: as commonChange takes them.
//
// `machine`: how well the baseline's change is known. If the sides took turns, its pairs say so
// (pairedScatter), otherwise how far its level wandered within each run (machineScatter). The interval is
// made of that, of the noise of both runs and of what differs between runs, both as `how` has them.
std::optional<Everything> everythingChanged(const std::vector<TimeChange>& times, double baseline,
                                            double bound, const Scatter& machine, const Judging& how);

// Fills in what made everything change. Where the timers differ, there is no verdict.
void findCause(Everything& everything, const RunResult& base, const RunResult& now, bool otherKernels,
               bool inTurns);

} // namespace vkperftest
