#include "analysis/common_change.h"

#include <algorithm>
#include <cmath>

#include "stats/interval.h"

namespace vkperftest {

std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound) {
    if (logs.empty() || std::abs(baseline) <= bound) return std::nullopt;
    const double middle = median(logs);
    const auto alike =
        std::count_if(logs.begin(), logs.end(), [&](double log) { return std::abs(log - middle) <= bound; });
    const bool most = 4 * static_cast<std::size_t>(alike) >= 3 * logs.size();
    const bool baselineToo = std::abs(middle - baseline) <= bound;
    if (!most || !baselineToo || std::abs(middle) <= bound) return std::nullopt;
    return middle;
}

std::optional<Everything> everythingChanged(const std::vector<double>& times, double baseline, double bound,
                                            const RunLevels& base, const RunLevels& now, bool interleaved) {
    const std::optional<double> log = commonChange(times, baseline, bound);
    if (!log) return std::nullopt;
    Everything everything{.change = std::expm1(*log)};
    const Scatter scatter = interleaved ? pairedScatter(base, now) : machineScatter(base, now);
    if (!std::isfinite(scatter.variance)) return everything;
    const double either = marginOfError(scatter);
    everything.interval = Interval{std::expm1(*log - either), std::expm1(*log + either)};
    if (std::abs(*log) - either > bound) everything.verdict = *log > 0 ? Verdict::Slower : Verdict::Faster;
    return everything;
}

} // namespace vkperftest
