// Did single rows change, or everything?
#pragma once

#include <optional>
#include <vector>

#include "analysis/change_cause.h"
#include "analysis/change_estimate.h"

namespace vkperftest {

// By how much all rows changed alike, the baseline too, as a logarithm; nothing unless they did. `logs`: of
// the rows' changes; `baseline`: that of the baseline's time; `bound`: the logarithm of the smallest change
// that matters.
//
// Where the machine became slower as a whole, times of rows change as the baseline's does. Where the baseline
// alone did, ratios of rows do, since all are formed with it. So in either metric the rows' median and the
// baseline's change must be beyond the bound, within it of one another, and three rows of four within it of
// the median.
std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound);

// That the times of all rows and of the baseline changed alike, whatever is compared: a verdict of its own.
struct Everything {
    double change = 0;                         // of the time: now / base - 1
    std::optional<Interval> interval;          // 95 %, of that; nothing unless the baseline is repeated
    Verdict verdict = Verdict::Unclear;        // FASTER or SLOWER if the interval lies beyond the threshold
    Cause cause = Cause::Unknown;              // for the caller to find
    std::vector<ComparedCondition> conditions; // likewise; none if the two took turns
    bool sameDriver = false;                   // likewise: both report one driver of one version
};

// `times`: logarithms of the changes of the rows' times; the rest as above. The interval comes from the baseline:
// from its pairs if the two took turns, otherwise from how far its level wandered within each run (machineScatter).
std::optional<Everything> everythingChanged(const std::vector<double>& times, double baseline, double bound,
                                            const RunLevels& base, const RunLevels& now, bool interleaved);

} // namespace vkperftest
