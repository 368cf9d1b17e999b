#include "analysis/shown_changes.h"

#include <algorithm>
#include <cmath>

namespace vkperftest {

namespace {

// Equal for twice and half as much.
double factorLog(const Change& change) {
    return std::abs(std::log1p(change.change));
}

} // namespace

void sortBySlowness(Comparison& comparison) {
    const double sign = comparison.metric == Metric::Time ? 1 : -1;
    std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                     [&](const Change& a, const Change& b) {
                         if (a.interval.has_value() != b.interval.has_value()) return a.interval.has_value();
                         return sign * a.change > sign * b.change;
                     });
}

std::vector<Change> shownChanges(const Comparison& comparison, bool all) {
    std::vector<Change> shown = comparison.changes;
    if (all) return shown;
    if (comparison.sameRun) return {};
    if (comparison.judged()) {
        std::erase_if(shown, [](const Change& change) { return !isChanged(change.verdict); });
        return shown;
    }
    const double bound = std::log1p(comparison.threshold);
    std::erase_if(shown,
                  [&](const Change& change) { return !change.caveat.empty() || factorLog(change) <= bound; });
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Change& a, const Change& b) { return factorLog(a) > factorLog(b); });
    shown.resize(std::min(shown.size(), kMostUnjudged));
    return shown;
}

double largestDifference(const Comparison& comparison) {
    double largest = 0;
    for (const Change& change : comparison.changes)
        if (change.caveat.empty()) largest = std::max(largest, factorLog(change));
    return std::expm1(largest);
}

std::optional<double> epochsToSettle(const Comparison& comparison) {
    const double bound = std::log1p(comparison.threshold);
    std::vector<double> factors;
    for (const Change& change : comparison.changes) {
        if (change.verdict != Verdict::Unknown || !change.interval) continue;
        const double log = std::log1p(change.change) - std::log1p(comparison.commonChange.value_or(0));
        const double distance = std::abs(std::abs(log) - bound);
        const double half = (std::log1p(change.interval->high) - std::log1p(change.interval->low)) / 2;
        factors.push_back(half * half / (distance * distance));
    }
    if (factors.empty()) return std::nullopt;
    return std::max(1.0, median(std::move(factors)));
}

} // namespace vkperftest
