// The verdict that the times of all rows and of the baseline changed by one factor, in both metrics.
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
    Verdict verdict = Verdict::Unknown; // FASTER or SLOWER if the interval lies beyond the threshold
    Cause cause = Cause::Unknown;       // by findCause
    std::vector<ComparedCondition>
        conditions;          // likewise: settings that differ and, unless in turns, the machine
    bool sameDriver = false; // likewise

    bool differsIn(Condition condition) const;
};

// The change of one figure's time.
struct TimeChange {
    std::string row;                    // strategies of one row count as one witness
    double log = 0;                     // of now / base, epoch by epoch
    std::vector<double> witnesses = {}; // Estimate::witnesses, of the time
};

// Fewer rows than this may have changed independently.
constexpr std::size_t kFewestOfEverything = 5;

// Nothing unless the rows' median is a common change (analysis/common_change.h). Its size is the smallest
// that any way finds (leastAgreed). `times`: of all figures but those of the baseline's row; the result is
// nothing for fewer than kFewestOfEverything rows. `baseline`, `bound`: as for commonChange.
//
// `machine`: how well the baseline's change is known: from its pairs if the sides took turns (pairedScatter),
// otherwise from how far its level wandered within each run (machineScatter). The interval combines that with
// the noise of both runs and the difference between runs, both from `how`.
std::optional<Everything> everythingChanged(const std::vector<TimeChange>& times, double baseline,
                                            double bound, const Scatter& machine, const Judging& how);

// Fills in what made everything change. If the timers differ, there is no verdict.
void findCause(Everything& everything, const RunResult& base, const RunResult& now, bool otherKernels,
               bool inTurns);

} // namespace vkperftest
