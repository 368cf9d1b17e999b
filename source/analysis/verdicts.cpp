#include <algorithm>

#include "analysis/comparison.h"
#include "base/enum_table.h"

namespace vkperftest {

std::string_view metricName(Metric metric) {
    return metric == Metric::Time ? "time" : "ratio";
}

bool isChanged(Verdict verdict) {
    return verdict == Verdict::Better || verdict == Verdict::Worse;
}

std::string_view verdictName(Verdict verdict) {
    constexpr auto kNames = enumTable<Verdict, std::string_view>({"FASTER", "SAME", "SLOWER", "UNCLEAR"});
    return kNames[verdict];
}

bool Comparison::judged() const {
    return repeated() && whyUnjudged.empty() && otherDevice.empty();
}

bool Comparison::holds(Verdict verdict) const {
    const bool all = metric == Metric::Time && everything && everything->verdict == verdict;
    return all || std::any_of(changes.begin(), changes.end(),
                              [&](const Change& change) { return change.verdict == verdict; });
}

bool Comparison::blind() const {
    const bool all = metric == Metric::Time && everything && everything->verdict != Verdict::Unknown;
    return !sameRun && !all && std::all_of(changes.begin(), changes.end(), [](const Change& change) {
        return change.verdict == Verdict::Unknown || change.isBaseline;
    });
}

bool Comparison::repeated() const {
    return std::any_of(changes.begin(), changes.end(),
                       [](const Change& change) { return change.interval.has_value(); });
}

VerdictCounts countVerdicts(const Comparison& comparison) {
    VerdictCounts counts;
    const auto places =
        enumTable<Verdict, std::size_t*>({&counts.faster, &counts.same, &counts.slower, &counts.unclear});
    for (const Change& change : comparison.changes) {
        if (!change.caveat.empty()) continue;
        ++counts.all;
        ++*places[change.verdict];
    }
    return counts;
}

} // namespace vkperftest
